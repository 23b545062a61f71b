import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon, PromotionCode } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { countsOf, eventsAbout, listDiscounts, openDiscounted, runJanitor } from './discounts.test-support.ts';
import { endOf } from './redeem-discounts.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.siblings.before = world.siblings.after = () => {};
});

const used = (times: number, held = 0) => ({ times, held, over: 0 });
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

describe('a paid checkout', () => {
  test('redeems its discount: it has an id and a time, is listed, counted and told of before the completion', async () => {
    const code = await world.promotionCode({ code: 'PAID', maxRedemptions: 5 });
    const session = await openDiscounted(world, [{ promotionCode: 'PAID' }]);
    const { body } = await world.confirm(session);
    expect(body.checkoutSession).toMatchObject({ status: 'complete', paymentStatus: 'paid', amountTotal: 9_000 });
    expect(body.paymentIntent?.amount).toBe(9_000);

    const read = await world.readSession(session.id);
    const [discount] = read.discounts;
    expect(discount).toEqual({
      id: expect.stringMatching(/^di_\w{24}$/),
      object: 'discount',
      coupon: code.coupon,
      promotionCodeId: code.id,
      promotionCodeCode: 'PAID',
      checkoutSessionId: session.id,
      customerId: read.customerId,
      start: expect.any(String),
      end: discount?.start,
    });
    expect(read.paymentIntent?.amountDetails).toEqual({
      productAmount: 10_000,
      discount: 1_000,
      tax: 0,
      platformFees: 0,
      tip: 0,
    });
    for (const query of [
      `couponId=${code.couponId}`,
      `checkoutSessionId=${session.id}`,
      `customerId=${read.customerId}`,
    ])
      expect(await listDiscounts(world, query)).toEqual({ data: [discount], totalCount: 1 });
    expect(await world.eventsOf(discount?.id ?? '')).toEqual([
      { type: 'discount.created', version: 1, object: discount },
    ]);
    expect(await eventsAbout(world, [session.id, discount?.id ?? ''])).toEqual([
      'checkout.session.created',
      'discount.created',
      'checkout.session.completed',
    ]);
    expect(await countsOf(world, code)).toEqual({ coupon: used(1), code: used(1) });
    expect((await world.merchant<PromotionCode>('GET', `/promotion-codes/${code.id}`)).body).toMatchObject({
      timesRedeemed: 1,
      coupon: { timesRedeemed: 1 },
    });
  });

  test('that costs nothing completes without a payment, and redeems', async () => {
    const coupon = await world.coupon({ percentOff: 100, duration: 'forever' });
    const session = await openDiscounted(world, [{ coupon: coupon.id }]);
    expect(session.amountTotal).toBe(0);
    const { body } = await world.confirm(session, {});
    expect(body).toMatchObject({
      checkoutSession: { status: 'complete', paymentStatus: 'no_payment_required' },
      paymentIntent: null,
    });
    expect((await world.readSession(session.id)).discounts[0]).toMatchObject({
      id: expect.stringMatching(/^di_/),
      end: null,
    });
    expect(await countsOf(world, { couponId: coupon.id })).toMatchObject({ coupon: used(1) });
  });

  test('is counted once however often its payment is heard of', async () => {
    const coupon = await world.coupon();
    const session = await openDiscounted(world, [{ coupon: coupon.id }]);
    await world.confirm(session, undefined, 'same key');
    await world.confirm(session, undefined, 'same key');
    await world.publish('payment_intent.succeeded', session.id);
    world.siblings.move(session.id, {});
    await world.publish('payment_intent.updated', session.id);
    expect(await countsOf(world, { couponId: coupon.id })).toMatchObject({ coupon: used(1) });
    expect((await listDiscounts(world, `checkoutSessionId=${session.id}`)).totalCount).toBe(1);
  });

  test('fixes its coupon: used ones cannot be deleted, nor the restrictions of a used code changed', async () => {
    const code = await world.promotionCode();
    await world.confirm(await openDiscounted(world, [{ promotionCode: code.id }]));
    await world.merchant('PATCH', `/promotion-codes/${code.id}`, { active: false });
    const removed = await world.merchant<Coupon & { error?: { code: string } }>('DELETE', `/coupons/${code.couponId}`);
    expect([removed.status, codeOf(removed)]).toEqual([409, 'coupon_in_use']);
    const changed = await world.merchant<{ error?: { code: string } }>('PATCH', `/promotion-codes/${code.id}`, {
      restrictions: { firstTimeTransaction: true },
    });
    expect([changed.status, codeOf(changed)]).toEqual([409, 'resource_invalid_state']);
  });
});

describe('a use is held while money may move, and given back when it will not', () => {
  const lastUse = async () => {
    const code = await world.promotionCode({ maxRedemptions: 1 });
    return { code, session: await openDiscounted(world, [{ promotionCode: code.id }]) };
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

  test('an authorisation keeps it until it is captured', async () => {
    const { code, session } = await lastUse();
    await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
    world.siblings.move(session.id, { status: 'UNCAPTURED' });
    await world.publish('payment_intent.amount_capturable_updated', session.id);
    expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', discounts: [{ id: 'pending' }] });
    expect(await countsOf(world, code)).toEqual(held);
    world.siblings.move(session.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', session.id);
    expect(await countsOf(world, code)).toEqual({ coupon: used(1), code: used(1) });
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

  test('money that arrives after the session gave its use up is redeemed beyond the cap, and told so to nobody else', async () => {
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
});

describe('a cap of 10', () => {
  test.each([
    ['the coupon', { percentOff: 10, maxRedemptions: 10 }, {}, 'coupon_invalid'],
    ['the code', { percentOff: 10 }, { maxRedemptions: 10 }, 'promotion_code_max_redemptions'],
    ['a coupon that leaves nothing to pay', { percentOff: 100, maxRedemptions: 10 }, {}, 'coupon_invalid'],
  ])('of %s lets exactly 10 of 50 confirms at once pass', async (_whose, couponBody, codeBody, refusal) => {
    const coupon = await world.coupon(couponBody);
    const code = await world.promotionCode({ couponId: coupon.id, ...codeBody });
    const sessions: CheckoutSession[] = [];
    for (let i = 0; i < 50; i++) sessions.push(await openDiscounted(world, [{ promotionCode: code.id }]));
    const answers = await Promise.all(sessions.map((session) => world.confirm(session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, codeOf(answer)]).toEqual([400, refusal]);
    expect(await countsOf(world, code)).toEqual({ coupon: used(10), code: used(10) });
    expect((await listDiscounts(world, `couponId=${coupon.id}`)).totalCount).toBe(10);
  });
});

test('a confirm judges the discount anew: what was switched off meanwhile is refused, and the buyer can go on without', async () => {
  const code = await world.promotionCode({ code: 'MEANWHILE' });
  const session = await openDiscounted(world, [], { allowPromotionCodes: true });
  await world.change(session, { promotionCode: 'MEANWHILE' });
  await world.merchant('PATCH', `/promotion-codes/${code.id}`, { active: false });
  const refused = await world.confirm(session);
  expect([refused.status, codeOf(refused), refused.body.error?.param]).toEqual([
    400,
    'promotion_code_inactive',
    'promotionCode',
  ]);
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
  await world.change(session, { promotionCode: null });
  expect((await world.confirm(session)).body.paymentIntent?.amount).toBe(10_000);
});

test.each([
  ['once', null, '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  ['forever', null, '2026-01-31T10:00:00.000Z', undefined],
  ['repeating', 3, '2026-01-15T10:00:00.000Z', '2026-04-15T10:00:00.000Z'],
  ['repeating', 1, '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['repeating', 13, '2026-12-31T10:00:00.000Z', '2028-01-31T10:00:00.000Z'],
] as const)('%s for %p months from %s ends at %p', async (duration, durationInMonths, start, end) => {
  const coupon = { ...(await world.coupon()), duration, durationInMonths };
  expect(endOf(coupon, new Date(start))?.toISOString()).toBe(end);
});
