import { expect, test } from '@jest/globals';
import { metadataInput } from './primitives.ts';
import { problemOf } from './problem-of.test-support.ts';

test.each([
  ['keys of 40', { ['😀'.repeat(40)]: 1 }, { ['😀'.repeat(41)]: 1 }],
  ['values of 500 with their quotation marks', { note: '😀'.repeat(498) }, { note: 'x'.repeat(499) }],
])('metadata counts characters, an emoji is one: %s', (_, most, more) => {
  expect(problemOf(metadataInput, most)).toBeUndefined();
  expect(problemOf(metadataInput, more)?.code).toBe('parameter_invalid');
});
