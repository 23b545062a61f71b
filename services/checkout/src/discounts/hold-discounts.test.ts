import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { countsOf, listDiscounts, openDiscounted } from './discounts.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());

const used = (times: number, held = 0) => ({ times, held, over: 0 });
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

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

test('a confirm checks the discount again: one that became inactive is refused, and the buyer can continue without it', async () => {
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
