import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { eventually, sizeOf } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterEach(() => world.replica('payments').stop());
afterAll(() => world.stop());

/** Confirms at a service that dies at `point`, and starts it again. */
async function crashAt(point: string, send: () => Promise<unknown>): Promise<void> {
  const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
  await expect(send()).rejects.toThrow();
  expect(await service.ended).toBe('killed by SIGKILL');
  await world.replica('payments').stop();
  await world.replica('payments').start();
}

/** A worker that died holds its key for a minute. */
const forgetLeases = () => world.db('payments').query('update idempotency_keys set locked_until = now()');

const countOf = async (sql: string, id: string) => (await world.db('payments').query(sql, [id])).rowCount;
const operationsOf = (key: string) => countOf('select from simulator_operations where key = $1', key);
const capturesOf = (sessionId: string) =>
  countOf('select from captures join charges on charges.id = charge_id where checkout_session_id = $1', sessionId);
const sessionIntent = async (checkoutSessionId: string) => {
  const { body } = await world.checkout<{ paymentIntent: { id: string } }>(
    'POST',
    '/internal/calls/getSessionPayment',
    { checkoutSessionId },
  );
  return world.intent(body.paymentIntent.id);
};

const points = ['pay.before_provider', 'pay.after_provider', 'pay.before_commit', 'pay.after_commit'];

/** Every death costs two starts of a process: a quick run dies once before and once after the money has moved. */
const deaths = sizeOf({
  quick: {
    pay: ['pay.before_provider', 'pay.before_commit'],
    resume: ['pay.after_provider'],
    capture: ['pay.after_provider'],
    refund: ['pay.after_provider'],
  },
  full: { pay: points, resume: points.slice(0, 2), capture: points.slice(0, 3), refund: points.slice(0, 3) },
});

describe('a process killed while it takes a payment', () => {
  test.each(deaths.pay)('at %s neither loses nor doubles it: the janitor finds how it ended', async (point) => {
    const isPaid = point !== 'pay.before_provider'; // from then on the provider has the money
    const checkoutSessionId = newId('cs_test');
    const idempotencyKey = newId('key');
    await crashAt(point, () => world.tryConfirm({ checkoutSessionId, idempotencyKey }));

    await world.makeDue();
    const intent = await eventually(async () => {
      const found = await sessionIntent(checkoutSessionId);
      expect(found.status).toBe(isPaid ? 'SUCCEEDED' : 'REQUIRES_PAYMENT_METHOD');
      return found;
    });
    await forgetLeases();
    const retried = await world.confirm({ checkoutSessionId, idempotencyKey });
    expect(retried).toEqual(intent);
    expect(retried.charges).toHaveLength(1);

    const paid = isPaid ? retried : await world.confirm({ checkoutSessionId, attempt: 2 });
    expect(paid.status).toBe('SUCCEEDED');
    expect(await capturesOf(checkoutSessionId)).toBe(1);
    expect(await world.findings()).toEqual([]);
  });

  test.each(deaths.resume)(
    'at %s neither loses nor doubles it: a retry with the same key resumes it',
    async (point) => {
      const checkoutSessionId = newId('cs_test');
      const idempotencyKey = newId('key');
      await crashAt(point, () => world.tryConfirm({ checkoutSessionId, idempotencyKey }));

      await forgetLeases();
      const retried = await world.confirm({ checkoutSessionId, idempotencyKey });
      expect(retried).toMatchObject({ status: 'SUCCEEDED', charges: [{ status: 'SUCCEEDED' }] });
      expect(await operationsOf(retried.latestCharge?.id ?? '')).toBe(1);
      expect(await capturesOf(checkoutSessionId)).toBe(1);
      expect(await world.findings()).toEqual([]);
    },
  );
});

describe('a process killed while it captures', () => {
  test.each(deaths.capture)('at %s neither loses nor doubles it', async (point) => {
    await world.replica('payments').start();
    const checkoutSessionId = newId('cs_test');
    const { id } = await world.confirm({ checkoutSessionId, captureMethod: 'manual' });
    const capture = () =>
      world.merchant('POST', `/payment-intents/${id}/capture`, { amountToCapture: 4_000, finalCapture: false });
    await crashAt(point, capture);
    expect((await capture()).body.error?.code).toBe('payment_still_confirming');
    const canceled = await world.merchant('POST', `/payment-intents/${id}/cancel`);
    expect(canceled.body.error?.code).toBe('payment_still_confirming'); // what it captured is not given back

    await world.makeDue('captures');
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({ amountReceived: 4_000, amountCapturable: 6_000 }),
    );
    expect(await capturesOf(checkoutSessionId)).toBe(1);
    expect(await world.findings()).toEqual([]);
  });
});

describe('a process killed while it makes a refund', () => {
  test.each(deaths.refund)('at %s neither loses nor doubles it', async (point) => {
    await world.replica('payments').start();
    const intent = await world.confirm();
    const idempotencyKey = newId('key');
    await crashAt(point, () => world.refund({ paymentIntentId: intent.id, amount: 4_000 }, idempotencyKey));
    expect(await world.intent(intent.id)).toMatchObject({ amountRefunded: 4_000, status: 'PARTIALLY_REFUNDED' });

    await world.makeDue();
    const refund = await eventually(async () => {
      const [found] = (await world.intent(intent.id)).charges[0]?.refunds ?? [];
      expect(found?.status).toBe('SUCCEEDED');
      return found;
    });
    await forgetLeases();
    expect(await world.refund({ paymentIntentId: intent.id, amount: 4_000 }, idempotencyKey)).toEqual(refund);
    expect((await world.intent(intent.id)).charges[0]?.refunds).toHaveLength(1);
    expect(await operationsOf(refund?.id ?? '')).toBe(1);
    expect(await world.findings()).toEqual([]);
  });
});
