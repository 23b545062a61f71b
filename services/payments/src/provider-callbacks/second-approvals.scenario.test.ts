import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, eventually } from '@mizan/testing';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());
afterEach(() => {
  world.stripe.faults.clear();
});

const atStripe = (chargeId: string | undefined) => world.intentAtStripe(chargeId);
/** Nothing is canceled at Stripe, and cancellations are answered with 500. */
const refuseCancels = () =>
  world.stripe.faults.add({ effect: 'status', status: 500, path: '/v1/payment_intents/*/cancel', times: null });
const confirm = (id: string, token: string) =>
  world.live<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/confirm`, {
    paymentMethod: { type: 'card', token },
  });
const dueOf = async (chargeId: string | undefined) => {
  const { rows } = await world
    .db('payments')
    .query<{ next_sync_at: Date | null; sync_attempts: number }>(
      'select next_sync_at, sync_attempts from charges where id = $1',
      [chargeId],
    );
  return rows[0];
};

/** A declined attempt that Stripe would not cancel yet: it can still be paid with its client secret. */
async function declinedAndOpen() {
  refuseCancels();
  const { body: intent } = await world.pay(methods.declining);
  expect(intent.status).toBe('REQUIRES_PAYMENT_METHOD');
  const intentAtStripe = atStripe(intent.charges[0]?.id);
  const { id: stripeId, metadata } = intentAtStripe;
  const succeeded = () =>
    world.callBack('payment_intent.succeeded', { object: 'payment_intent', id: stripeId, metadata });
  return { id: intent.id, chargeId: intent.charges[0]?.id, intentAtStripe, succeeded };
}

describe('a declined payment', () => {
  test('is canceled at Stripe, so that its client secret pays nothing any more, and keeps the reason', async () => {
    const { body: declined } = await world.pay(methods.declining);
    const charge = declined.charges[0];
    await eventually(() => expect(atStripe(charge?.id).status).toBe('canceled'));
    expect(() => world.stripe.pay(atStripe(charge?.id).id)).toThrow('canceled');
    await eventually(async () => expect(await dueOf(charge?.id)).toEqual({ next_sync_at: null, sync_attempts: 0 }));
    expect(await world.liveIntent(declined.id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { declineCode: 'stolen_card' },
    });
  });

  test('can be tried again at once, while Stripe does not answer the cancellation', async () => {
    const { id } = await declinedAndOpen();
    for (const token of [methods.poor, methods.declining])
      expect((await confirm(id, token)).body).toMatchObject({ status: 'REQUIRES_PAYMENT_METHOD' });
    expect((await confirm(id, methods.approving)).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('is canceled as soon as Stripe answers, however often it did not', async () => {
    const { chargeId, intentAtStripe } = await declinedAndOpen();
    await eventually(async () => expect((await dueOf(chargeId))?.sync_attempts).toBeGreaterThan(0));
    await world.makeDue('charges', `id = '${chargeId}'`);
    await eventually(async () => expect((await dueOf(chargeId))?.sync_attempts).toBeGreaterThan(1));
    world.stripe.faults.clear();
    await world.makeDue('charges', `id = '${chargeId}'`);
    await eventually(() => expect(intentAtStripe.status).toBe('canceled'));
    await eventually(async () => expect((await dueOf(chargeId))?.next_sync_at).toBeNull());
  });

  test('keeps its connection until it is canceled', async () => {
    const accountOf = () =>
      world.operator('DELETE', `/operator/accounts/acct_test/provider-connections/${world.connected.id}`);
    const { chargeId } = await declinedAndOpen();
    expect((await accountOf()).body.error?.code).toBe('resource_in_use');
    world.stripe.faults.clear();
    await world.makeDue('charges', `id = '${chargeId}'`);
    await eventually(async () => expect((await dueOf(chargeId))?.next_sync_at).toBeNull());
  });
});

describe('a payment that is approved twice', () => {
  test('is kept once: the second is booked and refunded in full, whatever the merchant’s policy and balance', async () => {
    const { id, chargeId, intentAtStripe, succeeded } = await declinedAndOpen();
    expect((await confirm(id, methods.approving)).body).toMatchObject({ status: 'SUCCEEDED' });
    world.stripe.pay(intentAtStripe.id);
    expect((await succeeded()).status).toBe(200);
    await eventually(() => expect(intentAtStripe.amountRefunded).toBe(10_000));
    const intent = await eventually(async () => {
      const shown = await world.liveIntent(id);
      expect(shown.charges[0]).toMatchObject({ status: 'REFUNDED', outcome: { lateSuccess: true, surplus: true } });
      expect(shown.charges[0]?.refunds).toMatchObject([{ amount: 10_000, status: 'SUCCEEDED', surplus: true }]);
      return shown;
    });
    expect(intent).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000, amountRefunded: 0 });
    expect(intent.latestCharge).toMatchObject({ status: 'SUCCEEDED', id: intent.charges[1]?.id });
    expect(intent.charges[0]?.balanceTransaction).toMatchObject({ gross: 10_000, fee: 0, status: 'available' });

    // The same news again changes nothing, and the payment itself is refunded as any other.
    expect((await succeeded()).status).toBe(200);
    const types = (await world.eventsOf(id, chargeId ?? '')).map(({ type }) => type);
    expect(types.slice(-5)).toEqual([
      'payment_intent.succeeded',
      'charge.updated',
      'payment_intent.updated',
      'charge.refunded',
      'payment_intent.updated',
    ]);
    expect(world.stripe.records().filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('is kept once when the late one comes while the next attempt is at the bank, which is then canceled there', async () => {
    const { id, intentAtStripe, succeeded } = await declinedAndOpen();
    const { body: waiting } = await confirm(id, methods.challenging);
    expect(waiting.status).toBe('REQUIRES_ACTION');
    world.stripe.pay(intentAtStripe.id);
    world.stripe.faults.clear();
    expect((await succeeded()).status).toBe(200);
    await eventually(() => expect(atStripe(waiting.charges[1]?.id).status).toBe('canceled'));
    await eventually(async () =>
      expect(await world.liveIntent(id)).toMatchObject({
        status: 'SUCCEEDED',
        amountReceived: 10_000,
        charges: [{ status: 'SUCCEEDED' }, { status: 'FAILED' }],
        latestCharge: { status: 'FAILED' },
      }),
    );
    expect(await world.findings()).toEqual([]);
  });

  test('is kept once when the buyer comes back from the bank after the late one has paid', async () => {
    const { id, intentAtStripe, succeeded } = await declinedAndOpen();
    const { body: waiting } = await confirm(id, methods.challenging);
    const second = atStripe(waiting.charges[1]?.id);
    world.stripe.pay(intentAtStripe.id);
    world.stripe.authenticate(second.id, true);
    expect((await succeeded()).status).toBe(200);
    await eventually(async () => expect((await world.liveIntent(id)).status).toBe('SUCCEEDED'));
    expect((await world.comeBack(waiting.charges[1]?.id ?? '')).status).toBe(200);
    await eventually(() => expect(second.amountRefunded + intentAtStripe.amountRefunded).toBe(10_000));
    await eventually(async () =>
      expect(await world.liveIntent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
    );
    expect(await world.findings()).toEqual([]);
  });

  test('is kept once when the payment is only authorized: a late hold is released, and late money is refunded', async () => {
    refuseCancels();
    const { body: declined } = await world.pay(methods.declining, { captureMethod: 'manual' });
    const late = atStripe(declined.charges[0]?.id);
    expect((await confirm(declined.id, methods.approving)).body).toMatchObject({ status: 'UNCAPTURED' });
    world.stripe.pay(late.id);
    expect(late.status).toBe('requires_capture');
    world.stripe.faults.clear();
    await world.callBack('payment_intent.amount_capturable_updated', {
      object: 'payment_intent',
      id: late.id,
      metadata: late.metadata,
    });
    await eventually(() => expect(late).toMatchObject({ status: 'canceled', amountReceived: 0 }));
    expect(await world.liveIntent(declined.id)).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
    const { body: captured } = await world.live('POST', `/payment-intents/${declined.id}/capture`, {});
    expect(captured).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('after its cancellation keeps nothing: what the policy says about late money decides, and it is never lost', async () => {
    const { id, intentAtStripe, succeeded } = await declinedAndOpen();
    expect((await world.live('POST', `/payment-intents/${id}/cancel`, {})).status).toBe(200);
    world.stripe.pay(intentAtStripe.id);
    expect((await succeeded()).status).toBe(200);
    await eventually(async () =>
      expect(await world.liveIntent(id)).toMatchObject({
        status: 'SUCCEEDED',
        charges: [{ outcome: { lateSuccess: true } }],
      }),
    );
    expect(await world.findings()).toEqual([]);
  });
});

describe('a cancellation ends only the attempt that was released', () => {
  const checkout = () => world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });

  /** While Stripe answers the cancellation, the attempt is found canceled and the buyer starts another one. */
  function startAnotherMeanwhile(id: string, start: () => Promise<unknown>): void {
    world.stripe.beforeNextAnswer('/v1/payment_intents/*/cancel', async () => {
      await world.makeDue('charges', `payment_intent_id = '${id}'`);
      await eventually(async () => expect((await world.liveIntent(id)).status).toBe('REQUIRES_PAYMENT_METHOD'));
      await start();
    });
  }
  const expectSecondWaiting = async (id: string) =>
    expect(await world.liveIntent(id)).toMatchObject({
      status: 'REQUIRES_ACTION',
      charges: [{ status: 'FAILED' }, { status: 'PENDING' }],
    });

  test('by the merchant: 409 payment_still_confirming, and the next attempt goes on', async () => {
    const { body: waiting } = await world.pay(methods.challenging);
    startAnotherMeanwhile(waiting.id, () => confirm(waiting.id, methods.challenging));
    const { status, body } = await world.live('POST', `/payment-intents/${waiting.id}/cancel`, {});
    expect([status, body.error?.code]).toEqual([409, 'payment_still_confirming']);
    await expectSecondWaiting(waiting.id);
  });

  test('of a session: 409 payment_still_confirming, and the next attempt goes on', async () => {
    const checkoutSessionId = newId('cs_live');
    const request = (attempt: number) =>
      world.confirmRequest({
        checkoutSessionId,
        attempt,
        paymentMethod: { type: 'card', token: methods.challenging },
      });
    const call = (name: string, body: object) =>
      checkout()<{ paymentIntent: PaymentIntent } & AnyBody>('POST', `/internal/calls/${name}`, body, {
        idempotencyKey: newId('key'),
      });
    const { body: confirmed } = await call('confirmPayment', request(1));
    const { id } = confirmed.paymentIntent;
    startAnotherMeanwhile(id, () => call('confirmPayment', request(2)));
    const { status, body } = await call('cancelSessionPayment', { checkoutSessionId });
    expect([status, body.error?.code]).toEqual([409, 'payment_still_confirming']);
    await expectSecondWaiting(id);
  });
});

describe('a browser that comes back from the bank', () => {
  test('has Stripe queried once in a few seconds, however often it comes', async () => {
    const { body: waiting } = await world.pay(methods.challenging);
    const chargeId = waiting.charges[0]?.id ?? '';
    const query = `/v1/payment_intents/${atStripe(chargeId).id}`;
    const queries = () => world.stripe.requests.filter(({ method, path }) => method === 'GET' && path === query).length;
    const before = queries();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.comeBack(chargeId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(queries() - before).toBe(1);

    // What happens after that one query is found, too.
    world.stripe.authenticate(atStripe(chargeId).id, true);
    expect((await world.comeBack(chargeId)).status).toBe(303);
    await eventually(async () => expect((await world.liveIntent(waiting.id)).status).toBe('SUCCEEDED'));
  });
});

test('a callback that comes before an older answer is recorded is not forgotten', async () => {
  const { body: waiting } = await world.pay(methods.challenging, { captureMethod: 'manual' });
  const { chargeId, intent } = { chargeId: waiting.charges[0]?.id ?? '', intent: atStripe(waiting.charges[0]?.id) };
  world.stripe.authenticate(intent.id, true);
  const lock = await world.db('payments').connect();
  try {
    await lock.query('begin');
    await lock.query('select 1 from payment_intents where id = $1 for update', [waiting.id]);
    const back = world.comeBack(chargeId); // it reads that the money is held, and waits for the lock
    await eventually(async () => {
      const { rows } = await world
        .db('payments')
        .query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%payment_intents%'`,
        );
      expect(rows).toHaveLength(1);
    });
    world.stripe.captureInDashboard(intent.id);
    // As the callback does; here without the janitor, which would find it first.
    await lock.query(`update charges set next_sync_at = now() - interval '1 s' where id = $1`, [chargeId]);
    await lock.query('commit');
    await back;
  } finally {
    lock.release();
  }
  await eventually(async () =>
    expect(await world.liveIntent(waiting.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
  );
  expect(await world.findings()).toEqual([]);
});

test('a hold whose cancellation was made and never answered is found canceled', async () => {
  const { body: held } = await world.pay(methods.approving, { captureMethod: 'manual' });
  const path = '/v1/payment_intents/*/cancel';
  world.stripe.faults.add({ effect: 'lost', done: true, path });
  world.stripe.faults.add({ effect: 'status', status: 503, path, times: null }); // for the retry
  const { body } = await world.live('POST', `/payment-intents/${held.id}/cancel`, {});
  world.stripe.faults.clear();
  expect(body.error?.code).toBe('payment_still_confirming');
  await world.makeDue('charges', `payment_intent_id = '${held.id}'`);
  await eventually(async () => expect((await world.liveIntent(held.id)).status).toBe('CANCELED'));
});
