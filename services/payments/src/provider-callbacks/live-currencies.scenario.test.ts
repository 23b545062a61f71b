import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import type { AnyBody, ApiAnswer } from '@mizan/testing';
import { connectStripe, kuwaiti, type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];
const post = (path: string, body: object) => world.live('POST', path, body);

test('a currency that no connection takes is 403 merchant_not_activated, and Stripe is not requested', async () => {
  const before = world.stripe.requests.length;
  expect(codeOf(await world.pay(methods.approving, { currency: 'LYD' }))).toEqual([
    403,
    'merchant_not_activated',
    undefined,
  ]);
  const confirm = world.confirmRequest({
    currency: 'LYD',
    paymentMethod: { type: 'card', token: methods.approving },
  });
  const checkout = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
  const answer = await checkout('POST', '/internal/calls/confirmPayment', confirm, { idempotencyKey: 'lyd' });
  expect(codeOf(answer)).toEqual([403, 'merchant_not_activated', undefined]);
  expect(world.stripe.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('amounts in a currency of three decimals end in 0: paid, changed, captured and refunded', async () => {
  const kwd = { currency: 'KWD', amount: 5_120 };
  expect(codeOf(await world.pay(methods.approving, { ...kwd, amount: 5_124 }))).toEqual([
    400,
    'amount_invalid',
    'amount',
  ]);
  const open = await post('/payment-intents', kwd);
  const path = `/payment-intents/${String(open.body['id'])}`;
  expect(codeOf(await world.live('PATCH', path, { amount: 5_121 }))).toEqual([400, 'amount_invalid', 'amount']);
  const { body: held } = await world.pay(methods.approving, { ...kwd, captureMethod: 'manual' });
  expect(held).toMatchObject({ status: 'UNCAPTURED' });
  expect(codeOf(await post(`/payment-intents/${held.id}/capture`, { amountToCapture: 1_005 }))).toEqual([
    400,
    'amount_invalid',
    'amountToCapture',
  ]);
  expect((await post(`/payment-intents/${held.id}/capture`, {})).body).toMatchObject({ amountReceived: 5_120 });
  const refund = await post('/refunds', { paymentIntentId: held.id, amount: 1_001 });
  expect(codeOf(refund)).toEqual([400, 'amount_invalid', 'amount']);
});

test('a payment that is converted into such a currency ends in 0, and its parts add up to it', async () => {
  await connectStripe(world.operator, kuwaiti);
  await world.operator('PUT', '/operator/exchange-rates', {
    rates: [{ base: 'GBP', quote: 'KWD', rate: '0.386789' }],
  });
  const amountDetails = { productAmount: 400, discount: 20, tax: 33, platformFees: 13, tip: 7 };
  const requested = { amount: 433, currency: 'GBP', amountDetails };
  const inKuwait = world.merchantClient('payments', { merchantId: kuwaiti, livemode: true });
  const { status, body } = await inKuwait<PaymentIntent>('POST', '/payment-intents', requested);
  expect([status, body]).toMatchObject([201, { amount: 1_670, currency: 'KWD' }]); // of 1,674.8
  const { productAmount = 0, discount = 0, tax = 0, platformFees = 0, tip = 0 } = body.amountDetails ?? {};
  expect(productAmount - discount + tax + platformFees + tip).toBe(1_670);
});

test('test mode takes every currency of the account to its last unit', async () => {
  const { status } = await world.merchant('POST', '/payment-intents', { amount: 5_124, currency: 'KWD' });
  expect(status).toBe(201);
});
