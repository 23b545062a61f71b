import { expect, test } from '@jest/globals';
import type { JsonObject } from './objects.ts';
import { strategicMerge } from './merge.ts';

test('elements of a known list meet by their key, others are added after them', () => {
  const before: JsonObject = { containers: [{ name: 'service', image: 'mizan', env: [{ name: 'A', value: '1' }] }] };
  const patch: JsonObject = {
    containers: [
      {
        name: 'service',
        env: [
          { name: 'B', value: '2' },
          { name: 'A', value: '3' },
        ],
      },
      { name: 'other' },
    ],
  };
  expect(strategicMerge(before, patch)).toEqual({
    containers: [
      {
        name: 'service',
        image: 'mizan',
        env: [
          { name: 'A', value: '3' },
          { name: 'B', value: '2' },
        ],
      },
      { name: 'other' },
    ],
  });
});

test('null removes a field, and what a patch does not mention stays', () => {
  expect(strategicMerge({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 4 } })).toEqual({ b: { c: 4, d: 3 } });
});

test('a list whose merge is not known, and a directive, end the rendering', () => {
  expect(() => strategicMerge({ rules: [1] }, { rules: [2] })).toThrow('does not know how such lists merge');
  expect(() => strategicMerge({}, { $patch: 'delete' })).toThrow('knows no directives');
});
