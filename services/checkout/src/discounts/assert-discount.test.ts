import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

describe('a cart without its discount is refused for the first of these reasons', () => {
  const cases: [string, () => Promise<object>, number, string, string][] = [
    ['an unknown coupon', async () => [{ coupon: 'coupon_none' }], 404, 'resource_missing', 'discounts[0].coupon'],
    [
      'an unknown code',
      async () => [{ promotionCode: 'NONE' }],
      404,
      'promotion_code_not_found',
      'discounts[0].promotionCode',
    ],
    [
      'an inactive code',
      async () => [{ promotionCode: (await world.promotionCode({ active: false })).id }],
      400,
      'promotion_code_inactive',
      'discounts[0].promotionCode',
    ],
    [
      'a coupon that is switched off',
      async () => [{ coupon: (await world.coupon({ percentOff: 1, active: false })).id }],
      400,
      'coupon_invalid',
      'discounts[0].coupon',
    ],
    [
      'another currency',
      async () => [{ coupon: (await world.coupon({ amountOff: 100, currency: 'USD' })).id }],
      400,
      'coupon_currency_mismatch',
      'discounts[0].coupon',
    ],
    [
      'a minimum of the code, before that of the coupon',
      async () => {
        const coupon = await world.coupon({ percentOff: 1, minimumAmount: 20_000, minimumAmountCurrency: 'EGP' });
        const restrictions = { minimumAmount: 10_001, minimumAmountCurrency: 'EGP' };
        return [{ promotionCode: (await world.promotionCode({ couponId: coupon.id, restrictions })).id }];
      },
      400,
      'promotion_code_minimum_amount',
      'discounts[0].promotionCode',
    ],
    [
      'a minimum of the coupon',
      async () => [
        { coupon: (await world.coupon({ percentOff: 1, minimumAmount: 10_001, minimumAmountCurrency: 'EGP' })).id },
      ],
      400,
      'coupon_minimum_amount',
      'discounts[0].coupon',
    ],
    [
      'two discounts where one is allowed',
      async () => [{ coupon: (await world.coupon()).id }, { coupon: (await world.coupon()).id }],
      400,
      'too_many_discounts',
      'discounts',
    ],
    ['neither coupon nor code', async () => [{}], 400, 'parameter_missing', 'discounts[0].coupon'],
    [
      'coupon and code',
      async () => [{ coupon: 'a', promotionCode: 'b' }],
      400,
      'parameters_exclusive',
      'discounts[0].promotionCode',
    ],
  ];
  test.each(cases)('%s', async (_name, discounts, status, code, param) => {
    expect(refusal(await create({ discounts: await discounts() }))).toEqual([status, code, param]);
  });

  test('an expired code, then an expired coupon, then one that is used up', async () => {
    const code = await world.promotionCode({ expiresAt: '2040-01-01', maxRedemptions: 3 });
    const refused = async () => (await create({ discounts: [{ promotionCode: code.id }] })).body.error?.code;
    const set = (table: string, change: string, id: string) =>
      world.db('checkout').query(`update ${table} set ${change} where id = $1`, [id]);
    await set('coupons', `redeem_by = '2001-01-01'`, code.couponId);
    expect(await refused()).toBe('coupon_invalid');
    await set('promotion_codes', `times_redeemed = 2, held = 1`, code.id);
    expect(await refused()).toBe('promotion_code_max_redemptions');
    await set('promotion_codes', `expires_at = '2001-01-01'`, code.id);
    expect(await refused()).toBe('promotion_code_expired');
    await set('promotion_codes', `active = false`, code.id);
    expect(await refused()).toBe('promotion_code_inactive');
  });

  test('a code of another customer; a guest may still turn out to be the one', async () => {
    for (const id of ['cus_owner', 'cus_else'])
      world.siblings.customers.set(id, { id, type: 'registered', metadata: {} });
    const { id } = await world.promotionCode({ customerId: 'cus_owner' });
    const discounts = [{ promotionCode: id }];
    expect(refusal(await create({ discounts, customerId: 'cus_else' }))).toEqual([
      400,
      'promotion_code_customer_mismatch',
      'discounts[0].promotionCode',
    ]);
    expect((await create({ discounts, customerId: 'cus_owner' })).status).toBe(201);
    expect((await create({ discounts })).status).toBe(201);
  });
});

test('another merchant’s coupons and codes do not exist', async () => {
  const api = world.merchantClient('checkout', { merchantId: 'acct_other', livemode: false });
  const { price } = world.siblings.addPrice();
  const { id, code } = await world.promotionCode({ code: 'FOREIGN' });
  const refused = async (discount: object) =>
    (await api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }], discounts: [discount] })).status;
  expect(await refused({ coupon: (await world.coupon()).id })).toBe(404);
  expect(await refused({ promotionCode: id })).toBe(404);
  expect(await refused({ promotionCode: code })).toBe(404);
});
