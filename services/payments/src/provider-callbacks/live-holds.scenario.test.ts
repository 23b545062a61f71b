import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { type Fields, type Intent, methods } from '../providers/stripe/stripe-objects.test-support.ts';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.stripe.ledger.aheadSeconds = 0;
});

const daySeconds = 24 * 60 * 60;
const hold = async (token: string = methods.approving) => (await world.pay(token, { captureMethod: 'manual' })).body;

describe('captureBefore of a live authorization', () => {
  test.each([
    ['seven days after the charge at Stripe, whatever our clock says', methods.approving, 7],
    ['when the card’s network lets go of it, where that is earlier', methods.shortlyHeld, 5],
  ])('is %s', async (_, token, days) => {
    world.stripe.ledger.aheadSeconds = -2 * daySeconds;
    const held = await hold(token);
    const { chargedAt = 0 } = world.stripe.ledger.intentOf(held.latestCharge?.id ?? '') ?? {};
    expect(held.captureBefore).toBe(new Date((chargedAt + days * daySeconds) * 1000).toISOString());
  });
});

/** What the merchant does in Stripe's dashboard with an authorized payment. */
function inDashboard(held: PaymentIntent, verb: 'capture' | 'cancel', fields: Fields = {}): Intent {
  const { ledger } = world.stripe;
  const found = ledger.intentOf(held.latestCharge?.id ?? '');
  if (!found) throw new Error('Stripe was not asked');
  ledger.perform('POST', 'payment_intents', found.id, verb, fields);
  return found;
}
const notify = async (type: string, { id, metadata }: Intent, more: object = {}) => {
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
    await notify('payment_intent.canceled', inDashboard(held, 'cancel'));
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
    const atStripe = inDashboard(held, 'capture');
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
    inDashboard(held, 'capture');
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
    await notify('charge.captured', inDashboard(held, 'capture', { amount_to_capture: 2_500 }), { object: 'charge' });
    await eventually(async () =>
      expect(await world.liveIntent(held.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 5_500 }),
    );
    expect(await capturesOf(held)).toEqual(['3000 SUCCEEDED', '2500 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });

  test('expires here once Stripe itself has let go of it', async () => {
    const held = await hold();
    await notify('charge.expired', inDashboard(held, 'cancel', { cancellation_reason: 'automatic' }), {
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
    const atStripe = world.stripe.ledger.intentOf(held.latestCharge?.id ?? '');
    if (!atStripe) throw new Error('Stripe was not asked');
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
    world.stripe.losesCaptures = true;
    await capture(held, { amountToCapture: 4_000, finalCapture: false });
    world.stripe.losesCaptures = false;
    expect(await capturesOf(held)).toEqual(['4000 PENDING']);
    const atStripe = world.stripe.ledger.intentOf(held.latestCharge?.id ?? '');
    expect(atStripe?.amount_received).toBe(4_000);
    if (atStripe) await notify('charge.captured', atStripe, { object: 'charge' });
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
    inDashboard(held, 'cancel');
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
