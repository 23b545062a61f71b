import { expect, test } from '@jest/globals';
import { mergeMetadata } from './merge-metadata.ts';

test.each([
  ['a key is added', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['a key is replaced', { a: 1 }, { a: 'x' }, { a: 'x' }],
  ['a null takes its key away', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['a stored null stays', { a: null }, { b: 2 }, { a: null, b: 2 }],
  ['null takes all away', { a: 1 }, null, null],
  ['nothing given changes nothing', { a: 1 }, undefined, { a: 1 }],
  ['none becomes some', null, { a: 1 }, { a: 1 }],
])('%s', (_what, stored, changes, merged) => {
  expect(mergeMetadata(stored, changes as never)).toEqual(merged);
});

test('what is allowed alone and too much together is refused', () => {
  const keys = (from: number) => Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${from + i}`, 1]));
  expect(() => mergeMetadata(keys(0), keys(30))).toThrow(
    expect.objectContaining({ code: 'parameter_invalid', param: 'metadata' }),
  );
  expect(Object.keys(mergeMetadata(keys(0), keys(10)) ?? {})).toHaveLength(40);
});
