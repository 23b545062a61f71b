import { describe, expect, test } from '@jest/globals';
import { formatMajor } from './format.ts';

describe('major units', () => {
  test.each([
    [103_590, 2, '1035.90'],
    [1_000, 3, '1.000'],
    [5, 3, '0.005'],
    [0, 2, '0.00'],
    [7, 0, '7'],
    [-5, 2, '-0.05'],
    [999_999_999_999, 2, '9999999999.99'],
  ])('%d with %d decimals is %s', (amount, decimals, text) => expect(formatMajor(amount, decimals)).toBe(text));
  test('a fraction of a minor unit is refused', () => expect(() => formatMajor(0.5, 2)).toThrow(RangeError));
});
