import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PaymentIntent, ReconciliationFinding, ReconciliationTotal, Refund } from '@mizan/contracts';
import { Stripe } from 'stripe';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import {
  connectStripe,
  type LiveWorld,
  startLivePayments,
  stripeKeys,
} from '../provider-callbacks/live.test-support.ts';
import { reconcile } from './reconciliation.test-support.ts';

let world: LiveWorld;
/** What the merchant does at Stripe, without the platform. */
let dashboard: Stripe;
beforeAll(async () => {
  world = await startLivePayments();
  const { hostname, port } = new URL(world.stripe.url);
  dashboard = new Stripe(stripeKeys.secretKey, { protocol: 'http', host: hostname, port, telemetry: false });
});
afterEach(() => world.stripe.faults.clear());
afterAll(() => world.stop());

const chargeOf = ({ charges }: PaymentIntent): string => charges.at(-1)?.id ?? '';
async function paid(token = 'pm_card_visa', more: object = {}): Promise<string> {
  const { body } = await world.pay(token, more);
  return chargeOf(body);
}
async function refund(charge: string, amount: number, ends = 'SUCCEEDED'): Promise<string> {
  await makeLiveFundsAvailable(world);
  const { status, body } = await world.live<Refund>('POST', '/refunds', { chargeId: charge, amount });
  expect([status, body]).toMatchObject([201, { status: ends }]);
  return body.id;
}
const idAtStripe = (charge: string): string => world.intentAtStripe(charge).id;
/** What a comparison finds of a charge. */
async function found(charge: string): Promise<readonly ReconciliationFinding[]> {
  const { findings } = await reconcile(world.operator);
  return findings.filter(({ chargeId }) => chargeId === charge);
}
const sumOf = (totals: readonly ReconciliationTotal[]) => ({
  payments: totals.reduce((sum, { payments }) => sum + payments, 0),
  refunds: totals.reduce((sum, { refunds }) => sum + refunds, 0),
  amountRefunded: totals.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0),
});
const side = (state: string, amount: number, currency = 'EGP') => ({ state, amount, currency });

test('a mixed day agrees: paid, held, captured in part, declined, canceled, refunded in part and in full', async () => {
  await Promise.all([paid(), paid('pm_card_visa_chargeDeclined'), paid('pm_card_threeDSecure2Required')]);
  const manual = { captureMethod: 'manual' };
  await paid('pm_card_visa', manual);
  const [captured, canceled] = [
    (await world.pay('pm_card_visa', manual)).body,
    (await world.pay('pm_card_visa', manual)).body,
  ];
  await world.live('POST', `/payment-intents/${captured.id}/capture`, { amountToCapture: 6_000 });
  await world.live('POST', `/payment-intents/${canceled.id}/cancel`);
  const [part, whole] = [await paid(), await paid()];
  await refund(part, 2_500);
  await refund(whole, 10_000);
  const { findings, totals } = await reconcile(world.operator);
  expect(findings).toEqual([]);
  expect(totals).toEqual([
    {
      ...{ accountId: 'acct_test', connectionId: world.connected.id, provider: 'stripe', coverage: 'list' },
      // Paid three times, held once, captured once.
      ...{ currency: 'EGP', payments: 5, amount: 36_000, refunds: 2, amountRefunded: 12_500 },
    },
  ]);
  expect(await world.findings()).toEqual([]);
});

describe('a payment', () => {
  test('that was made at Stripe itself is missing here', async () => {
    const { id } = await dashboard.paymentIntents.create({
      ...{ amount: 4_200, currency: 'egp', confirm: true, payment_method: 'pm_card_visa' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const { findings } = await reconcile(world.operator);
    expect(findings.filter(({ reference }) => reference === id)).toEqual([
      {
        ...{ kind: 'missing_here', accountId: null, connectionId: world.connected.id, provider: 'stripe' },
        ...{ chargeId: null, refundId: null, reference: id, here: null, there: side('captured', 4_200), detail: null },
      },
    ]);
  });

  test('that Stripe does not know is missing there', async () => {
    const charge = await paid();
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' };
    const path = `/v1/payment_intents/${idAtStripe(charge)}`;
    world.stripe.faults.add({ effect: 'status', status: 404, body: { error }, path, times: null });
    Object.assign(world.intentAtStripe(charge), { accountId: 'acct_other' }); // nor in its list
    expect(await found(charge)).toMatchObject([
      { kind: 'missing_there', reference: idAtStripe(charge), here: side('captured', 10_000), there: null },
    ]);
  });

  test('that was paid twice is doubled', async () => {
    const charge = await paid();
    const { id } = await dashboard.paymentIntents.create({
      ...{ amount: 10_000, currency: 'egp', confirm: true, payment_method: 'pm_card_visa' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { mizan_charge: charge },
    });
    expect(await found(charge)).toMatchObject([{ kind: 'doubled', reference: id, there: side('captured', 10_000) }]);
  });

  test('that failed here and was paid there is in another state', async () => {
    const charge = await paid('pm_card_visa_chargeDeclined');
    const { id } = await dashboard.paymentIntents.create({
      ...{ amount: 10_000, currency: 'egp', confirm: true, payment_method: 'pm_card_visa' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { mizan_charge: charge },
    });
    expect(await found(charge)).toMatchObject([
      { kind: 'state_differs', reference: id, here: side('ended', 10_000), there: side('captured', 10_000) },
    ]);
  });

  test('whose hold was captured at Stripe itself is in another state', async () => {
    const charge = await paid('pm_card_visa', { captureMethod: 'manual' });
    world.stripe.captureInDashboard(idAtStripe(charge), 6_000);
    expect(await found(charge)).toMatchObject([
      { kind: 'state_differs', here: side('held', 10_000), there: side('captured', 6_000) },
    ]);
  });

  test('whose hold was captured further at Stripe itself has another amount', async () => {
    const { body } = await world.pay('pm_card_visa', { captureMethod: 'manual' });
    const part = { amountToCapture: 4_000, finalCapture: false };
    await world.live('POST', `/payment-intents/${body.id}/capture`, part);
    world.stripe.captureInDashboard(idAtStripe(chargeOf(body)), 3_000);
    expect(await found(chargeOf(body))).toMatchObject([
      { kind: 'amount_differs', here: side('captured', 4_000), there: side('captured', 7_000) },
    ]);
  });

  test('whose further capture was made at Stripe, and its answer lost, waits here', async () => {
    const hold = async () => (await world.pay('pm_card_visa', { captureMethod: 'manual' })).body;
    const [first, second] = [await hold(), await hold()];
    const capture = ({ id }: PaymentIntent, amountToCapture: number) =>
      world.live('POST', `/payment-intents/${id}/capture`, { amountToCapture, finalCapture: false });
    for (const each of [first, second]) await capture(each, 4_000);
    const path = '/v1/payment_intents/*/capture';
    world.stripe.faults.add({ effect: 'lost', done: true, path, times: null });
    await capture(first, 3_000);
    await capture(second, 500);
    for (const [{ charges }, amount] of [
      [first, 7_000],
      [second, 4_500],
    ] as const)
      expect(await found(charges[0]?.id ?? '')).toMatchObject([
        { kind: 'state_differs', here: side('waiting', amount), there: side('captured', amount) },
      ]);
  });

  test('that Stripe has in another currency differs', async () => {
    const charge = await paid();
    Object.assign(world.intentAtStripe(charge), { currency: 'usd' });
    expect(await found(charge)).toMatchObject([
      { kind: 'currency_differs', here: side('captured', 10_000), there: side('captured', 10_000, 'USD') },
    ]);
  });

  test('about which Stripe does not answer was not compared, and the others were', async () => {
    const [silent, doubled] = [await paid(), await paid()];
    const path = `/v1/payment_intents/${idAtStripe(silent)}`;
    world.stripe.faults.add({ effect: 'status', status: 500, body: {}, path, times: null });
    Object.assign(world.intentAtStripe(silent), { accountId: 'acct_other' });
    Object.assign(world.intentAtStripe(doubled), { currency: 'usd' });
    expect(await found(silent)).toMatchObject([{ kind: 'not_answered', here: null, there: null }]);
    expect(await found(doubled)).toMatchObject([{ kind: 'currency_differs' }]);
  });
});

describe('a refund', () => {
  test('that was made at Stripe itself is missing here', async () => {
    const charge = await paid();
    const { id } = await dashboard.refunds.create({ payment_intent: idAtStripe(charge), amount: 1_200 });
    expect(await found(charge)).toMatchObject([
      { kind: 'refund_missing_here', reference: id, refundId: null, here: null, there: side('succeeded', 1_200) },
    ]);
  });

  test.each([
    ['pm_card_visa', 'succeeded'],
    ['pm_card_pendingRefund', 'pending'],
  ])(
    'that was made at Stripe itself with %s is missing here beside one of its amount that was not sent',
    async (card, state) => {
      const charge = await paid(card);
      world.stripe.faults.add({ effect: 'lost', method: 'POST', path: '/v1/refunds', times: null });
      const pending = await refund(charge, 1_000, 'PENDING');
      world.stripe.faults.clear();
      const { id } = await dashboard.refunds.create({ payment_intent: idAtStripe(charge), amount: 1_000 });
      expect(await found(charge)).toMatchObject([
        { kind: 'refund_missing_here', reference: id, refundId: null, here: null, there: side(state, 1_000) },
      ]);
      const { body } = await world.live<Refund>('GET', `/refunds/${pending}`);
      expect(body.status).toBe('PENDING');
    },
  );

  test('whose answer was lost is known by its name beside one of its amount that was made at Stripe itself', async () => {
    const charge = await paid();
    world.stripe.faults.add({ effect: 'lost', done: true, method: 'POST', path: '/v1/refunds', times: null });
    const refundId = await refund(charge, 1_000, 'PENDING');
    world.stripe.faults.clear();
    const own = world.stripe.records().findLast(({ metadata }) => metadata['mizan_refund'] === refundId)?.id ?? '';
    const { id } = await dashboard.refunds.create({ payment_intent: idAtStripe(charge), amount: 1_000 });
    const findings = await found(charge);
    expect(findings).toMatchObject([
      { kind: 'refund_state_differs', refundId, here: side('pending', 1_000), there: side('succeeded', 1_000) },
      { kind: 'refund_missing_here', refundId: null, reference: id },
    ]);
    expect(findings[0]?.reference).toBe(own);
  });

  test('that Stripe has carried out twice is doubled', async () => {
    const charge = await paid();
    const refundId = await refund(charge, 1_000);
    const metadata = { mizan_refund: refundId };
    const { id } = await dashboard.refunds.create({ payment_intent: idAtStripe(charge), amount: 1_000, metadata });
    expect(await found(charge)).toMatchObject([
      { kind: 'refund_doubled', refundId, reference: expect.stringMatching(/^re_/), here: side('succeeded', 1_000) },
    ]);
    expect(id).not.toBe(refundId);
  });

  test('that did not reach its buyer in the end is missing there', async () => {
    const charge = await paid('pm_card_refundFail');
    const refundId = await refund(charge, 1_000);
    const made = world.stripe.records().findLast(({ metadata }) => metadata['mizan_refund'] === refundId)?.id ?? '';
    const settle = { method: 'POST', body: JSON.stringify({ succeeds: false }) };
    expect((await fetch(`${world.stripe.url}/_control/refunds/${made}/settle`, settle)).status).toBe(200);
    expect(await found(charge)).toMatchObject([
      { kind: 'refund_missing_there', refundId, here: side('succeeded', 1_000), there: null },
    ]);
  });

  test('of an older payment is compared on the day of the refund', async () => {
    const [ours, theirs] = [await paid(), await paid()];
    const refundId = await refund(ours, 1_000);
    const older = `update charges set created_at = created_at - interval '2 days' where id = any ($1)`;
    await world.db('payments').query(older, [[ours, theirs]]);
    for (const charge of [ours, theirs]) {
      const intent = world.intentAtStripe(charge);
      Object.assign(intent, { created: intent.created - 2 * 24 * 60 * 60 });
    }
    await dashboard.refunds.create({
      payment_intent: idAtStripe(ours),
      amount: 1_000,
      metadata: { mizan_refund: refundId },
    });
    const { id } = await dashboard.refunds.create({ payment_intent: idAtStripe(theirs), amount: 900 });
    expect(await found(ours)).toMatchObject([{ kind: 'refund_doubled', refundId }]);
    expect(await found(theirs)).toMatchObject([{ kind: 'refund_missing_here', reference: id }]);
  });
});

test('two refunds of an older payment are counted once, and so is what differs, on however many pages they are', async () => {
  const charge = await paid();
  const counted = async () => {
    const { findings, totals } = await reconcile(world.operator);
    return { ...sumOf(totals), found: findings.filter(({ chargeId }) => chargeId === charge) };
  };
  const before = await counted();
  const refundsOfTwoPages = 11;
  for (let n = 0; n < refundsOfTwoPages; n++) await refund(charge, 100);
  const older = `update charges set created_at = created_at - interval '2 days' where id = $1`;
  await world.db('payments').query(older, [charge]);
  const intent = world.intentAtStripe(charge);
  Object.assign(intent, { created: intent.created - 2 * 24 * 60 * 60 });
  const { id } = await dashboard.refunds.create({ payment_intent: intent.id, amount: 900 });
  expect(await counted()).toMatchObject({
    ...{ refunds: before.refunds + refundsOfTwoPages, amountRefunded: before.amountRefunded + refundsOfTwoPages * 100 },
    found: [{ kind: 'refund_missing_here', reference: id }],
  });
});

test('while the list of Stripe is slow, every payment is compared, a few on each page', async () => {
  await Promise.all(Array.from({ length: 6 }, async () => paid()));
  const differs = await paid();
  Object.assign(world.intentAtStripe(differs), { currency: 'usd' });
  const { totals } = await reconcile(world.operator);
  const listMs = 13_000;
  const now = performance.now.bind(performance);
  const lists = () => world.stripe.requests.filter(({ path }) => /^\/v1\/payment_intents(\?|$)/.test(path)).length;
  const known = lists();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + listMs * lists());
  try {
    const slow = await reconcile(world.operator);
    expect(lists()).toBeGreaterThan(known);
    expect(sumOf(slow.totals)).toEqual(sumOf(totals));
    expect(slow.findings).toContainEqual(expect.objectContaining({ kind: 'currency_differs', chargeId: differs }));
  } finally {
    clock.mockRestore();
  }
});

test('accounts that share one account at Stripe have its payments compared once, each with its own', async () => {
  const second = await connectStripe(world.operator, 'acct_shares');
  const pay = world.merchantClient('payments', { merchantId: 'acct_shares', livemode: true });
  const { body } = await pay<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 7_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks' },
    paymentMethod: { type: 'card', token: 'pm_card_visa' },
  });
  const { id } = await dashboard.paymentIntents.create({
    ...{ amount: 4_300, currency: 'egp', confirm: true, payment_method: 'pm_card_visa' },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const { findings, totals } = await reconcile(world.operator);
  expect(findings.filter(({ reference }) => reference === id)).toHaveLength(1);
  expect(findings.filter(({ chargeId }) => chargeId === chargeOf(body))).toEqual([]);
  expect(totals).toContainEqual(expect.objectContaining({ connectionId: second.id, payments: 1, amount: 7_000 }));
  const own = await reconcile(world.operator, { accountId: 'acct_shares' });
  expect(own.totals).toMatchObject([{ accountId: 'acct_shares', payments: 1 }]);
  expect(own.findings.map(({ kind }) => kind)).toEqual(own.findings.map(() => 'missing_here'));
});

test('a comparison changes nothing: no payment, no refund, and no request but reads', async () => {
  const before = world.stripe.requests.length;
  const rows = async () =>
    (await world.db('payments').query(`select id, status, version, updated_at from charges order by id`)).rows;
  const known = await rows();
  await reconcile(world.operator);
  expect(new Set(world.stripe.requests.slice(before).map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(await rows()).toEqual(known);
});

test.each([
  ['a period that ends before it starts', { from: '2030-01-01T00:00:00Z' }, 'to'],
  ['a cursor of another list', { cursor: 'bm90aGluZw' }, 'cursor'],
])('400 parameter_invalid for %s', async (_, changes, param) => {
  await expect(reconcile(world.operator, changes)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringContaining(`"param":"${param}"`) }),
  );
});
