import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DecimalInvalid, formatDecimal, formatMinor, parseDecimal } from './decimal.ts';

describe('decimal text', () => {
  test('what is formatted is parsed to the same units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.integer({ min: 0, max: 8 }), (units, decimals) => {
        return parseDecimal(formatDecimal(units, decimals), decimals) === units;
      }),
    );
  });
  test('a JSON number means the decimal that was written', () => {
    expect(parseDecimal(157.123456, 6)).toBe(157_123_456n);
    expect(parseDecimal(0.1, 4)).toBe(1_000n);
    expect(parseDecimal(12.5, 2)).toBe(1_250n);
  });
  test('zeros beyond the last decimal change nothing', () => expect(parseDecimal('14.00000000', 4)).toBe(140_000n));
  test.each(['', ' 1', '-1', '+1', '1.', '.5', '1e3', '1,5', '0x10', 'NaN', 'Infinity', '١٤'])(
    '"%s" is refused',
    (text) => expect(() => parseDecimal(text, 4)).toThrow(DecimalInvalid),
  );
  test.each([Number.NaN, -1, 1e-7, 1e21])('the number %d is refused', (value) =>
    expect(() => parseDecimal(value, 6)).toThrow(DecimalInvalid),
  );
  test('more decimals than allowed are refused, not rounded', () =>
    expect(() => parseDecimal('12.345', 2)).toThrow(DecimalInvalid));
});

describe('minor units as text', () => {
  test.each([
    [1_005, 3, '1.005'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [-5, 2, '-0.05'],
    [-120_000, 3, '-120.000'],
    [7, 0, '7'],
    [999_999_999_999_999_999n, 2, '9999999999999999.99'],
  ])('%s with %s decimals are %s', (units, decimals, text) => expect(formatMinor(units, decimals)).toBe(text));
});
