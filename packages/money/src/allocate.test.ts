import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allocate } from './allocate.ts';

const weights = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 100 });
const split = weights.chain((list) => {
  const sum = list.reduce((a, b) => a + b, 0);
  return fc.record({ weights: fc.constant(list), total: fc.integer({ min: 0, max: sum }) });
});

describe('allocation by largest remainder', () => {
  test('12.50 over three lines of 33.33 is 4.17, 4.17, 4.16', () =>
    expect(allocate(1_250, [3_333, 3_333, 3_333])).toEqual([417, 417, 416]));
  test('the larger remainder comes before the earlier line', () => expect(allocate(1, [1, 2])).toEqual([0, 1]));
  test('equal remainders go to the earlier line', () => expect(allocate(2, [1, 1, 1])).toEqual([1, 1, 0]));

  test('parts sum to the total', () => {
    fc.assert(
      fc.property(split, ({ total, weights }) => allocate(total, weights).reduce((a, b) => a + b, 0) === total),
    );
  });
  test('every part is its exact share rounded down or up, so no part exceeds its weight', () => {
    fc.assert(
      fc.property(split, ({ total, weights }) => {
        const sum = BigInt(weights.reduce((a, b) => a + b, 0));
        for (const [index, part] of allocate(total, weights).entries()) {
          const weight = weights[index] ?? Number.NaN;
          const shareTimesSum = BigInt(total) * BigInt(weight);
          const distance = BigInt(part) * (sum || 1n) - shareTimesSum;
          expect(distance < (sum || 1n) && distance > -(sum || 1n)).toBe(true);
          expect(part).toBeLessThanOrEqual(weight);
        }
      }),
    );
  });
  test('a line of 0 gets nothing', () => {
    fc.assert(
      fc.property(split, ({ total, weights }) =>
        allocate(total, weights).every((part, index) => weights[index] !== 0 || part === 0),
      ),
    );
  });
  test('products beyond 2^53 stay exact', () =>
    expect(allocate(999_999_999_999, [999_999_999_999, 999_999_999_998])).toEqual([500_000_000_000, 499_999_999_999]));
  test('nothing over nothing is nothing, something over nothing is refused', () => {
    expect(allocate(0, [0, 0])).toEqual([0, 0]);
    expect(allocate(0, [])).toEqual([]);
    expect(() => allocate(1, [0, 0])).toThrow(RangeError);
  });
  test('negative figures are refused', () => {
    expect(() => allocate(-1, [1])).toThrow(RangeError);
    expect(() => allocate(1, [2, -1])).toThrow(RangeError);
  });
});
