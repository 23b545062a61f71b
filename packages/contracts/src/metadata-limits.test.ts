import { expect, test } from '@jest/globals';
import { metadataInput } from './primitives.ts';
import { problemOf } from './problem-of.test-support.ts';

test.each([
  ['keys of 40', { ['😀'.repeat(40)]: 1 }, { ['😀'.repeat(41)]: 1 }],
  ['texts of 500, without their quotation marks', { note: '😀'.repeat(500) }, { note: 'x'.repeat(501) }],
  ['texts of 500 as they are, not as they are escaped', { note: '"'.repeat(500) }, { note: '"'.repeat(501) }],
])('metadata counts characters, an emoji is one: %s', (_, most, more) => {
  expect(problemOf(metadataInput, most)).toBeUndefined();
  expect(problemOf(metadataInput, more)?.code).toBe('parameter_invalid');
});
