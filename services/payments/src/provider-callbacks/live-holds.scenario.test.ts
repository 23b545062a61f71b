import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { stripeTestMethods as methods, type StripeIntent } from '@mizan/stand-ins';
import { eventually } from '@mizan/testing';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const daySeconds = 24 * 60 * 60;
const hold = async (token: string = methods.approving) => (await world.pay(token, { captureMethod: 'manual' })).body;

describe('captureBefore of a live authorization', () => {
  test.each([
    ['seven days after the charge at Stripe, whatever our clock says', methods.approving, 7],
    ['when the card’s network lets go of it, where that is earlier', methods.shortlyHeld, 5],
  ])('is %s', async (_, token, days) => {
    world.stripe.clock.advance(2 * daySeconds * 1000);
    const held = await hold(token);
    const { latestChargeId } = world.intentAtStripe(held.latestCharge?.id);
    const chargedAt = world.stripe.records().find(({ id }) => id === latestChargeId)?.createdAt ?? '';
    expect(held.captureBefore).toBe(new Date(Date.parse(chargedAt) + days * daySeconds * 1000).toISOString());
  });
});

/** What the merchant does in Stripe's dashboard with an authorized payment. */
function capturedInDashboard(held: PaymentIntent, amount?: number): Readonly<StripeIntent> {
  const found = world.intentAtStripe(held.latestCharge?.id);
  world.stripe.captureInDashboard(found.id, amount);
  return found;
}
function canceledInDashboard(held: PaymentIntent, reason?: 'automatic'): Readonly<StripeIntent> {
  const found = world.intentAtStripe(held.latestCharge?.id);
  world.stripe.cancelInDashboard(found.id, reason);
  return found;
}
const notify = async (type: string, { id, metadata }: Readonly<StripeIntent>, more: object = {}) => {
  const answer = await world.callBack(type, { object: 'payment_intent', id, metadata, ...more });
  expect(answer.status).toBe(200);
};
const isPending = (held: PaymentIntent) =>
  eventually(async () => {
    const { rows } = await world
      .db('payments')
      .query(`select next_sync_at from charges where id = $1`, [held.latestCharge?.id]);
    expect(rows).toEqual([{ next_sync_at: null }]);
  });
const capturesOf = async (held: PaymentIntent) => {
  const { rows } = await world
    .db('payments')
    .query<{ amount: string; status: string }>('select amount, status from captures where charge_id = $1 order by n', [
      held.latestCharge?.id,
    ]);
  return rows.map(({ amount, status }) => `${amount} ${status}`);
};
const capture = (held: PaymentIntent, body: object) => world.live('POST', `/payment-intents/${held.id}/capture`, body);

describe('an authorized payment that the merchant ends in Stripe’s dashboard', () => {
  test('is canceled here once it is canceled there', async () => {
    const held = await hold();
    await notify('payment_intent.canceled', canceledInDashboard(held));
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({
        status: 'CANCELED',
        amountCapturable: 0,
        cancellationReason: 'REQUESTED_BY_CUSTOMER',
      }),
    );
    await isPending(held);
  });

  test('is paid here, once, when it is captured there, however often and however many events say so', async () => {
    const held = await hold();
    const atStripe = capturedInDashboard(held);
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        notify('payment_intent.succeeded', atStripe),
        notify('charge.captured', atStripe, { object: 'charge' }),
        notify('payment_intent.succeeded', atStripe),
      ]);
      await eventually(async () =>
        expect(await world.liveIntent(held.id)).toMatchObject({
          status: 'SUCCEEDED',
          amountReceived: 10_000,
          amountCapturable: 0,
        }),
      );
      await isPending(held);
    }
    expect(await capturesOf(held)).toEqual(['10000 SUCCEEDED']);
    const types = (await world.eventsOf(held.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('is paid here when its time is over, where no event ever said that it was captured there', async () => {
    const held = await hold();
    capturedInDashboard(held);
    await world.db('payments').query(`update payment_intents set capture_before = now() where id = $1`, [held.id]);
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
    );
    expect(await capturesOf(held)).toEqual(['10000 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });

  test('has what was captured there in part, after a part that was captured here', async () => {
    const held = await hold();
    await capture(held, { amountToCapture: 3_000, finalCapture: false });
    await notify('charge.captured', capturedInDashboard(held, 2_500), { object: 'charge' });
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 5_500 }),
    );
    expect(await capturesOf(held)).toEqual(['3000 SUCCEEDED', '2500 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });

  test('expires here once Stripe itself has let go of it', async () => {
    const held = await hold();
    await notify('charge.expired', canceledInDashboard(held, 'automatic'), {
      object: 'charge',
    });
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({
        status: 'CANCELED',
        amountCapturable: 0,
        cancellationReason: 'EXPIRED',
        latestCharge: { status: 'FAILED', captured: false },
      }),
    );
    const types = (await world.eventsOf(held.latestCharge?.id ?? '', held.id)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['charge.expired', 'payment_intent.canceled']);
    await isPending(held);
    expect(await world.findings()).toEqual([]);
  });

  test('is left as it is by an event that says what Stripe itself does not', async () => {
    const held = await hold();
    const atStripe = world.intentAtStripe(held.latestCharge?.id);
    await notify('payment_intent.canceled', atStripe, { status: 'canceled' });
    await isPending(held);
    await notify('payment_intent.succeeded', atStripe, { status: 'succeeded', amount_received: 10_000 });
    await isPending(held);
    expect(await world.liveIntent(held.id)).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
    expect(atStripe.status).toBe('requires_capture');
  });
});

describe('a capture of ours', () => {
  test('whose answer got lost is not booked a second time when Stripe’s own event comes first', async () => {
    const held = await hold();
    world.stripe.faults.add({ effect: 'lost', done: true, path: '/v1/payment_intents/*/capture', times: null });
    await capture(held, { amountToCapture: 4_000, finalCapture: false });
    world.stripe.faults.clear();
    expect(await capturesOf(held)).toEqual(['4000 PENDING']);
    const atStripe = world.intentAtStripe(held.latestCharge?.id);
    expect(atStripe.amountReceived).toBe(4_000);
    await notify('charge.captured', atStripe, { object: 'charge' });
    await eventually(async () => {
      const { rows } = await world
        .db('payments')
        .query('select next_sync_at > now() as "isLater" from charges where id = $1', [held.latestCharge?.id]);
      expect(rows).toEqual([{ isLater: true }]); // asked, and nothing could be said yet
    });
    expect(await capturesOf(held)).toEqual(['4000 PENDING']);
    await world.makeDue('captures');
    await eventually(async () => expect(await capturesOf(held)).toEqual(['4000 SUCCEEDED']));
    await world.makeDue('charges');
    await isPending(held);
    expect(await world.liveIntent(held.id)).toMatchObject({ amountReceived: 4_000, amountCapturable: 6_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('that fails because the hold was released in between ends the payment at once', async () => {
    const held = await hold();
    canceledInDashboard(held);
    const { body } = await capture(held, { amountToCapture: 4_000, finalCapture: false });
    expect(body).toMatchObject({ status: 'CANCELED', amountCapturable: 0 });
    expect(await world.findings()).toEqual([]);
  });

  test('that fails while the hold stands leaves it to be captured again', async () => {
    const held = await hold(methods.uncapturable);
    const { body } = await capture(held, {});
    expect(body).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
  });
});
