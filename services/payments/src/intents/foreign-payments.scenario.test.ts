import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BalanceTransaction, Charge, PaymentIntent } from '@mizan/contracts';
import type { AnyBody } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.confirm({ amount: 10_000_000 }); // refunds keep the fee, so there must be more than was paid
});
afterAll(() => world.stop());

const dinars = { amount: 1_000, currency: 'KWD', exchangeRate: 157.123456, exchangeRateId: 'fxr_kwd' } as const;

/** A card payment of 15,712 piastres that its buyer sees as 1.000 KWD. */
const payDinars = (confirm: object = {}) => world.confirm({ amount: 15_712, presentmentDetails: dinars, ...confirm });
const refundOf = (paymentIntentId: string, amount?: number) =>
  world.refund({ paymentIntentId, ...(amount === undefined ? {} : { amount }) });
const shown = async (id: string): Promise<number | undefined> => {
  const { charges } = await world.intent(id);
  return charges[0]?.refunds.reduce((sum, refund) => sum + (refund.presentmentDetails?.amount ?? 0), 0);
};

describe('a checkout’s payment whose prices are in another currency', () => {
  test('shows on intent, charge and movement what the buyer pays, and the rate', async () => {
    const intent = await payDinars();
    expect(intent.presentmentDetails).toEqual(dinars);
    expect(intent.latestCharge?.presentmentDetails).toEqual(dinars);
    expect(intent.latestCharge?.balanceTransaction).toMatchObject({
      gross: 15_712,
      currency: 'EGP',
      exchangeRate: 157.123456,
    });
  });

  test('refunds in parts exactly what was paid: the last refund returns the rest', async () => {
    const { id } = await payDinars();
    const given = [];
    for (const amount of [5_000, 5_000, undefined]) given.push((await refundOf(id, amount)).presentmentDetails?.amount);
    expect(given).toEqual([318, 318, 364]);
    const { charges, status } = await world.intent(id);
    expect(status).toBe('REFUNDED');
    expect(
      charges[0]?.refunds.every(({ presentmentDetails }) => presentmentDetails?.exchangeRateId === 'fxr_kwd'),
    ).toBe(true);
    expect(await world.findings()).toEqual([]);
  });

  test('refunds again what a failed refund did not', async () => {
    const { id } = await payDinars();
    const failing = await refundOf(id, 5_000);
    await world.merchant('POST', `/test-helpers/refunds/${failing.id}/simulate`, { outcome: 'fail' });
    expect(await world.findings()).toEqual([]);
    expect((await refundOf(id)).presentmentDetails?.amount).toBe(1_000);
    expect(await shown(id)).toBe(1_318);
    expect(await world.findings()).toEqual([]);
  });

  test('of which only a part is captured refunds the share of that part', async () => {
    const { id } = await payDinars({ captureMethod: 'manual' });
    await world.merchant('POST', `/payment-intents/${id}/capture`, { amountToCapture: 7_856 });
    expect((await refundOf(id, 3_928)).presentmentDetails?.amount).toBe(250);
    expect((await refundOf(id)).presentmentDetails?.amount).toBe(250);
    expect(await world.findings()).toEqual([]);
  });

  test('keeps the terms that the buyer saw, whatever the account’s table says by then', async () => {
    const feeTerms = { ratePpm: 39_000, fixed: 300, vatPpm: 140_000 };
    const intent = await world.confirm({ amount: 105_010, feeTerms });
    expect(intent.latestCharge?.balanceTransaction).toMatchObject({ gross: 105_010, fee: 5_010, net: 100_000 });
    expect(await world.findings()).toEqual([]);
  });
});

describe('what a charge is in other currencies', () => {
  const setRate = (base: string, quote: string, rate: number, fetchedAt?: string) =>
    world.merchant('PUT', '/test-helpers/exchange-rates', { base, quote, rate, fetchedAt });
  const worth = async (confirm: object) => (await world.confirm(confirm)).latestCharge?.convertedAmounts;

  test('is converted by the rates as it is made, and stays that', async () => {
    await setRate('EGP', 'KWD', 0.006364);
    const { id, latestCharge } = await world.confirm({ amount: 10_000 });
    expect(latestCharge?.convertedAmounts).toEqual({ USD: 206, SAR: 773, AED: 757, KWD: 636 }); // of 206.19, 773.4, …
    await setRate('EGP', 'KWD', 0.01);
    await world.refund({ paymentIntentId: id, amount: 100 });
    expect((await world.intent(id)).latestCharge?.convertedAmounts).toEqual(latestCharge?.convertedAmounts);
    expect(await worth({ amount: 10_000 })).toMatchObject({ KWD: 1_000 });
  });

  test('takes a stale rate: it prices nothing', async () => {
    await setRate('SAR', 'USD', 0.25, new Date(Date.now() - 48 * 3_600_000).toISOString());
    expect(await worth({ amount: 400, currency: 'SAR' })).toMatchObject({ USD: 100 });
  });

  test('leaves out what has no rate or is more than one amount can be, and never stands in the way of the payment', async () => {
    expect(Object.keys((await worth({ amount: 400, currency: 'SAR' })) ?? {})).toEqual(['AED', 'EGP', 'USD']); // not KWD
    for (const quote of ['AED', 'EGP', 'USD']) await setRate('SAR', quote, 999_999_999);
    const intent = await world.confirm({ amount: 100_000, currency: 'SAR' });
    expect(intent.status).toBe('SUCCEEDED');
    expect(intent.latestCharge).not.toHaveProperty('convertedAmounts');
  });

  test('is what its buyer was shown where that was in another currency', async () => {
    expect(await worth({ amount: 15_712, presentmentDetails: { ...dinars, currency: 'OMR' } })).toMatchObject({
      OMR: 1_000,
    });
  });
});

describe('a payment of its own in a currency that the account does not process', () => {
  const begin = (body: object) =>
    world.merchant<PaymentIntent & AnyBody>('POST', '/payment-intents', { amount: 1_000, currency: 'GBP', ...body });

  test('is taken in the default currency at the rate of the moment, which it keeps', async () => {
    const amountDetails = { productAmount: 1_000, discount: 100, tax: 70, platformFees: 20, tip: 10 };
    const { body } = await begin({ amountDetails });
    expect(body).toMatchObject({
      amount: 62_500,
      currency: 'EGP',
      amountDetails: { productAmount: 62_500, discount: 6_250, tax: 4_375, platformFees: 1_250, tip: 625 },
      presentmentDetails: { amount: 1_000, currency: 'GBP', exchangeRate: 62.5 },
    });
    await world.merchant('PUT', '/test-helpers/exchange-rates', { base: 'GBP', quote: 'EGP', rate: 70 });
    const { body: changed } = await world.merchant<PaymentIntent>('PATCH', `/payment-intents/${body.id}`, {
      amount: 65_000,
    });
    expect(changed).toMatchObject({ amount: 65_000, presentmentDetails: { amount: 1_040, exchangeRate: 62.5 } });
    const { body: paid } = await world.merchant<PaymentIntent>('POST', `/payment-intents/${body.id}/confirm`, {
      paymentMethod: { id: 'pm_test_card_succeed' },
    });
    expect(paid).toMatchObject({ status: 'SUCCEEDED', presentmentDetails: { amount: 1_040 } });
    const { body: movement } = await world.merchant<BalanceTransaction>(
      'GET',
      `/balance-transactions/${paid.latestCharge?.balanceTransaction?.id}`,
    );
    expect(movement.exchangeRate).toBe(62.5);
    expect((await refundOf(body.id)).presentmentDetails).toMatchObject({ amount: 1_040, currency: 'GBP' });
    const { body: charge } = await world.merchant<Charge>('GET', `/charges/${paid.latestCharge?.id}`);
    expect(charge).toMatchObject({ refunded: true, presentmentDetails: { amount: 1_040 } });
  });

  test.each([
    [{ currency: 'CNY', fetchedAt: new Date(Date.now() - 27 * 3_600_000).toISOString() }, 'exchange_rate_not_found'],
  ])('400 when the rate is stale: %j', async ({ currency, fetchedAt }, code) => {
    await world.merchant('PUT', '/test-helpers/exchange-rates', { base: currency, quote: 'EGP', rate: 7, fetchedAt });
    const { status, body } = await begin({ currency });
    expect([status, body.error?.code]).toEqual([400, code]);
  });

  test('400 amount_invalid for what is less than the least amount that is processed', async () => {
    await world.merchant('PUT', '/test-helpers/exchange-rates', { base: 'LYD', quote: 'EGP', rate: 0.000001 });
    const { status, body } = await begin({ currency: 'LYD', amount: 1 });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'amount_invalid', 'amount']);
  });
});
