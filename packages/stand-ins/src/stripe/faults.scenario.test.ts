import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fault } from '../server/faults.ts';
import { startShop, type Shop } from './shop.test-support.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

const create = () => shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp' }, { idempotencyKey: 'k' });
const inject = (fault: object) =>
  shop.send('POST', '/_control/faults', {
    body: JSON.stringify(fault),
    headers: { 'content-type': 'application/json' },
  });

/** Stripe's SDK repeats a request once whose connection was closed, whatever its settings. */
const twice = { times: 2 };

describe('by POST /_control/faults an answer is', () => {
  test.each<[string, Fault, string, number]>([
    ['lost before the work is done', { effect: 'lost', ...twice }, 'StripeConnectionError', 0],
    ['lost after the work was done', { effect: 'lost', done: true, ...twice }, 'StripeConnectionError', 1],
    ['a reset of the connection', { effect: 'reset', done: true, ...twice }, 'StripeConnectionError', 1],
    ['a page of HTML with 500', { effect: 'html_500' }, 'StripeAPIError', 0],
    ['not JSON', { effect: 'not_json', done: true }, 'StripeAPIError', 1],
    ['200 with an error inside', { effect: 'error_in_200', done: true }, 'StripeAPIError', 1],
    ['503', { effect: 'status', status: 503 }, 'StripeAPIError', 0],
    ['a redirect', { effect: 'redirect', location: 'https://elsewhere.example/' }, 'StripeAPIError', 0],
  ])('%s', async (_, fault, type, count) => {
    expect((await inject(fault)).status).toBe(200);
    await expect(create()).rejects.toMatchObject({ type });
    expect(shop.standIn.intents).toHaveLength(count);
    expect((await create()).object).toBe('payment_intent'); // the fault is used up
    expect(shop.standIn.intents).toHaveLength(1); // and the key has done its work once
  });

  test('slow, and then as it should be', async () => {
    await inject({ effect: 'slow', delayMs: 300 });
    const startedAt = performance.now();
    await create();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
  });

  test('wrong for the paths that are named, until it is cleared', async () => {
    await inject({ effect: 'status', status: 500, path: '/v1/payment_intents/*/cancel', times: null });
    const { id } = await create();
    for (let i = 0; i < 3; i++)
      await expect(shop.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 500 });
    await shop.send('DELETE', '/_control/faults');
    expect((await shop.stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });
});

test('a key is revoked in the middle, and accepted again', async () => {
  const revoke = (revoked: boolean) =>
    shop.send('POST', '/_control/keys/revoke', {
      body: JSON.stringify({ key: shop.standIn.account.secretKey, revoked }),
    });
  await revoke(true);
  await expect(create()).rejects.toMatchObject({ type: 'StripeAuthenticationError', code: 'api_key_expired' });
  await revoke(false);
  expect((await create()).status).toBe('requires_payment_method');
});

test('a test method whose outcome is unknown has paid, and its key keeps answering 500', async () => {
  const pay = () =>
    shop.stripe.paymentIntents.create(
      {
        amount: 10_000,
        currency: 'egp',
        confirm: true,
        allowed_payment_method_types: ['card'],
        payment_method: 'pm_card_answerUnknown',
      },
      { idempotencyKey: 'unknown' },
    );
  for (let i = 0; i < 2; i++) await expect(pay()).rejects.toMatchObject({ statusCode: 500 });
  expect(shop.standIn.intents).toMatchObject([{ status: 'succeeded', amountReceived: 10_000 }]);
});

describe('the control', () => {
  test.each([
    ['/_control/faults', '{"effect":"explode"}'],
    ['/_control/faults', 'not json'],
    ['/_control/payment_intents/pi_none/pay', '{}'],
    ['/_control/payment_intents/pi_none/authenticate', '{"succeeds":"yes"}'],
    ['/_control/refunds/re_none/settle', '{}'],
    ['/_control/keys/revoke', '{"key":1}'],
    ['/_control/webhook_endpoints', '{"url":"javascript:1"}'],
  ])('%s refuses %s with 400', async (path, body) => {
    expect((await shop.send('POST', path, { body })).status).toBe(400);
  });

  test('shows the keys and the newest payments to a person on this machine', async () => {
    await shop.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'egp',
      confirm: true,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
    });
    const { text } = await shop.send('GET', '/_control/');
    expect(text).toContain(shop.standIn.account.secretKey);
    expect(text).toContain(shop.standIn.records()[0]?.id);
  });

  test('is closed to web pages', async () => {
    const { status } = await shop.send('GET', '/_control/account', { headers: { origin: 'https://evil.example' } });
    expect(status).toBe(403);
  });

  test('acts as the buyer and as the merchant: pays, captures, cancels, settles', async () => {
    const act = async (path: string, body: object = {}) =>
      JSON.parse((await shop.send('POST', `/_control/${path}`, { body: JSON.stringify(body) })).text) as object;
    const held = await shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp', capture_method: 'manual' });
    expect(await act(`payment_intents/${held.id}/pay`)).toMatchObject({ status: 'requires_capture' });
    expect(await act(`payment_intents/${held.id}/capture`, { amount: 4_000 })).toMatchObject({
      amount_received: 4_000,
    });
    const other = await shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp' });
    expect(await act(`payment_intents/${other.id}/cancel`)).toMatchObject({ status: 'canceled' });
    const refund = await shop.stripe.refunds.create({ payment_intent: held.id });
    expect(await act(`refunds/${refund.id}/settle`, { succeeds: false })).toMatchObject({ status: 'failed' });
  });
});
