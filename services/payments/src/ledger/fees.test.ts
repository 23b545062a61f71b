import { describe, expect, test } from '@jest/globals';
import type { FeeRule } from '@mizan/contracts';
import { feeOn } from '@mizan/money';
import { feeOfCapture, findFeeTerms } from './fees.ts';
import fc from 'fast-check';

const card: FeeRule = {
  paymentMethodType: 'card',
  brand: null,
  isOnUs: null,
  isInternational: null,
  currency: 'EGP',
  ratePpm: 27_500,
  fixed: 300,
  provider: null,
  refundFixed: 0,
};
const account = {
  feeSchedule: [
    card,
    { ...card, isInternational: true, ratePpm: 39_000 },
    { ...card, paymentMethodType: 'fawry' as const, ratePpm: 20_000 },
    { ...card, provider: 'paymob' as const, ratePpm: 22_000, refundFixed: 150 },
  ],
  vatOnFeesPpm: 140_000,
};
const visa = { brand: 'visa', isOnUs: false, isInternational: false } as const;
const terms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };

describe('fee terms of a payment', () => {
  test('come from the row of its method and card, with the account’s VAT', () => {
    const payment = { paymentMethodType: 'card', currency: 'EGP', cardInfo: visa, provider: 'stripe' } as const;
    expect(findFeeTerms(account, payment)).toEqual(terms);
    expect(findFeeTerms(account, { ...payment, cardInfo: { ...visa, isInternational: true } })?.ratePpm).toBe(39_000);
    expect(findFeeTerms(account, { ...payment, paymentMethodType: 'fawry', cardInfo: null })?.ratePpm).toBe(20_000);
    expect(findFeeTerms(account, { ...payment, provider: 'paymob' })).toEqual({
      ...terms,
      ratePpm: 22_000,
      refundFixed: 150,
    });
  });
  test('are none for a payment that the table does not know', () => {
    const payment = { paymentMethodType: 'card', currency: 'KWD', cardInfo: visa, provider: 'stripe' } as const;
    expect(findFeeTerms(account, payment)).toBeUndefined();
  });
});

describe('the fee of a capture', () => {
  test('1,035.90 EGP at 2.75 % + 3.00 with 14 % VAT leaves 1,000.00', () =>
    expect(feeOfCapture({ terms, currency: 'EGP', amount: 103_590, capturedBefore: 0 })).toEqual({
      fee: 3_149,
      feeVat: 441,
      total: 3_590,
      net: 100_000,
      feeDetails: [
        { type: 'processing_fee', amount: 3_149, currency: 'EGP', description: '2.75 % + 3.00 EGP' },
        { type: 'fee_vat', amount: 441, currency: 'EGP', description: '14 % VAT on the fee' },
      ],
    }));
  test('the decimals of the currency are its own', () => {
    const { feeDetails } = feeOfCapture({ terms, currency: 'KWD', amount: 100_000, capturedBefore: 0 });
    expect(feeDetails[0]?.description).toBe('2.75 % + 0.300 KWD');
  });
  test('captures in parts cost together what one capture costs, and none of them less than nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 10 }), (amounts) => {
        let capturedBefore = 0;
        const fees = amounts.map((amount) => {
          const fee = feeOfCapture({ terms, currency: 'EGP', amount, capturedBefore });
          capturedBefore += amount;
          expect(Math.min(fee.fee, fee.feeVat)).toBeGreaterThanOrEqual(0);
          expect(fee.net + fee.feeDetails.reduce((sum, detail) => sum + detail.amount, 0)).toBe(amount);
          return fee.total;
        });
        expect(fees.reduce((a, b) => a + b, 0)).toBe(feeOn(capturedBefore, terms).total);
      }),
    );
  });
});
