import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.siblings.asked.length = 0;
});

const create = (body: object, idempotencyKey?: string) =>
  world.merchant('POST', '/checkout/sessions', body, idempotencyKey ? { idempotencyKey } : {});

test('a session shows what is bought, what it costs and where it is paid, and its event shows the same', async () => {
  const soap = world.siblings.addPrice({ unitAmount: 12_500 });
  const tea = world.siblings.addPrice({ unitAmount: 8_950 }, { name: 'Tea' });
  const session = await world.openSession({
    lineItems: [{ price: soap.price.id, quantity: 2 }, { priceId: tea.price.id }],
    metadata: { order: 7 },
  });
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    paymentStatus: 'unpaid',
    currency: 'EGP',
    amountSubtotal: 33_950,
    amountTotal: 33_950,
    totalDetails: { amountDiscount: 0, amountTax: 0 },
    paymentIntent: null,
    isExpired: false,
    metadata: { order: 7 },
    merchantName: 'Nile Soap House',
    lineItems: [
      {
        quantity: 2,
        amountSubtotal: 25_000,
        amountTotal: 25_000,
        description: 'Olive oil soap',
        availability: 'available',
      },
      { quantity: 1, amountSubtotal: 8_950, amountTotal: 8_950, description: 'Tea' },
    ],
  });
  expect(session.id).toMatch(/^cs_test_\w{24}$/);
  expect(session.url).toMatch(new RegExp(`/c/${session.id}#${session.clientSecret}$`));
  expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(24 * 3_600_000);
  expect(await world.readSession(session.id)).toEqual(session);
  const [event, ...others] = await world.eventsOf(session.id);
  expect(others).toEqual([]);
  expect(event).toEqual({ type: 'checkout.session.created', version: 1, object: session });
});

describe('what cannot be sold is refused', () => {
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
    [
      'two lines that together want more pieces than there are',
      soldOut,
      409,
      'price_sold_out',
      'lineItems[1].quantity',
    ],
    [
      'a recurring price',
      () => line({ type: 'RECURRING', recurring: { interval: 'MONTH', intervalCount: 1 } }),
      400,
      'price_recurring_not_supported',
      'lineItems[0].price',
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
    [
      'a currency that the account does not take',
      () => line({ currency: 'GBP' }),
      400,
      'unsupported_currency',
      'currency',
    ],
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
  test.each(cases)('%s', async (_name, body, status, code, param) => {
    const answer = await create(body());
    expect({ status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param }).toEqual({
      status,
      code,
      param,
    });
  });

  test('a refused request leaves no price behind', async () => {
    const { status } = await create({
      lineItems: [
        { priceData: { currency: 'EGP', unitAmount: 900, productData: { name: 'Gift' } } },
        { price: world.siblings.addPrice({ active: false }).price.id },
      ],
    });
    expect(status).toBe(400);
    expect(world.siblings.asked).not.toContain('createAdHocPrices');
  });
});

test('prices that a line brings with it are created and sold', async () => {
  const session = await world.openSession({
    lineItems: [
      { priceData: { currency: 'EGP', unitAmount: 900, productData: { name: 'Gift wrapping' } }, quantity: 3 },
    ],
  });
  expect(session).toMatchObject({ amountTotal: 2_700, lineItems: [{ description: 'Gift wrapping', quantity: 3 }] });
});

test('an amount that the buyer chooses begins with what the merchant suggests, one piece only', async () => {
  const custom = {
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: 500, maximum: null, preset: 5_000 },
  } as const;
  const { price } = world.siblings.addPrice(custom);
  expect(await world.openSession({ lineItems: [{ price: price.id, quantity: 4 }] })).toMatchObject({
    amountTotal: 5_000,
    lineItems: [{ quantity: 1, amountSubtotal: 5_000 }],
  });
});

test('a free cart is fine', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 0 });
  expect(await world.openSession({ lineItems: [{ price: price.id }] })).toMatchObject({
    amountTotal: 0,
    status: 'open',
  });
});

test('colours that are hard to read are taken and warned about', async () => {
  const session = await world.openSession({
    brandingSettings: { colors: { foreground: '#777777', background: '#888888' } },
  });
  expect(session.brandingSettings.colors).toEqual({ foreground: '#777777', background: '#888888' });
  expect(session.brandingSettings.warnings).toEqual([
    expect.stringContaining('colors.foreground on colors.background'),
  ]);
});

test('live mode without a provider is 403 merchant_not_activated, and with one takes https addresses only', async () => {
  const live = world.merchantClient('checkout', { merchantId: 'acct_live', livemode: true });
  const lineItems = [{ price: world.siblings.addPrice().price.id }];
  const refused = await live('POST', '/checkout/sessions', { lineItems });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'merchant_not_activated' } } });

  world.siblings.account.livePaymentsEnabled = true;
  const other = world.merchantClient('checkout', { merchantId: 'acct_live2', livemode: true });
  const local = await other('POST', '/checkout/sessions', { lineItems, cancelUrl: 'http://localhost:3000/cart' });
  expect(local).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid', param: 'cancelUrl' } } });
  const good = await other<{ id: string }>('POST', '/checkout/sessions', { lineItems });
  expect(good.status).toBe(201);
  expect(good.body.id).toMatch(/^cs_live_/);
  world.siblings.account.livePaymentsEnabled = false;
});

test('twenty equal requests with one Idempotency-Key make one session', async () => {
  const body = { lineItems: [{ price: world.siblings.addPrice().price.id }], metadata: { only: 'one' } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, 'only-one')));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const { rows } = await world
    .db('checkout')
    .query(`select 1 from checkout_sessions where settings -> 'metadata' ->> 'only' = 'one'`);
  expect(rows).toHaveLength(1);
});

test('line items that would make an event too large are left out of it and said to be', async () => {
  const description = 'x'.repeat(5_000);
  const prices = Array.from({ length: 15 }, () => world.siblings.addPrice({}, { description }));
  const session = await world.openSession({ lineItems: prices.map(({ price }) => ({ price: price.id })) });
  expect(session.lineItems).toHaveLength(15);
  const [event] = await world.eventsOf(session.id);
  expect(event?.object.lineItemsTruncated).toBe(true);
  expect(JSON.stringify(event?.object).length).toBeLessThan(64 * 1024);
});
