import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PriceUse } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf } from '../payment-links/payment-links.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
  world.siblings.areUsed = false;
});
afterAll(() => world.stop());

const line = (price: object = {}, product: object = {}, available: number | null = null, more: object = {}) => ({
  lineItems: [{ price: world.siblings.addPrice(price, product, available).price.id, ...more }],
});
const soldOut = () => {
  const { price } = world.siblings.addPrice({}, {}, 3);
  return {
    lineItems: [
      { price: price.id, quantity: 2 },
      { price: price.id, quantity: 2 },
    ],
  };
};
const custom = { unitAmount: null, type: 'CUSTOM', customUnitAmount: { minimum: 500, maximum: 900, preset: null } };
const cases: [string, () => object, number, string, string | undefined][] = [
  [
    'an unknown price',
    () => ({ lineItems: [...line().lineItems, { price: 'price_none' }] }),
    404,
    'resource_missing',
    'lineItems[1].price',
  ],
  [
    'an adjustable quantity of an item whose amount the buyer chooses',
    () => ({
      lineItems: [{ price: world.siblings.addPrice(custom as never).price.id, adjustableQuantity: { enabled: true } }],
    }),
    400,
    'parameter_invalid',
    'lineItems[0].adjustableQuantity',
  ],
  ['an unknown customer', () => ({ ...line(), customerId: 'cus_none' }), 404, 'resource_missing', 'customerId'],
  [
    'an unknown product of a new price',
    () => ({
      lineItems: [...line().lineItems, { priceData: { currency: 'EGP', unitAmount: 500, product: 'prod_missing' } }],
    }),
    404,
    'resource_missing',
    'lineItems[1].priceData.product',
  ],
  ['an archived product', () => line({}, { active: false }), 400, 'product_archived', 'lineItems[0].price'],
  ['an archived price', () => line({ active: false }), 400, 'price_inactive', 'lineItems[0].price'],
  [
    'a price of tomorrow',
    () => line({ startDate: '2999-01-01T00:00:00.000Z' }),
    400,
    'price_not_yet_active',
    'lineItems[0].price',
  ],
  [
    'a price of yesterday',
    () => line({ expirationDate: '2020-01-01T00:00:00.000Z' }),
    400,
    'price_expired',
    'lineItems[0].price',
  ],
  [
    'more pieces than there are',
    () => line({}, {}, 1, { quantity: 2 }),
    409,
    'price_sold_out',
    'lineItems[0].quantity',
  ],
  ['two lines that together want more pieces than there are', soldOut, 409, 'price_sold_out', 'lineItems[1].quantity'],
  [
    'a recurring price',
    () => line({ type: 'RECURRING', recurring: { interval: 'MONTH', intervalCount: 1 } }),
    400,
    'price_recurring_not_supported',
    'lineItems[0].price',
  ],
  [
    'a subscription without a recurring price',
    () => ({ ...line(), mode: 'subscription' }),
    400,
    'price_recurring_not_supported',
    'lineItems',
  ],
  [
    'lines of two currencies',
    () => ({ lineItems: [...line().lineItems, ...line({ currency: 'USD' }).lineItems] }),
    400,
    'parameter_invalid',
    'lineItems[1].price',
  ],
  [
    'another currency than that of the lines',
    () => ({ ...line(), currency: 'USD' }),
    400,
    'parameter_invalid',
    'currency',
  ],
  ['a currency without an exchange rate', () => line({ currency: 'CNY' }), 400, 'exchange_rate_not_found', 'currency'],
  [
    'an amount outside the bounds',
    () => line(custom, {}, null, { customAmount: 901 }),
    400,
    'amount_invalid',
    'lineItems[0].customAmount',
  ],
  [
    'an amount for a fixed price',
    () => line({}, {}, null, { customAmount: 901 }),
    400,
    'parameter_invalid',
    'lineItems[0].customAmount',
  ],
  [
    'a quantity outside its own range',
    () => line({}, {}, null, { quantity: 5, adjustableQuantity: { enabled: true, maximum: 4 } }),
    400,
    'parameter_invalid',
    'lineItems[0].quantity',
  ],
  ['a total below the minimum of every method', () => line({ unitAmount: 99 }), 400, 'amount_invalid', 'lineItems'],
  [
    'a total beyond the largest amount',
    () => line({ unitAmount: 999_999_999_999 }, {}, null, { quantity: 999_999 }),
    400,
    'amount_invalid',
    'lineItems[0].quantity',
  ],
  [
    'a method that the account does not have',
    () => ({ ...line(), paymentMethodTypes: ['card', 'tabby'] }),
    400,
    'parameter_invalid',
    'paymentMethodTypes[1]',
  ],
  [
    'a capture that no method of the session can wait for',
    () => ({ ...line(), captureMethod: 'manual', paymentMethodTypes: ['fawry', 'cash_on_delivery'] }),
    400,
    'parameter_invalid',
    'captureMethod',
  ],
  [
    'both a customer and details of one',
    () => ({ ...line(), customerId: 'cus_1', customerDetails: {} }),
    400,
    'parameter_invalid',
    'customerDetails',
  ],
  [
    'a line without a price',
    () => ({ lineItems: [{ quantity: 1 }] }),
    400,
    'line_item_missing_price',
    'lineItems[0].price',
  ],
  ['no lines', () => ({ lineItems: [] }), 400, 'parameter_invalid', 'lineItems'],
  [
    'a way back that hides its host',
    () => ({ ...line(), cancelUrl: 'https://bank.example@evil.example/' }),
    400,
    'parameter_invalid',
    'cancelUrl',
  ],
];
test.each(cases)('%s is refused', async (_name, body, status, code, param) => {
  const answer = await world.merchant('POST', '/checkout/sessions', body());
  expect({ status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param }).toEqual({
    status,
    code,
    param,
  });
});

test('a refused request leaves no price behind, and every price as changeable as it was', async () => {
  expect(world.siblings.reserved).toEqual([]);
  world.siblings.received.length = 0;
  const { status } = await world.merchant('POST', '/checkout/sessions', {
    lineItems: [
      { priceData: { currency: 'EGP', unitAmount: 900, productData: { name: 'Gift' } } },
      { price: world.siblings.addPrice({ active: false }).price.id },
    ],
  });
  expect(status).toBe(400);
  expect(world.siblings.received).not.toContain('createAdHocPrices');
});

describe('the first line item of a price', () => {
  const uses = async (usedBy: string) =>
    (
      await world
        .db('checkout')
        .query<{ payload: string }>(`select payload from outbox where type = 'checkout.prices_used'`)
    ).rows
      .map(({ payload }) => (JSON.parse(payload) as { data: { object: PriceUse } }).data.object)
      .filter((use) => use.usedBy === usedBy);

  test('is reserved last, and published with the session, once for all lines of the price', async () => {
    const { price } = world.siblings.addPrice();
    const known = world.siblings.addPrice();
    known.isUsed = true;
    world.siblings.received.length = world.siblings.reserved.length = 0;
    const lineItems = [{ price: known.price.id }, { price: price.id }, { price: price.id, quantity: 2 }];
    const { id } = await world.openSession({ lineItems });
    expect(world.siblings.received.at(-1)).toBe('reservePrices');
    expect(world.siblings.reserved).toEqual([price.id]);
    expect(await uses(id)).toMatchObject([{ object: 'price_use', priceIds: [price.id] }]);
  });

  test('is published by a change of a session, by a link, and by a change of that', async () => {
    const lines = () => [{ price: world.siblings.addPrice().price.id }];
    const changed = async (path: string, id: string) => {
      const lineItems = lines();
      const { status } = await world.merchant('PATCH', `${path}/${id}`, { lineItems });
      expect({ status, uses: (await uses(id)).at(-1)?.priceIds }).toEqual({
        status: 200,
        uses: lineItems.map(({ price }) => price),
      });
    };
    await changed('/checkout/sessions', (await world.openSession()).id);
    const link = await linksOf(world).create();
    expect(await uses(link.id)).toHaveLength(1);
    await changed('/payment-links', link.id);
  });

  test('is refused when the price has just come to cost something else', async () => {
    const offer = world.siblings.addPrice();
    world.siblings.before = (name) => {
      if (name === 'reservePrices') offer.price = { ...offer.price, unitAmount: 1 };
    };
    const body = { lineItems: [...line().lineItems, { price: offer.price.id }] };
    const answer = await world.merchant('POST', '/checkout/sessions', body);
    world.siblings.before = () => {};
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'resource_invalid_state', param: 'lineItems[1].price' } },
    });
  });

  test('of a refused change of a session or link is none', async () => {
    const [session, link] = [await world.openSession(), await linksOf(world).create()];
    world.siblings.reserved.length = 0;
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, index]));
    const more = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`b${index}`, index]));
    for (const path of [`/checkout/sessions/${session.id}`, `/payment-links/${link.id}`]) {
      expect((await world.merchant('PATCH', path, { metadata })).status).toBe(200);
      const tooMuch = await world.merchant('PATCH', path, { ...line(), metadata: more });
      expect(tooMuch).toMatchObject({ status: 400, body: { error: { param: 'metadata' } } });
      const tooDear = await world.merchant(
        'PATCH',
        path,
        line({ unitAmount: 999_999_999_999 }, {}, null, { quantity: 9 }),
      );
      expect(tooDear).toMatchObject({ status: 400, body: { error: { param: 'lineItems[0].quantity' } } });
    }
    expect(world.siblings.reserved).toEqual([]);
  });
});
