import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asInEvents } from '@mizan/testing';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Answer = CheckoutSession & { error?: { code: string; param?: string } };
const create = async (body: object, unitAmount = 10_000) => {
  const { price } = world.siblings.addPrice({ unitAmount });
  return world.merchant<Answer>('POST', '/checkout/sessions', { lineItems: [{ price: price.id }], ...body });
};
const refusal = ({ status, body }: { status: number; body: Answer }) => [status, body.error?.code, body.error?.param];

test('a coupon is deducted, and lines, totals and the event show the same amounts', async () => {
  const coupon = await world.coupon({ percentOff: 12.5 });
  const lineItems = [1, 2, 3].map(() => ({ price: world.siblings.addPrice({ unitAmount: 3_333 }).price.id }));
  const session = await world.openSession({ lineItems, discounts: [{ coupon: coupon.id }] });
  expect(session).toMatchObject({
    amountSubtotal: 9_999,
    amountTotal: 8_749,
    totalDetails: { amountDiscount: 1_250, amountTax: 0 },
    lineItems: [417, 417, 416].map((off) => ({ amountSubtotal: 3_333, amountDiscount: off, amountTotal: 3_333 - off })),
    discounts: [
      {
        id: 'pending',
        object: 'discount',
        coupon,
        promotionCodeId: null,
        promotionCodeCode: null,
        checkoutSessionId: session.id,
        customerId: null,
        start: null,
        end: null,
      },
    ],
  });
  expect(await world.readSession(session.id)).toEqual(session);
  expect((await world.eventsOf(session.id))[0]?.object).toEqual(asInEvents(session));
});

test('a promotion code is given by its id or by its text in any case, although the buyer may enter none', async () => {
  const code = await world.promotionCode({ code: 'SERVER' });
  for (const promotionCode of [code.id, 'SERVER', 'server']) {
    const { body } = await create({ discounts: [{ promotionCode }] });
    expect(body).toMatchObject({
      allowPromotionCodes: false,
      amountTotal: 9_000,
      discounts: [{ promotionCodeId: code.id, promotionCodeCode: 'SERVER', coupon: { id: code.couponId } }],
    });
  }
});

test('a pending discount shows its coupon as it was when it was applied', async () => {
  const coupon = await world.coupon();
  const { body: session } = await create({ discounts: [{ coupon: coupon.id }] });
  await world.merchant('PATCH', `/coupons/${coupon.id}`, { name: 'Renamed', active: false });
  expect((await world.readSession(session.id)).discounts[0]?.coupon).toEqual(coupon);
});

test('a coupon of certain products is deducted from these alone, also from one that priceData names', async () => {
  const [soap, tea] = [world.siblings.addPrice({ unitAmount: 5_000 }), world.siblings.addPrice({ unitAmount: 7_000 })];
  const coupon = await world.coupon({ amountOff: 6_000, currency: 'EGP', appliesToProductIds: [soap.product.id] });
  const session = await world.openSession({
    lineItems: [{ price: tea.price.id }, { price: soap.price.id }],
    discounts: [{ coupon: coupon.id }],
  });
  expect(session.lineItems.map((line) => line.amountDiscount)).toEqual([0, 5_000]);
  expect(session.amountTotal).toBe(7_000);
});

test('what a discount leaves must be nothing or enough for a method', async () => {
  const off = async (amountOff: number) => [{ coupon: (await world.coupon({ amountOff, currency: 'EGP' })).id }];
  expect(refusal(await create({ discounts: await off(9_901) }))[1]).toBe('amount_invalid');
  expect((await create({ discounts: await off(9_900) })).body.amountTotal).toBe(100);
  expect((await create({ discounts: await off(50_000) })).body).toMatchObject({
    amountTotal: 0,
    totalDetails: { amountDiscount: 10_000 },
  });
});

test('where three discounts are allowed they apply one after the other, and none twice', async () => {
  const generous = await startCheckout({ env: { MIZAN_DISCOUNTS_MAX: '3' } });
  try {
    const [half, tenth] = [await generous.coupon({ percentOff: 50 }), await generous.coupon({ percentOff: 10 })];
    const lineItems = [{ price: generous.siblings.addPrice({ unitAmount: 10_000 }).price.id }];
    const discounts = [{ coupon: half.id }, { coupon: tenth.id }];
    const session = await generous.openSession({ lineItems, discounts });
    expect(session).toMatchObject({ amountTotal: 4_500, totalDetails: { amountDiscount: 5_500 } });
    expect(session.discounts.map(({ coupon }) => coupon.id)).toEqual([half.id, tenth.id]);
    const twice = { lineItems, discounts: [{ coupon: half.id }, { coupon: half.id }] };
    expect(refusal(await generous.merchant<Answer>('POST', '/checkout/sessions', twice))[1]).toBe('too_many_discounts');
  } finally {
    await generous.stop();
  }
});
