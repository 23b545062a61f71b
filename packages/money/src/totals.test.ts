import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { discountLines, type DiscountableLine } from './discount.ts';
import { grossUp } from './fee-terms.ts';
import { AmountOutOfRange, maxAmount } from './minor-units.ts';
import { amountDetailsOf, lineSubtotal, toBreakdown, totalsOf } from './totals.ts';

const plain = (subtotal: number): DiscountableLine => ({ subtotal, earlierDiscount: 0, isEligible: true });
const sum = (parts: readonly number[]): number => parts.reduce((a, b) => a + b, 0);

describe('a discount', () => {
  test('12.5 % of three lines of 33.33 is 12.50 as 4.17, 4.17, 4.16, where rounding per line would give 12.51', () =>
    expect(discountLines([plain(3_333), plain(3_333), plain(3_333)], { percentOff: 12.5 })).toEqual([417, 417, 416]));
  test('a fixed amount is never more than what is left of the lines', () => {
    expect(discountLines([plain(300), plain(100)], { amountOff: 200 })).toEqual([150, 50]);
    expect(discountLines([plain(300), plain(100)], { amountOff: 1_000 })).toEqual([300, 100]);
  });
  test('products that the coupon does not name keep their price', () =>
    expect(discountLines([plain(1_000), { ...plain(1_000), isEligible: false }], { percentOff: 50 })).toEqual([
      500, 0,
    ]));
  test('a second discount applies to what the first one left', () =>
    expect(discountLines([{ ...plain(1_000), earlierDiscount: 400 }], { percentOff: 50 })).toEqual([300]));
  test('100 % leaves nothing', () =>
    expect(discountLines([plain(3_333), plain(1)], { percentOff: 100 })).toEqual([3_333, 1]));
  test('a cart without an eligible line is not discounted', () =>
    expect(discountLines([{ ...plain(500), isEligible: false }], { amountOff: 100 })).toEqual([0]));
});

const order = fc.record({
  lines: fc.array(fc.record({ unitAmount: fc.nat(5_000_000), quantity: fc.integer({ min: 1, max: 99 }) }), {
    minLength: 1,
    maxLength: 10,
  }),
  percentOffHundredths: fc.integer({ min: 1, max: 10_000 }),
  shipping: fc.constantFrom(0, 1_500),
  vatRatePpm: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});

describe('totals', () => {
  test('250.00 less 25.00 with 14 % VAT is 256.50', () => {
    const lines = [{ subtotal: 25_000, discount: 2_500, tax: 0 }];
    const totals = totalsOf(toBreakdown({ lines, shipping: 0, vatRatePpm: 140_000 }), 0);
    expect(totals).toMatchObject({
      amountSubtotal: 25_000,
      amountDiscount: 2_500,
      amountCollectedVat: 3_150,
      amountTotal: 25_650,
    });
    expect(amountDetailsOf(totals)).toEqual({
      productAmount: 25_000,
      discount: 2_500,
      tax: 3_150,
      platformFees: 0,
      tip: 0,
    });
  });
  test('every identity of an order holds, whatever is discounted, taxed and passed through', () => {
    fc.assert(
      fc.property(order, ({ lines, percentOffHundredths, shipping, vatRatePpm }) => {
        const subtotals = lines.map(({ unitAmount, quantity }) => lineSubtotal(unitAmount, quantity));
        const discounts = discountLines(subtotals.map(plain), { percentOff: percentOffHundredths / 100 });
        const breakdown = toBreakdown({
          lines: subtotals.map((subtotal, index) => ({ subtotal, discount: discounts[index] ?? 0, tax: 0 })),
          shipping,
          vatRatePpm,
        });
        const due = totalsOf(breakdown, 0).amountTotal;
        const { gross, surcharge } = grossUp(due, { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 });
        const totals = totalsOf(breakdown, surcharge);
        const details = amountDetailsOf(totals);

        expect(totals.amountTotal).toBe(gross);
        expect(totals.amountTotal).toBe(
          totals.amountSubtotal -
            totals.amountDiscount +
            totals.amountTax +
            totals.amountShipping +
            totals.amountCollectedVat +
            surcharge,
        );
        expect(sum(totals.lines.map((line) => line.amountTotal))).toBe(
          totals.amountSubtotal - totals.amountDiscount + totals.amountTax,
        );
        expect(
          details.productAmount - details.discount + details.tax + details.platformFees + details.tip + shipping,
        ).toBe(totals.amountTotal);
      }),
    );
  });
  test('a line or a total beyond the largest amount is refused', () => {
    expect(() => lineSubtotal(maxAmount, 2)).toThrow(AmountOutOfRange);
    const line = { subtotal: maxAmount, discount: 0, tax: 0 };
    expect(() => totalsOf(toBreakdown({ lines: [line, line], shipping: 0, vatRatePpm: null }), 0)).toThrow(
      AmountOutOfRange,
    );
    expect(() => lineSubtotal(-1, 1)).toThrow(AmountOutOfRange);
  });
  test('a discount beyond its line is refused rather than paid out', () =>
    expect(() => totalsOf({ lines: [{ subtotal: 10, discount: 11, tax: 0 }], shipping: 0, vat: 5 }, 0)).toThrow(
      AmountOutOfRange,
    ));
});
