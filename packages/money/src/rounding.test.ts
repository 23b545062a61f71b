import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { averageAmount, divideCeil, divideFloor, divideHalfUp } from './rounding.ts';

const numerator = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const denominator = fc.bigInt({ min: 1n, max: 10n ** 12n });

describe('division', () => {
  test.each([
    [5n, 2n, 3n],
    [7n, 2n, 4n],
    [4n, 3n, 1n],
    [5n, 3n, 2n],
    [-5n, 2n, -2n],
    [-7n, 3n, -2n],
    [0n, 7n, 0n],
  ])('%d / %d rounds half up to %d', (n, d, rounded) => expect(divideHalfUp(n, d)).toBe(rounded));
  test('half up is at most half a unit away, and upwards when exactly half', () => {
    fc.assert(
      fc.property(numerator, denominator, (n, d) => {
        const distance = 2n * (divideHalfUp(n, d) * d - n);
        return distance > -d && distance <= d;
      }),
    );
  });
  test('floor and ceiling enclose the quotient and differ by one unless it is whole', () => {
    fc.assert(
      fc.property(numerator, denominator, (n, d) => {
        const floor = divideFloor(n, d);
        const ceil = divideCeil(n, d);
        return floor * d <= n && n <= ceil * d && ceil - floor === (n % d === 0n ? 0n : 1n);
      }),
    );
  });
  test('a denominator that is not positive is refused', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
    expect(() => divideFloor(1n, -1n)).toThrow(RangeError);
  });
});

describe('average', () => {
  test('of nothing is 0', () => expect(averageAmount(0, 0)).toBe(0));
  test('rounds half up', () => expect(averageAmount(1001, 2)).toBe(501));
});
