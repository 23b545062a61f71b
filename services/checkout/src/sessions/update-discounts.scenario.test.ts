import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linkBuyers } from '../client/link-buyers.test-support.ts';
import { countsOf, openDiscounted } from '../discounts/discounts.test-support.ts';
import { linksOf } from '../payment-links/payment-links.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Patched = CheckoutSession & { error?: { code: string; param?: string } };
const change = (id: string, body: unknown) => world.merchant<Patched>('PATCH', `/checkout/sessions/${id}`, body);
const coupon = async (more: object = {}) =>
  (
    await world.merchant<{ id: string }>('POST', '/coupons', {
      name: 'Spring',
      percentOff: 10,
      duration: 'once',
      ...more,
    })
  ).body.id;
const code = async (couponId: string) =>
  (await world.merchant<{ id: string; code: string }>('POST', '/promotion-codes', { couponId })).body;

test('a merchant adds, replaces and removes discounts, and the totals follow', async () => {
  const [ten, fifty] = [await coupon(), await coupon({ percentOff: 50 })];
  const session = await openDiscounted(world, []);
  const given = await change(session.id, { discounts: [{ coupon: ten }] });
  expect(given.body).toMatchObject({ amountTotal: 9_000, totalDetails: { amountDiscount: 1_000 } });
  const replaced = await change(session.id, { discounts: [{ coupon: fifty }] });
  expect(replaced.body).toMatchObject({ amountTotal: 5_000, discounts: [{ coupon: { id: fifty } }] });
  expect((await change(session.id, { discounts: [] })).body).toMatchObject({ amountTotal: 10_000, discounts: [] });
  expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 10_000, discounts: [] });
});

test('discounts stay when lines change, and count for the new lines', async () => {
  const session = await openDiscounted(world, [{ coupon: await coupon() }]);
  const { body } = await change(session.id, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 3 }] });
  expect(body).toMatchObject({ amountSubtotal: 30_000, amountTotal: 27_000, lineItems: [{ amountDiscount: 3_000 }] });
});

test('discounts as they were read, and the same ones by name, change nothing; others in that shape are refused', async () => {
  const ten = await coupon();
  const session = await openDiscounted(world, [{ coupon: ten }]);
  const read = await world.readSession(session.id);
  expect(await change(session.id, read)).toMatchObject({ status: 200, body: read });
  expect(await change(session.id, { discounts: [{ coupon: ten }] })).toMatchObject({ status: 200, body: read });
  const other = { discounts: [{ ...read.discounts[0], promotionCodeCode: 'OTHER' }] };
  expect(await change(session.id, other)).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_invalid', param: 'discounts' } },
  });
});

test('a change that a discount does not allow is refused under its name', async () => {
  const atLeast = await coupon({ minimumAmount: 10_000, minimumAmountCurrency: 'EGP' });
  const session = await openDiscounted(world, [{ coupon: atLeast }]);
  const cheap = world.siblings.addPrice({ unitAmount: 5_000 }).price.id;
  expect((await change(session.id, { lineItems: [{ price: cheap }] })).body.error?.code).toBe('coupon_minimum_amount');
  expect((await change(session.id, { discounts: [{ coupon: 'coupon_none' }] })).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'discounts[0].coupon',
  });
  const both = await change(session.id, { discounts: [], lineItems: [{ price: cheap }] });
  expect(both.body).toMatchObject({ amountTotal: 5_000, discounts: [] });
});

test('while the buyer is at the bank a new discount gives the attempt up, and the use that it held back', async () => {
  const [ten, fifty] = [await coupon({ maxRedemptions: 1 }), await coupon({ percentOff: 50 })];
  const session = await openDiscounted(world, [{ coupon: ten }]);
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  expect((await countsOf(world, { couponId: ten })).coupon).toMatchObject({ held: 1 });
  const { body } = await change(session.id, { discounts: [{ coupon: fifty }] });
  expect(body).toMatchObject({ amountTotal: 5_000, paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } });
  expect((await countsOf(world, { couponId: ten })).coupon).toMatchObject({ held: 0, times: 0 });
  expect((await world.confirm(session)).body.checkoutSession).toMatchObject({ status: 'complete', amountTotal: 5_000 });
  expect((await countsOf(world, { couponId: fifty })).coupon).toMatchObject({ times: 1 });
});

test('a promotion code can be the first change at a link that allows codes; a wrong one opens nothing', async () => {
  const buyers = linkBuyers(world);
  const { code: text } = await code(await coupon());
  const link = await linksOf(world).create({ allowPromotionCodes: true });
  expect((await buyers.change(link.id, { promotionCode: 'NOPE' })).body.error?.code).toBe('promotion_code_not_found');
  expect(await buyers.sessionsOf(link)).toEqual([]);
  const { body } = await buyers.change(link.id, { promotionCode: text });
  expect(body).toMatchObject({ amountTotal: 11_250, discounts: [{ promotionCodeCode: text }] });
  const [session] = await buyers.sessionsOf(link);
  expect(session).toMatchObject({ id: body.id, amountTotal: 11_250, allowPromotionCodes: true });
});
