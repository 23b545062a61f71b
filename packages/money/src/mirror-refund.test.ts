import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mirrorRefund } from './mirror-refund.ts';

/** Refunds the parts one after the other and returns what the buyer got back for each. */
function refundAll(presentmentTotal: number, processingTotal: number, parts: readonly number[]): number[] {
  let processingRefunded = 0;
  let presentmentRefunded = 0;
  return parts.map((amount) => {
    const back = mirrorRefund({ presentmentTotal, processingTotal, processingRefunded, presentmentRefunded, amount });
    processingRefunded += amount;
    presentmentRefunded += back;
    return back;
  });
}

describe('a refund in the currency that the buyer paid', () => {
  test('157.12 EGP paid as 1.000 KWD comes back as 0.318, 0.318 and 0.364', () =>
    expect(refundAll(1_000, 15_712, [5_000, 5_000, 5_712])).toEqual([318, 318, 364]));
  test('however a charge is refunded in parts, the buyer gets back what was paid', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.nat(1_000_000_000), (amounts, presentmentTotal) => {
        const total = amounts.reduce((a, b) => a + b, 0);
        const back = refundAll(presentmentTotal, total, amounts);
        expect(back.every((amount) => amount >= 0)).toBe(true);
        expect(back.reduce((a, b) => a + b, 0)).toBe(presentmentTotal);
      }),
    );
  });
  test('after a refund failed the next one completes what is missing', () => {
    const state = {
      presentmentTotal: 1_000,
      processingTotal: 15_712,
      processingRefunded: 5_000,
      presentmentRefunded: 318,
    };
    expect(mirrorRefund({ ...state, amount: 10_712 })).toBe(682);
  });
  test('gives nothing rather than less when failed siblings left it a unit ahead', () =>
    expect(
      mirrorRefund({
        presentmentTotal: 1,
        processingTotal: 10,
        processingRefunded: 1,
        presentmentRefunded: 1,
        amount: 1,
      }),
    ).toBe(0));
  test('more than was charged is refused', () =>
    expect(() =>
      mirrorRefund({
        presentmentTotal: 10,
        processingTotal: 10,
        processingRefunded: 6,
        presentmentRefunded: 6,
        amount: 5,
      }),
    ).toThrow(RangeError));
});
