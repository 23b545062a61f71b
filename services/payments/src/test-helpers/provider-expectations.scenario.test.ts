import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, ProviderExpectation, Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, eventually } from '@mizan/testing';
import { cardNumbers } from '../payments-commands.test-support.ts';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.confirm({ amount: 1_000_000 }); // what refunds draw on
});
afterAll(() => world.stop());

const expectations = (body: object) =>
  world.merchant<ProviderExpectation & AnyBody>('POST', '/test-helpers/expectations', body);
const expecting = async (operation: string, fault: object, more: object = {}, match: object = {}) => {
  const { status, body } = await expectations({ match: { operation, ...match }, fault, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const hold = () => world.confirm({ captureMethod: 'manual' });
const ended = (id: string, expected: object) =>
  eventually(async () => {
    await world.makeDue();
    expect(await world.intent(id)).toMatchObject(expected);
  });
const unusedOf = async (id: string): Promise<number | undefined> => {
  const { rows } = await world
    .db('payments')
    .query<{ remaining: number }>('select remaining from provider_expectations where id = $1', [id]);
  return rows[0]?.remaining;
};

/** What becomes of the payment: nothing was done, or it was and nobody knew, or it only took longer. */
const faults = [
  [{ status: 503 }, 'nothing'],
  [{ connectionReset: true }, 'nothing'],
  [{ timeout: true }, 'done'],
  [{ delayMs: 20 }, 'known'],
] as const;

describe('an expectation', () => {
  test('is answered with what is left of it', async () => {
    const made = await expecting('cancel', { delayMs: 5 }, { times: 3, expiresIn: 60 }, { amount: 5 });
    expect(made).toMatchObject({
      object: 'provider_expectation',
      id: expect.stringMatching(/^exp_/),
      match: { operation: 'cancel', amount: 5, metadata: null, reference: null },
      fault: { status: null, timeout: null, connectionReset: null, delayMs: 5 },
      remaining: 3,
    });
    const seconds = (Date.parse(made.expiresAt) - Date.now()) / 1_000;
    expect(Math.abs(seconds - 60)).toBeLessThan(30);
  });
  test.each([
    [{}, 'parameter_missing', 'fault'],
    [{ status: 503, timeout: true }, 'parameters_exclusive', 'fault'],
    [{ status: 404 }, 'parameter_invalid', 'fault.status'],
    [{ delayMs: 10_001 }, 'parameter_invalid', 'fault.delayMs'],
  ])('with the fault %j is 400 %s', async (fault, code, param) => {
    const { status, body } = await expectations({ match: { operation: 'sync' }, fault });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
  });
});

describe.each(faults)('%j', (fault, what) => {
  test('of authorize: one charge, and exactly the money that moved', async () => {
    await expecting('authorize', fault);
    const intent = await world.confirm();
    expect(intent.status).toBe(what === 'known' ? 'SUCCEEDED' : 'PROCESSING');
    await ended(
      intent.id,
      what === 'nothing'
        ? { status: 'REQUIRES_PAYMENT_METHOD', amountReceived: 0, lastPaymentError: { code: 'provider_timeout' } }
        : { status: 'SUCCEEDED', amountReceived: 10_000 },
    );
    expect((await world.intent(intent.id)).charges).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('of capture: it is taken once in the end', async () => {
    const { id } = await hold();
    await expecting('capture', fault);
    const { body } = await world.merchant<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/capture`, {
      amountToCapture: 6_000,
    });
    expect(body.amountReceived).toBe(what === 'known' ? 6_000 : 0);
    await ended(id, { status: 'SUCCEEDED', amountReceived: 6_000 });
    expect((await world.intent(id)).charges).toMatchObject([{ amountCaptured: 6_000 }]);
    expect(await world.findings()).toEqual([]);
  });

  test('of refund: the money is refunded once in the end', async () => {
    const { id } = await world.confirm();
    await expecting('refund', fault);
    const refund = await world.refund({ paymentIntentId: id, amount: 4_000 });
    expect(refund.status).toBe(what === 'known' ? 'SUCCEEDED' : 'PENDING');
    await eventually(async () => {
      await world.makeDue('refunds');
      const { body } = await world.merchant<Refund & AnyBody>('GET', `/refunds/${refund.id}`);
      expect(body.status).toBe('SUCCEEDED');
    });
    expect(await world.intent(id)).toMatchObject({ amountRefunded: 4_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('of cancel: the hold is let go in the end', async () => {
    const { id } = await hold();
    const made = await expecting('cancel', fault);
    const { body } = await world.merchant('POST', `/payment-intents/${id}/cancel`, {});
    const unknown = /^The provider has not answered whether the payment is canceled\./;
    expect(body.error?.message).toEqual(what === 'known' ? undefined : expect.stringMatching(unknown));
    expect(await unusedOf(made.id)).toBe(0);
    await eventually(async () => {
      await world.makeDue();
      await world.merchant('POST', `/payment-intents/${id}/cancel`, {});
      expect(await world.intent(id)).toMatchObject({ status: 'CANCELED', amountReceived: 0 });
    });
    expect(await world.findings()).toEqual([]);
  });
});

test('a capture without an answer does not show why an earlier one failed', async () => {
  const { id } = await world.confirm({ captureMethod: 'manual', card: cardNumbers.capturesInVain });
  const capture = async () =>
    (await world.merchant<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/capture`, {})).body;
  expect((await capture()).lastPaymentError).toMatchObject({ code: 'processing_error' });
  await expecting('capture', { status: 503 });
  expect(await capture()).toMatchObject({ status: 'UNCAPTURED', lastPaymentError: null });
  expect((await world.eventsOf(id)).at(-1)).toMatchObject({
    type: 'payment_intent.updated',
    previousAttributes: { lastPaymentError: { code: 'processing_error' } },
  });
  await ended(id, { status: 'UNCAPTURED', lastPaymentError: { code: 'processing_error' } });
  expect(await world.findings()).toEqual([]);
});

test('a delay is waited for', async () => {
  await expecting('authorize', { delayMs: 400 });
  const startedAt = performance.now();
  expect((await world.confirm()).status).toBe('SUCCEEDED');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
});

test('of sync: asking goes on until there is an answer', async () => {
  const made = await expecting('sync', { status: 500 }, { times: 2 });
  const { id } = await world.confirm({ card: '4000000000007023' });
  await ended(id, { status: 'SUCCEEDED', amountReceived: 10_000 });
  expect(await unusedOf(made.id)).toBe(0);
});

test('happens as often as it was asked for, to operations in parallel too, one expectation after the other', async () => {
  const made = await expecting('authorize', { timeout: true }, { times: 2 });
  const later = await expecting('authorize', { timeout: true });
  const intents = await Promise.all(Array.from({ length: 10 }, () => world.confirm()));
  expect(intents.filter(({ status }) => status === 'PROCESSING')).toHaveLength(3);
  expect(intents.filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(7);
  expect([await unusedOf(made.id), await unusedOf(later.id)]).toEqual([0, 0]);
  for (const { id } of intents) await ended(id, { status: 'SUCCEEDED', amountReceived: 10_000 });
  expect(await world.findings()).toEqual([]);
});

test('an operation that loses the last time to another meets the next expectation', async () => {
  const first = await expecting('authorize', { timeout: true });
  const next = await expecting('authorize', { timeout: true });
  const other = await world.db('payments').connect();
  try {
    await other.query('begin');
    await other.query('update provider_expectations set remaining = 0 where id = $1', [first.id]);
    const confirm = world.confirm();
    await eventually(async () => {
      const { rows } = await world
        .db('payments')
        .query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%provider_expectations%'`,
        );
      expect(rows).toHaveLength(1); // it waits for the row that the other has
    });
    await other.query('commit');
    expect((await confirm).status).toBe('PROCESSING');
  } finally {
    other.release();
  }
  expect(await unusedOf(next.id)).toBe(0);
});

describe('only what matches goes wrong:', () => {
  const checkoutSessionId = newId('cs_test');
  test.each([
    ['the amount', { amount: 777 }, { amount: 777 }, { amount: 778 }],
    [
      'metadata',
      { metadata: { order: 'late' } },
      { metadata: { order: 'late', by: 'me' } },
      { metadata: { by: 'me' } },
    ],
    ['the checkout session', { reference: checkoutSessionId }, { checkoutSessionId }, {}],
  ])('%s', async (_by, match, matching, other) => {
    const made = await expecting('authorize', { status: 502 }, {}, match);
    expect((await world.confirm(other)).status).toBe('SUCCEEDED');
    expect(await unusedOf(made.id)).toBe(1);
    expect((await world.confirm(matching)).status).toBe('PROCESSING');
    expect(await unusedOf(made.id)).toBe(0);
  });

  test.each(['intent', 'charge'])('the %s', async (by) => {
    const [one, other] = [await hold(), await hold()];
    const reference = by === 'intent' ? one.id : one.latestCharge?.id;
    await expecting('capture', { timeout: true }, {}, { reference });
    const capture = async ({ id }: PaymentIntent) =>
      (await world.merchant<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/capture`, {})).body.amountReceived;
    expect([await capture(other), await capture(one)]).toEqual([10_000, 0]);
    await ended(one.id, { status: 'SUCCEEDED', amountReceived: 10_000 });
  });

  test('the refund, also where its provider is polled', async () => {
    const { id } = await world.confirm();
    await expecting('refund', { timeout: true });
    const refund = await world.refund({ paymentIntentId: id, amount: 4_000 });
    const other = await expecting('sync', { status: 503 }, {}, { reference: newId('re') });
    const made = await expecting('sync', { status: 503 }, {}, { reference: refund.id, amount: 4_000 });
    await eventually(async () => {
      await world.makeDue('refunds');
      expect(await world.intent(id)).toMatchObject({
        amountRefunded: 4_000,
        charges: [{ refunds: [{ status: 'SUCCEEDED' }] }],
      });
    });
    expect([await unusedOf(made.id), await unusedOf(other.id)]).toEqual([0, 1]);
  });

  test('another account is left alone', async () => {
    const made = await expecting('authorize', { status: 503 });
    const stranger = world.siblingClient('payments', 'checkout', { merchantId: 'acct_other' });
    const { body } = await stranger<{ paymentIntent: PaymentIntent }>(
      'POST',
      '/internal/calls/confirmPayment',
      world.confirmRequest({}),
      { idempotencyKey: newId('key') },
    );
    expect(body.paymentIntent.status).toBe('SUCCEEDED');
    expect(await unusedOf(made.id)).toBe(1);
    expect((await world.confirm()).status).toBe('PROCESSING');
  });
});

test('is forgotten when its time by the clock of test mode has come', async () => {
  const made = await expecting('authorize', { status: 503 }, { expiresIn: 3_600 });
  const gateway = world.siblingClient('payments', 'gateway');
  const { status } = await gateway('POST', '/internal/calls/advancePaymentsClock', {
    at: new Date(Date.now() + 3_601_000).toISOString(),
    aheadMs: 3_601_000,
    sinceOutboxId: null,
    throughStreamSeq: 0,
  });
  expect(status).toBe(200);
  expect((await world.confirm()).status).toBe('SUCCEEDED');
  expect(await unusedOf(made.id)).toBe(1);
  await expecting('authorize', { status: 503 });
  expect(await unusedOf(made.id)).toBeUndefined();
});
