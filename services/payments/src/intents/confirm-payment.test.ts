import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { asInEvents, eventually } from '@mizan/testing';
import { startPayments, type ConfirmOptions, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const typesOf = (events: { type: string; version: number }[]) =>
  events.map(({ type, version }) => `${type} ${version}`);
const code = ({ status, body }: { status: number; body: { error?: { code: string; param?: string } } }) =>
  [status, body.error?.code, body.error?.param].filter((part) => part !== undefined).join(' ');

describe('an approved card', () => {
  test('is captured: charge, intent, fee, balance and events are there together', async () => {
    const intent = await world.confirm({ amount: 103_590 });
    const [charge] = intent.charges;
    expect(intent).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 103_590,
      amountRefunded: 0,
      lastPaymentError: null,
    });
    expect(charge).toMatchObject({
      status: 'SUCCEEDED',
      paid: true,
      captured: true,
      amountCaptured: 103_590,
      outcome: { type: 'authorized', networkStatus: 'approved_by_network' },
      paymentMethodDetails: { card: { brand: 'visa', last4: '4242', checks: { cvc: 'pass' } } },
      balanceTransaction: { type: 'charge', gross: 103_590, fee: 3_590, net: 100_000, status: 'available' },
    });
    expect(charge?.balanceTransaction?.feeDetails.map((detail) => [detail.type, detail.amount])).toEqual([
      ['processing_fee', 3_149],
      ['fee_vat', 441],
    ]);
    expect((await world.balance()).available).toEqual([{ amount: 100_000, currency: 'EGP' }]);
    expect(await world.intent(intent.id)).toEqual(intent);
    expect(PaymentIntent.strict().parse(intent)).toEqual(intent);

    const events = await eventually(async () => {
      const found = await world.eventsOf(intent.id, charge?.id ?? '', 'acct_test:balance');
      expect(found).toHaveLength(4);
      return found;
    });
    expect(typesOf(events)).toEqual([
      'payment_intent.created 1',
      'charge.succeeded 1',
      'payment_intent.succeeded 2',
      'balance.available 1',
    ]);
    expect(events[2]?.object).toEqual(asInEvents(intent));
    expect(events[3]?.object).toEqual(await world.balance());
  });

  test('for manual capture is held, not captured: nothing reaches the balance', async () => {
    const before = await world.balance();
    const intent = await world.confirm({ captureMethod: 'manual', amount: 5_000 });
    expect(intent).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 5_000, amountReceived: 0 });
    expect(Date.parse(intent.captureBefore ?? '') - Date.parse(intent.updatedAt)).toBe(7 * 86_400_000);
    expect(intent.latestCharge).toMatchObject({
      status: 'SUCCEEDED',
      captured: false,
      amountCaptured: 0,
      balanceTransaction: null,
    });
    expect(typesOf(await world.eventsOf(intent.id, intent.latestCharge?.id ?? ''))).toEqual([
      'payment_intent.created 1',
      'charge.succeeded 1',
      'payment_intent.amount_capturable_updated 2',
    ]);
    expect(await world.balance()).toEqual(before);
  });
});

describe('a repeated confirm', () => {
  test('with the same key gets the same answer', async () => {
    const request: ConfirmOptions = { checkoutSessionId: newId('cs_test'), idempotencyKey: newId('key') };
    const first = await world.tryConfirm(request);
    const again = await world.tryConfirm(request);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('of one attempt ten times at once under ten keys is one charge', async () => {
    const checkoutSessionId = newId('cs_test');
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.confirm({ checkoutSessionId })));
    expect(new Set(answers.map((intent) => intent.latestCharge?.id)).size).toBe(1);
    expect((await world.intent(answers[0]?.id ?? '')).charges).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('of a paid session is 409 payment_already_completed', async () => {
    const checkoutSessionId = newId('cs_test');
    await world.confirm({ checkoutSessionId });
    expect(code(await world.tryConfirm({ checkoutSessionId, attempt: 2 }))).toBe('409 payment_already_completed');
  });
});

describe('a declined card', () => {
  test('leaves the payment open with the reason in full, and the next one pays: both charges are kept, oldest first', async () => {
    const checkoutSessionId = newId('cs_test');
    const declined = await world.confirm({ checkoutSessionId, card: '4000000000009987' });
    expect(declined).toMatchObject({ status: 'REQUIRES_PAYMENT_METHOD', amountReceived: 0, nextAction: null });
    expect(declined.lastPaymentError).toMatchObject({
      code: 'card_declined',
      declineCode: 'lost_card',
      networkDeclineCode: '41',
      type: 'card_error',
      adviceCode: 'do_not_try_again',
      chargeId: declined.latestCharge?.id,
      paymentMethodType: 'card',
      paymentMethod: { card: { last4: '9987' } },
    });
    expect(declined.lastPaymentError?.message).not.toMatch(/lost/i);
    expect(declined.lastPaymentError?.merchantMessage).toMatch(/lost/i);
    expect(declined.latestCharge).toMatchObject({
      status: 'FAILED',
      failureCode: 'card_declined',
      outcome: { reason: 'lost_card' },
    });

    const paid = await world.confirm({ checkoutSessionId, attempt: 2, amount: 12_000 });
    expect(paid).toMatchObject({ id: declined.id, status: 'SUCCEEDED', amount: 12_000, lastPaymentError: null });
    expect(paid.charges.map((charge) => charge.status)).toEqual(['FAILED', 'SUCCEEDED']);
    const ids = paid.charges.map((charge) => charge.id);
    expect(typesOf(await world.eventsOf(paid.id, ...ids))).toEqual([
      'payment_intent.created 1',
      'charge.failed 1',
      'payment_intent.payment_failed 2',
      'charge.succeeded 1',
      'payment_intent.succeeded 3',
    ]);
  });

  test('a tenth time fails the payment for good', async () => {
    const checkoutSessionId = newId('cs_test');
    const attempts = [];
    for (let attempt = 1; attempt <= 10; attempt++)
      attempts.push((await world.confirm({ checkoutSessionId, attempt, card: '4000000000000002' })).status);
    expect(attempts).toEqual([...Array.from({ length: 9 }, () => 'REQUIRES_PAYMENT_METHOD'), 'FAILED']);
    expect(code(await world.tryConfirm({ checkoutSessionId, attempt: 11 }))).toBe('409 resource_invalid_state');
  });

  test('after the session expired fails the payment for good', async () => {
    const { id } = await world.confirm({ card: '4000000000007031' });
    await world.expireSession(id);
    await world.makeDue('charges', `payment_intent_id = '${id}'`);
    await eventually(async () => expect((await world.intent(id)).status).toBe('FAILED'));
  });
});

describe('a confirm is refused', () => {
  test.each<[string, ConfirmOptions, string]>([
    [
      'a card that is no test card',
      { card: '4111111111111111' },
      '400 payment_method_mismatch paymentMethod.card.number',
    ],
    [
      'a method that is not offered in the currency',
      { currency: 'USD', paymentMethod: { type: 'vodafone_cash', phone: '01000000001' } },
      '400 payment_method_mismatch paymentMethod.type',
    ],
    ['a currency that the account does not take', { currency: 'GBP' }, '400 unsupported_currency'],
    ['less than a pound', { amount: 99 }, '400 amount_invalid'],
    ['more than a million pounds', { amount: 100_000_001 }, '400 amount_invalid'],
    ['less than a dinar', { currency: 'KWD', amount: 999 }, '400 amount_invalid'],
    [
      'a wallet token that is no token',
      { paymentMethod: { type: 'apple_pay', token: 'nonsense' } },
      '400 payment_method_mismatch paymentMethod.token',
    ],
    [
      'a saved method of a type that the checkout does not offer',
      { paymentMethod: { id: 'pm_test_card_succeed' }, paymentMethodTypes: ['fawry'] },
      '400 payment_method_mismatch paymentMethod.type',
    ],
    ['a method without a card', { paymentMethod: { type: 'card' } }, '400 parameter_missing paymentMethod.card.number'],
  ])('%s', async (_, options, expected) => {
    expect(code(await world.tryConfirm(options))).toBe(expected);
  });
  test('in live mode without a provider: 403 merchant_not_activated', async () => {
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    const { body } = await live('POST', '/internal/calls/confirmPayment', world.confirmRequest({}), {
      idempotencyKey: newId('key'),
    });
    expect(body.error?.code).toBe('merchant_not_activated');
  });
  test('and leaves nothing behind', async () => {
    const checkoutSessionId = newId('cs_test');
    await world.tryConfirm({ checkoutSessionId, card: '4111111111111111' });
    const answer = await world.checkout('POST', '/internal/calls/getSessionPayment', { checkoutSessionId });
    expect(answer.body).toEqual({ paymentIntent: null, objectVersion: 0 });
  });
});

test('events name the key of the request that caused them, never that of a question between services', async () => {
  const send = async (headers: Record<string, string>) => {
    const { body } = await world.checkout<{ paymentIntent: { id: string } }>(
      'POST',
      '/internal/calls/confirmPayment',
      world.confirmRequest({}),
      { idempotencyKey: newId('key'), headers },
    );
    const { rows } = await world
      .db('payments')
      .query<{ key: string | null }>(
        `select distinct payload::json ->> 'idempotencykey' as key from outbox where aggregate_id = $1`,
        [body.paymentIntent.id],
      );
    return rows.map(({ key }) => key);
  };
  expect(await send({})).toEqual([null]);
  expect(await send({ 'x-original-idempotency-key': 'order-7' })).toEqual(['order-7']);
});
