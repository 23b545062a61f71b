import { describe, expect, test } from '@jest/globals';
import { chooseFeeRow, feeTermsOf, hasFeeRow } from './fee-schedule.ts';

const general = {
  paymentMethodType: 'card',
  currency: 'EGP',
  brand: null,
  isOnUs: null,
  isInternational: null,
  ratePpm: 27_500,
  fixed: 300,
};
const amex = { ...general, brand: 'amex', ratePpm: 35_000 };
const onUs = { ...general, isOnUs: true, ratePpm: 15_000 };
const international = { ...general, isInternational: true, ratePpm: 39_000 };
const internationalAmex = { ...international, brand: 'amex', ratePpm: 42_000 };
const dollars = { ...general, currency: 'USD', fixed: 30 };
const rows = [general, amex, onUs, international, internationalAmex, dollars];
const domesticVisa = {
  paymentMethodType: 'card',
  currency: 'EGP',
  brand: 'visa',
  isOnUs: false,
  isInternational: false,
};

describe('the fee row of a payment', () => {
  test('a domestic card of no particular brand has the general row', () =>
    expect(chooseFeeRow(rows, domesticVisa)).toBe(general));
  test('a brand, on-us and international cards have their own', () => {
    expect(chooseFeeRow(rows, { ...domesticVisa, brand: 'amex' })).toBe(amex);
    expect(chooseFeeRow(rows, { ...domesticVisa, isOnUs: true })).toBe(onUs);
    expect(chooseFeeRow(rows, { ...domesticVisa, isInternational: true })).toBe(international);
  });
  test('two matching columns outweigh one, whichever they are', () => {
    const onUsAmex = { ...onUs, brand: 'amex' };
    const payment = { ...domesticVisa, brand: 'amex', isOnUs: true, isInternational: true };
    expect(chooseFeeRow([international, onUsAmex], payment)).toBe(onUsAmex);
  });
  test('an international row of the brand goes before both', () =>
    expect(chooseFeeRow(rows, { ...domesticVisa, brand: 'amex', isInternational: true })).toBe(internationalAmex));
  test('international outweighs on-us, which outweighs the brand', () => {
    expect(chooseFeeRow([amex, onUs], { ...domesticVisa, brand: 'amex', isOnUs: true })).toBe(onUs);
    expect(chooseFeeRow([amex, onUs, international], { ...domesticVisa, isOnUs: true, isInternational: true })).toBe(
      international,
    );
  });
  test('a provider’s row is for its payments alone, and goes before any other row with one match', () => {
    const ofPaymob = { ...general, provider: 'paymob', ratePpm: 20_000 };
    const table = [...rows, ofPaymob];
    const [paymob, stripe] = ['paymob', 'stripe'].map((provider) => ({ ...domesticVisa, provider }));
    expect(chooseFeeRow(table, { ...domesticVisa, ...paymob })).toBe(ofPaymob);
    expect(chooseFeeRow(table, { ...domesticVisa, ...stripe })).toBe(general);
    expect(chooseFeeRow(table, { ...domesticVisa, provider: null })).toBe(general);
    expect(chooseFeeRow(table, { ...domesticVisa, ...paymob, isInternational: true })).toBe(ofPaymob);
    const both = { ...domesticVisa, ...paymob, brand: 'amex', isInternational: true };
    expect(chooseFeeRow(table, both)).toBe(internationalAmex);
    expect(chooseFeeRow([...table, { ...ofPaymob, isInternational: true, brand: 'amex' }], both)?.ratePpm).toBe(20_000);
  });
  test('a row says what a refund costs, rows of an earlier release cost nothing', () => {
    expect(feeTermsOf([{ ...general, refundFixed: 150 }], 0, domesticVisa)).toMatchObject({ refundFixed: 150 });
    expect(feeTermsOf([general], 140_000, domesticVisa)).toEqual({ ratePpm: 27_500, fixed: 300, vatPpm: 140_000 });
  });
  test('while the card is unknown only the general row matches', () =>
    expect(chooseFeeRow(rows, { ...domesticVisa, brand: null, isOnUs: null, isInternational: null })).toBe(general));
  test('a fixed fee is never taken in another currency', () => {
    expect(chooseFeeRow(rows, { ...domesticVisa, currency: 'USD' })).toBe(dollars);
    expect(chooseFeeRow(rows, { ...domesticVisa, currency: 'KWD' })).toBeUndefined();
  });
  test('another method has no row here', () =>
    expect(chooseFeeRow(rows, { ...domesticVisa, paymentMethodType: 'fawry' })).toBeUndefined());
  test('between equal rows the earlier wins', () =>
    expect(chooseFeeRow([general, { ...general, ratePpm: 1 }], domesticVisa)).toBe(general));
});

describe('whether a fee is agreed for what is offered', () => {
  const cards = { paymentMethodType: 'card', currency: 'EGP', provider: 'paymob' };
  test('a row for some of its cards is enough: which card it will be is not known', () =>
    expect(hasFeeRow([internationalAmex], cards)).toBe(true));
  test('a row for another provider, currency or method is not', () => {
    expect(hasFeeRow([{ ...general, provider: 'stripe' }], cards)).toBe(false);
    expect(hasFeeRow([{ ...general, provider: 'paymob' }], cards)).toBe(true);
    expect(hasFeeRow([dollars], cards)).toBe(false);
    expect(hasFeeRow(rows, { ...cards, paymentMethodType: 'cash_on_delivery' })).toBe(false);
  });
});
