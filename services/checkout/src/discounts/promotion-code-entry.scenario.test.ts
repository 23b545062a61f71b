import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { card, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

const open = (body: object = {}) =>
  world.openSession({
    lineItems: [
      { price: world.siblings.addPrice({ unitAmount: 10_000 }).price.id, adjustableQuantity: { enabled: true } },
    ],
    allowPromotionCodes: true,
    ...body,
  });
const code = ({ status, body }: { status: number; body: { error?: { code: string; param?: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];

test('a buyer knows codes by their text alone: an id is none', async () => {
  const { id, code: text } = await world.promotionCode();
  const session = await open();
  expect(code(await world.change(session, { promotionCode: id }))).toEqual([
    404,
    'promotion_code_not_found',
    'promotionCode',
  ]);
  expect((await world.change(session, { promotionCode: text })).status).toBe(200);
});

test('a buyer enters a code in any case and with Arabic digits, sees the discount, and removes it', async () => {
  await world.promotionCode({ code: 'BUYER10' });
  const session = await open();
  const entered = await world.change(session, { promotionCode: ' buyer١٠ ' });
  expect(entered).toMatchObject({
    status: 200,
    body: {
      amountSubtotal: 10_000,
      amountTotal: 9_000,
      totalDetails: { amountDiscount: 1_000 },
      lineItems: [{ amountDiscount: 1_000, amountTotal: 9_000 }],
    },
  });
  expect(entered.body.discounts).toEqual([
    {
      id: 'pending',
      object: 'discount',
      appliesToOrder: true,
      promotionCodeCode: 'BUYER10',
      coupon: { name: null, percentOff: 10, amountOff: null, currency: null },
    },
  ]);
  expect((await world.view(session)).body).toEqual(entered.body);
  const undone = await world.change(session, { promotionCode: null });
  expect(undone.body).toMatchObject({ amountTotal: 10_000, discounts: [], totalDetails: { amountDiscount: 0 } });
});

test('a buyer goes on without a discount that cannot be given any more, and pays the total that they then see', async () => {
  const coupon = await world.coupon({ percentOff: 50 });
  const session = await open({ discounts: [{ coupon: coupon.id }] });
  expect((await world.merchant('DELETE', `/coupons/${coupon.id}`)).status).toBeLessThan(300);
  const refused = await world.confirm(session);
  expect(code(refused)).toEqual([400, 'coupon_invalid', 'discounts[0].coupon']);
  expect(refused.body.error?.message).toBe(
    'The coupon was deleted. Remove it with PATCH /client/checkout/{id} and withoutDiscount: 0, then confirm again.',
  );
  expect(code(await world.change(session, { withoutDiscount: 1 }))).toEqual([
    404,
    'resource_missing',
    'withoutDiscount',
  ]);
  const changed = await world.change(session, { withoutDiscount: 0 });
  expect(changed.body).toMatchObject({ amountTotal: 10_000, discounts: [], totalDetails: { amountDiscount: 0 } });
  const paid = await world.confirm(session, { paymentMethod: card(), expectedAmountTotal: 10_000 });
  expect(paid.body).toMatchObject({ checkoutSession: { status: 'complete', amountTotal: 10_000 } });
});

test('a second code replaces the first, and the discount follows the quantity', async () => {
  await world.promotionCode({ code: 'FIRST' });
  await world.promotionCode({ code: 'SECOND', couponId: (await world.coupon({ percentOff: 20 })).id });
  const session = await open();
  await world.change(session, { promotionCode: 'FIRST' });
  expect((await world.change(session, { promotionCode: 'SECOND' })).body.amountTotal).toBe(8_000);
  const more = await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 3 }] });
  expect(more.body).toMatchObject({ amountTotal: 24_000, totalDetails: { amountDiscount: 6_000 } });
  expect(more.body.discounts).toHaveLength(1);
});

test('a code that leaves less to pay than any method takes is what the refusal names', async () => {
  const { id: couponId } = await world.coupon({ amountOff: 9_950, currency: 'EGP' });
  await world.promotionCode({ code: 'NEARLYALL', couponId });
  expect(code(await world.change(await open(), { promotionCode: 'NEARLYALL' }))).toEqual([
    400,
    'amount_invalid',
    'promotionCode',
  ]);
});

test('a cart cannot shrink below the minimum of its discount', async () => {
  const restrictions = { minimumAmount: 20_000, minimumAmountCurrency: 'EGP' };
  await world.promotionCode({ code: 'LARGE', restrictions });
  const session = await open();
  const lines = (quantity: number) => ({ lineItems: [{ id: session.lineItems[0]?.id, quantity }] });
  expect(code(await world.change(session, { promotionCode: 'LARGE' }))[1]).toBe('promotion_code_minimum_amount');
  expect((await world.change(session, { ...lines(2), promotionCode: 'LARGE' })).body.amountTotal).toBe(18_000);
  expect(code(await world.change(session, lines(1)))).toEqual([400, 'promotion_code_minimum_amount', 'lineItems']);
  expect((await world.change(session, { ...lines(1), promotionCode: null })).body.amountTotal).toBe(10_000);
});

describe('a code is refused', () => {
  test('where the merchant allows none, which null does not mind', async () => {
    await world.promotionCode({ code: 'NOTHERE' });
    const session = await open({ allowPromotionCodes: false });
    expect(code(await world.change(session, { promotionCode: 'NOTHERE' }))).toEqual([
      400,
      'promotion_codes_not_allowed',
      'promotionCode',
    ]);
    expect((await world.change(session, { promotionCode: null })).status).toBe(200);
  });

  test.each(['UNKNOWN', '', 'promo_none', "'; drop table coupons"])(
    'when it does not exist: %j',
    async (promotionCode) => {
      const answer = await world.change(await open(), { promotionCode });
      expect(code(answer)).toEqual([404, 'promotion_code_not_found', 'promotionCode']);
    },
  );

  test('beside a coupon of the merchant’s, which stays', async () => {
    await world.promotionCode({ code: 'EXTRA' });
    const session = await open({ discounts: [{ coupon: (await world.coupon({ percentOff: 5 })).id }] });
    expect(code(await world.change(session, { promotionCode: 'EXTRA' }))).toEqual([
      400,
      'too_many_discounts',
      'promotionCode',
    ]);
    expect((await world.change(session, { promotionCode: null })).body.discounts).toHaveLength(1);
  });
});
