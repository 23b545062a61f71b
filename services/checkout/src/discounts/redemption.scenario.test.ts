import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Coupon, PromotionCode } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { countsOf, eventsAbout, listDiscounts, openDiscounted } from './discounts.test-support.ts';
import { endOf } from './redeem-discounts.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());

const used = (times: number, held = 0) => ({ times, held, over: 0 });
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

describe('a paid checkout', () => {
  test('redeems its discount: it has an id and a time, is listed, counted and published before the completion', async () => {
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
      expect(await listDiscounts(world, query)).toEqual({ data: [discount], totalCount: 1, nextCursor: null });
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

  test('uses no coupon for other products, which deducts nothing: the last use of its code is left for another buyer', async () => {
    const { product } = world.siblings.addPrice({ unitAmount: 5_000 });
    const { id: couponId } = await world.coupon({ percentOff: 10, appliesToProductIds: [product.id] });
    const code = await world.promotionCode({ couponId, maxRedemptions: 1 });
    const session = await openDiscounted(world, [{ promotionCode: code.id }]);
    expect((await world.confirm(session)).body.checkoutSession).toMatchObject({
      paymentStatus: 'paid',
      amountTotal: 10_000,
    });
    await world.publish('payment_intent.succeeded', session.id);
    expect((await world.readSession(session.id)).discounts).toMatchObject([{ id: 'pending', start: null }]);
    expect(await countsOf(world, code)).toEqual({ coupon: used(0), code: used(0) });
    expect((await listDiscounts(world, `checkoutSessionId=${session.id}`)).totalCount).toBe(0);
    expect(await eventsAbout(world, [session.id])).toEqual(['checkout.session.created', 'checkout.session.completed']);
  });

  test('is counted once however often its payment is received', async () => {
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
