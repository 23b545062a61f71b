import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { countsOf, openDiscounted, runJanitor } from './discounts.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true, env: { MIZAN_DISCOUNTS_MAX: '2' } });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.siblings.before = world.siblings.after = () => {};
});

const used = (times: number, held = 0) => ({ times, held, over: 0 });

describe('a use is held while money may move, and released when it will not', () => {
  const lastUse = async (body: object = {}) => {
    const code = await world.promotionCode({ maxRedemptions: 1 });
    return { code, session: await openDiscounted(world, [{ promotionCode: code.id }], body) };
  };
  const held = { coupon: used(0, 1), code: used(0, 1) };
  const free = { coupon: used(0), code: used(0) };

  test('a decline gives it back at once, and the second try redeems it', async () => {
    const { code, session } = await lastUse();
    expect((await world.confirm(session, { paymentMethod: card(cards.declined) })).status).toBe(200);
    expect(await countsOf(world, code)).toEqual(free);
    await world.confirm(session);
    await world.publish('payment_intent.payment_failed', session.id, 2); // the first try's, late
    expect(await countsOf(world, code)).toEqual({ coupon: used(1), code: used(1) });
  });

  test('a bank that wants to see the buyer keeps it; expiry, which cancels the payment, gives it back', async () => {
    const { code, session } = await lastUse();
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    expect(await countsOf(world, code)).toEqual(held);
    const restricted = await world.merchant('PATCH', `/promotion-codes/${code.id}`, {
      restrictions: { firstTimeTransaction: true },
    });
    expect([restricted.status, restricted.body.error?.message]).toEqual([
      409,
      'A payment that is not decided yet holds the code: its restrictions can change again if that payment fails.',
    ]);
    expect((await world.merchant('POST', `/checkout/sessions/${session.id}/expire`)).status).toBe(200);
    expect(await countsOf(world, code)).toEqual(free);
  });

  test.each([
    ['payment_intent.payment_failed', { status: 'REQUIRES_PAYMENT_METHOD' }, free],
    ['payment_intent.canceled', { status: 'CANCELED' }, free],
    ['payment_intent.succeeded', { status: 'SUCCEEDED' }, { coupon: used(1), code: used(1) }],
  ] as const)('%s settles what an undecided payment kept', async (type, change, expected) => {
    const { code, session } = await lastUse();
    await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
    expect(await countsOf(world, code)).toEqual(held);
    world.siblings.move(session.id, change);
    await world.publish(type, session.id);
    expect(await countsOf(world, code)).toEqual(expected);
  });

  test('a merchant who cancels the payment of an open session ends it: its use is released, and the end is published once', async () => {
    const { code, session } = await lastUse();
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    world.siblings.move(session.id, { status: 'CANCELED', nextAction: null });
    for (const _time of [1, 2]) await world.publish('payment_intent.canceled', session.id);
    expect(await countsOf(world, code)).toEqual(free);
    const over = await world.readSession(session.id);
    expect(over).toMatchObject({ status: 'expired', isExpired: true, paymentStatus: 'unpaid' });
    expect(over.recoveryUrl).toMatch(/\/recover#cs_test_/);
    expect((await world.eventsOf(session.id)).map(({ type }) => type)).toEqual([
      'checkout.session.created',
      'checkout.session.expired',
    ]);
    expect((await world.confirm(session)).body.error?.code).toBe('checkout_session_expired');
  });

  test('an authorization keeps it until it is captured', async () => {
    const { code, session } = await lastUse({ captureMethod: 'manual' });
    await world.confirm(session);
    expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', discounts: [{ id: 'pending' }] });
    expect(await countsOf(world, code)).toEqual(held);
    world.siblings.move(session.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', session.id);
    expect(await countsOf(world, code)).toEqual({ coupon: used(1), code: used(1) });
  });

  test('an authorization that is canceled or lapses gives it back', async () => {
    const { code, session } = await lastUse({ captureMethod: 'manual' });
    await world.confirm(session);
    world.siblings.move(session.id, { status: 'CANCELED', amountCapturable: 0 });
    await world.publish('payment_intent.canceled', session.id);
    expect(await countsOf(world, code)).toEqual(free);
  });

  test('a sold-out price and a refusing payment give it back', async () => {
    for (const call of ['holdStock', 'confirmPayment'] as const) {
      const { code, session } = await lastUse();
      world.siblings.before = (name) => {
        if (name === call) throw new Problem('price_sold_out', 'None left.');
      };
      expect((await world.confirm(session)).status).toBe(409);
      expect(await countsOf(world, code)).toEqual(free);
    }
  });

  test('a confirm whose process died gives it back when the janitor finds that nothing was paid', async () => {
    const { code, session } = await lastUse();
    world.siblings.before = (name) => {
      if (name === 'confirmPayment') throw new Error('lost');
    };
    expect((await world.confirm(session)).status).toBe(500);
    expect(await countsOf(world, code)).toEqual(held);
    await runJanitor(world, session.id);
    expect(await countsOf(world, code)).toEqual(free);
    world.siblings.before = () => {};
    expect((await world.confirm(session)).status).toBe(200);
  });

  test('money that arrives after the session released its use is redeemed beyond the cap, and no one else notices', async () => {
    const { code, session } = await lastUse();
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    await world.merchant('POST', `/checkout/sessions/${session.id}/expire`);
    await world.confirm(await openDiscounted(world, [{ promotionCode: code.id }]));
    world.siblings.move(session.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', session.id);
    const beyond = { times: 2, held: 0, over: 1 };
    expect(await countsOf(world, code)).toEqual({ coupon: used(2), code: beyond });
    expect(await world.readSession(session.id)).toMatchObject({
      status: 'expired',
      paymentStatus: 'paid',
      discounts: [{ id: expect.stringMatching(/^di_/) }],
    });
    const late = await world.merchant('POST', '/checkout/sessions', {
      lineItems: session.lineItems.map(({ price }) => ({ price: price.id })),
      discounts: [{ promotionCode: code.id }],
    });
    expect(late.status).toBe(400);
  });

  test('money that arrives so late counts as its buyer’s use all the same', async () => {
    const coupon = await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 });
    const open = (email: string) => openDiscounted(world, [{ coupon: coupon.id }], { customerDetails: { email } });
    const session = await open('late@example.com');
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    await world.merchant('POST', `/checkout/sessions/${session.id}/expire`);
    const other = await openDiscounted(world, [{ coupon: coupon.id }]);
    await world.change(other, { customerDetails: { email: 'late+again@example.com' } });
    world.siblings.move(session.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', session.id);
    expect(await world.confirm(other)).toMatchObject({
      status: 400,
      body: { error: { code: 'coupon_customer_max_redemptions' } },
    });
  });
});

test.each([
  ['redeemed', 'payment_intent.succeeded', { status: 'SUCCEEDED' }, false, used(1)],
  ['redeemed without being held', 'payment_intent.succeeded', { status: 'SUCCEEDED' }, true, used(1, 1)],
  ['released', 'payment_intent.canceled', { status: 'CANCELED', nextAction: null }, false, used(0)],
] as const)(
  'coupons of one session are %s in the order of their ids, so that sessions with the same ones wait for each other',
  async (_what, type, change, isLate, counted) => {
    const db = world.db('checkout');
    const ids = [(await world.coupon()).id, (await world.coupon()).id].sort() as [string, string];
    const [first, last] = ids;
    const session = await openDiscounted(world, [{ coupon: last }, { coupon: first }]);
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    if (isLate) await db.query('delete from discounts where checkout_session_id = $1', [session.id]);
    world.siblings.move(session.id, change);
    const other = await db.connect();
    await other.query('begin');
    await other.query('select from coupons where id = $1 for update', [first]);
    const settled = world.publish(type, session.id);
    try {
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await db.query(waiting)).rows).toHaveLength(1);
      });
      const free = await db.query('select from coupons where id = $1 for update skip locked', [last]);
      expect(free.rows).toHaveLength(1);
    } finally {
      await other.query('rollback');
      other.release();
      await settled;
    }
    const counts = await Promise.all(ids.map((couponId) => countsOf(world, { couponId })));
    expect(counts.map(({ coupon }) => coupon)).toEqual([counted, counted]);
  },
);
