import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DecimalInvalid } from './decimal.ts';
import { onePpm, percentOffToPpm, ppmToPercent, shareOf, vatRateToPpm, vatCollected } from './percentage.ts';

describe('a percentage', () => {
  test('14 % VAT is 140,000 parts per million and is shown as 14 again', () => {
    expect(vatRateToPpm(14)).toBe(140_000);
    expect(ppmToPercent(140_000)).toBe(14);
    expect(ppmToPercent(27_500)).toBe(2.75);
  });
  test('VAT rates have at most four decimals, discounts at most two', () => {
    expect(vatRateToPpm('8.1255')).toBe(81_255);
    expect(() => vatRateToPpm('8.12555')).toThrow(DecimalInvalid);
    expect(percentOffToPpm(33.33)).toBe(333_300);
    expect(() => percentOffToPpm(33.333)).toThrow(DecimalInvalid);
  });
  test.each([0, '0.00', 100.01, -5, 101])('%s is neither a VAT rate nor a discount', (percent) => {
    expect(() => vatRateToPpm(percent)).toThrow(DecimalInvalid);
    expect(() => percentOffToPpm(percent)).toThrow(DecimalInvalid);
  });
  test('a hair above 100 is no VAT rate', () => expect(() => vatRateToPpm('100.0001')).toThrow(DecimalInvalid));
  test('100 is both', () => expect([vatRateToPpm(100), percentOffToPpm('100.00')]).toEqual([onePpm, onePpm]));
  test('a share and its complement differ from the whole by at most the one half that both round up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: onePpm }), (amount, ppm) => {
        const excess = shareOf(amount, ppm) + shareOf(amount, onePpm - ppm) - amount;
        return excess === 0 || excess === 1;
      }),
    );
  });
});

describe('VAT collected', () => {
  test('14 % on 250.00 less 25.00 discount is 31.50', () =>
    expect(vatCollected(25_000 - 2_500, 0, 140_000)).toBe(3_150));
  test('shipping is taxed together with the goods, rounded once', () => {
    expect(vatCollected(3, 4, 500_000)).toBe(4);
    expect(vatCollected(3, 0, 500_000) + vatCollected(4, 0, 500_000)).toBe(4);
    expect(vatCollected(3, 3, 500_000)).toBe(3);
  });
});
