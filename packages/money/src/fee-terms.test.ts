import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { feeOn, FeeTermsInvalid, grossUp } from './fee-terms.ts';
import { AmountOutOfRange, maxAmount } from './minor-units.ts';

const egyptianCard = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };
const terms = fc.record({
  ratePpm: fc.integer({ min: 0, max: 390_000 }),
  fixed: fc.integer({ min: 0, max: 100_000 }),
  vatPpm: fc.integer({ min: 0, max: 270_000 }),
});

describe('a fee', () => {
  test('2.75 % + 3.00 and 14 % VAT on 1,035.90 is 31.49 and 4.41', () =>
    expect(feeOn(103_590, egyptianCard)).toEqual({ fee: 3_149, feeVat: 441, total: 3_590 }));
  test('nothing is charged on 0', () => expect(feeOn(0, egyptianCard).total).toBe(0));
});

describe('grossing up', () => {
  test('a merchant who must keep 1,000.00 charges 1,035.90 and keeps exactly that', () =>
    expect(grossUp(100_000, egyptianCard)).toEqual({
      gross: 103_590,
      surcharge: 3_590,
      fee: 3_149,
      feeVat: 441,
      total: 3_590,
    }));
  test('the naive percentage of the net would leave the merchant 5.23 short', () => {
    const naive = 100_000 + feeOn(100_000, egyptianCard).fee;
    expect(naive - feeOn(naive, egyptianCard).total - 100_000).toBe(-523);
  });
  test('the merchant keeps the net plus at most two units, and a unit less would not do', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), terms, (net, terms) => {
        const { gross, surcharge, total } = grossUp(net, terms);
        const residual = surcharge - total;
        expect(gross - surcharge).toBe(net);
        expect(residual).toBeGreaterThanOrEqual(0);
        expect(residual).toBeLessThanOrEqual(2);
        expect(gross - 1 - feeOn(gross - 1, terms).total).toBeLessThan(net);
      }),
      { numRuns: 3_000 },
    );
  });
  test('in steps of ten it is the first multiple that keeps the net', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (net) => {
        const { gross, surcharge, total } = grossUp(net, egyptianCard, 10);
        expect([gross % 10, gross - surcharge]).toEqual([0, net]);
        expect(gross - total).toBeGreaterThanOrEqual(net);
        expect(gross - 10 - feeOn(gross - 10, egyptianCard).total).toBeLessThan(net);
      }),
    );
  });
  test('the surcharge includes exactly the fee that is later taken from the charge', () => {
    const { gross, fee, feeVat } = grossUp(12_345, egyptianCard);
    expect(feeOn(gross, egyptianCard)).toMatchObject({ fee, feeVat });
  });
  test('a free order stays free', () => expect(grossUp(0, egyptianCard).gross).toBe(0));
  test('terms that take half of a payment or more are refused', () => {
    expect(() => grossUp(100, { ratePpm: 500_000, fixed: 0, vatPpm: 0 })).toThrow(FeeTermsInvalid);
    expect(() => grossUp(100, { ratePpm: 250_000, fixed: 0, vatPpm: 1_000_000 })).toThrow(FeeTermsInvalid);
    expect(() => grossUp(100, { ratePpm: 499_999, fixed: 0, vatPpm: 0 })).not.toThrow();
    expect(() => grossUp(100, { ratePpm: 10, fixed: -1, vatPpm: 0 })).toThrow(FeeTermsInvalid);
  });
  test('the largest amount can be grossed up, a fraction of a unit cannot', () => {
    expect(grossUp(maxAmount, egyptianCard).gross).toBeGreaterThan(maxAmount);
    expect(() => grossUp(0.5, egyptianCard)).toThrow(AmountOutOfRange);
  });
});
