import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

const priceOf = (unitAmount: number, currency: 'GBP' | 'BHD' | 'CNY' = 'GBP') =>
  world.siblings.addPrice({ unitAmount, currency }).price.id;
const adjustable = { enabled: true, minimum: 1, maximum: 9 };

describe('a session whose prices are in a currency that the account does not process', () => {
  test('is processed in the default currency, with the same totals in its own beside them', async () => {
    const session = await world.openSession({
      currency: 'GBP',
      lineItems: [{ price: priceOf(1_000), quantity: 2 }, { price: priceOf(333) }],
      feeConfig: { vatCollectionEnabled: true, vatCollectionRate: 20 },
    });
    const locked = { currency: 'GBP', exchangeRate: 62.5, exchangeRateId: 'fxr_gbp' };
    expect(session).toMatchObject({
      currency: 'EGP',
      amountSubtotal: 145_813,
      amountTotal: 175_000,
      totalDetails: { amountCollectedVat: 29_187 },
      presentmentDetails: {
        ...locked,
        amount: 2_800,
        amountSubtotal: 2_333,
        amountDiscount: 0,
        amountCollectedVat: 467,
        amountTotal: 2_800,
      },
    });
    expect(
      session.lineItems.map(({ currency, price, presentmentDetails }) => [
        currency,
        price.currency,
        presentmentDetails,
      ]),
    ).toEqual([
      ['EGP', 'GBP', expect.objectContaining({ ...locked, amount: 2_000, amountSubtotal: 2_000 })],
      ['EGP', 'GBP', expect.objectContaining({ ...locked, amount: 333, amountTotal: 333 })],
    ]);
  });

  test('keeps its rate for life: changes and the payment use it', async () => {
    world.siblings.rates.set('BHD EGP', { id: 'fxr_first', rate: 128.640123 });
    const session = await world.openSession({
      lineItems: [{ price: priceOf(1_001, 'BHD'), adjustableQuantity: adjustable }],
    });
    world.siblings.rates.set('BHD EGP', { id: 'fxr_second', rate: 200 });
    const { body } = await world.change(session, {
      lineItems: [{ id: session.lineItems[0]?.id, quantity: 3 }],
      customerDetails: { email: 'mona@example.com' },
    });
    expect(body).toMatchObject({
      amountTotal: 38_631, // 3.003 BHD x 128.640123 = 386.306289...
      presentmentDetails: { amount: 3_003, exchangeRateId: 'fxr_first', exchangeRate: 128.640123 },
    });
    const patched = await world.merchant<CheckoutSession>('PATCH', `/checkout/sessions/${session.id}`, {
      lineItems: [{ id: session.lineItems[0]?.id, quantity: 2 }],
    });
    expect(patched.body).toMatchObject({ amountTotal: 25_754, presentmentDetails: { exchangeRateId: 'fxr_first' } });
    const confirmed = await world.confirm(session, { paymentMethod: { type: 'card', card: validCard } });
    expect(confirmed.body.paymentIntent).toMatchObject({ amount: 25_754, currency: 'EGP', status: 'SUCCEEDED' });
    expect(world.siblings.intents.get(session.id)?.intent.presentmentDetails).toEqual({
      amount: 2_002,
      currency: 'BHD',
      exchangeRate: 128.640123,
      exchangeRateId: 'fxr_first',
    });
  });

  test('applies discounts in the currency of its prices, by value and by minimum', async () => {
    const coupon = await world.coupon({
      amountOff: 500,
      currency: 'GBP',
      minimumAmount: 1_000,
      minimumAmountCurrency: 'GBP',
    });
    const session = await world.openSession({
      lineItems: [{ price: priceOf(1_000) }],
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({
      amountTotal: 31_250,
      totalDetails: { amountDiscount: 31_250 },
      presentmentDetails: { amountDiscount: 500, amountTotal: 500 },
    });
    expect((await world.confirm(session)).status).toBe(200);
    const pounds = await world.coupon({ amountOff: 500, currency: 'EGP' });
    const body = { lineItems: [{ price: priceOf(1_000) }], discounts: [{ coupon: pounds.id }] };
    const refused = await world.merchant('POST', '/checkout/sessions', body);
    expect(refused.body.error?.code).toBe('coupon_currency_mismatch');
  });

  test('400 exchange_rate_not_found without a rate', async () => {
    const wanted = { lineItems: [{ price: priceOf(1_000, 'CNY') }] };
    const without = await world.merchant('POST', '/checkout/sessions', wanted);
    expect([without.status, without.body.error?.code, without.body.error?.param]).toEqual([
      400,
      'exchange_rate_not_found',
      'currency',
    ]);
  });

  test('400 unsupported_currency where the account does not price in it, whatever the rate', async () => {
    const other = await startCheckout();
    other.siblings.account = { ...other.siblings.account, presentmentCurrencies: ['BHD'] };
    const wanted = (currency: 'GBP' | 'BHD') => ({
      lineItems: [{ price: other.siblings.addPrice({ currency }).price.id }],
    });
    const refused = await other.merchant('POST', '/checkout/sessions', wanted('GBP'));
    expect(refused.body.error?.code).toBe('unsupported_currency');
    expect((await other.openSession(wanted('BHD'))).currency).toBe('EGP');
    await other.stop();
  });

  test('fetches no rate where the account processes the currency of the prices', async () => {
    world.siblings.received.length = 0;
    const session = await world.openSession();
    expect(world.siblings.received).not.toContain('lockExchangeRate');
    expect(session).not.toHaveProperty('presentmentDetails');
  });

  test('is opened by a payment link at the rate of that moment; the link itself stays in the currency of its prices', async () => {
    const link = await world.merchant<{ id: string; currency: string; computedAmount: number }>(
      'POST',
      '/payment-links',
      {
        lineItems: [{ price: priceOf(1_000) }],
      },
    );
    expect(link.body).toMatchObject({ currency: 'GBP', computedAmount: 1_000 });
    const client = world.buyerClient('checkout');
    const shown = await client<CheckoutSession>('GET', `/client/checkout/${link.body.id}`);
    expect(shown.body).toMatchObject({ currency: 'EGP', amountTotal: 62_500, presentmentDetails: { amount: 1_000 } });
    world.siblings.rates.set('GBP EGP', { id: 'fxr_later', rate: 63 });
    const opened = await client<CheckoutSession>('PATCH', `/client/checkout/${link.body.id}`, {
      customerDetails: { name: 'Mona' },
    });
    expect(opened.body).toMatchObject({ amountTotal: 63_000, presentmentDetails: { exchangeRateId: 'fxr_later' } });
  });
});

const validCard = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' };
