import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Product, type Price } from '@mizan/contracts';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await startCatalog({ nats: false });
});
afterAll(() => world.stop());

const twoPrices = [
  { currency: 'EGP', unitAmount: 10_000, stock: 5 },
  { currency: 'USD', unitAmount: 300, type: 'RECURRING', recurring: { interval: 'MONTH', intervalCount: 1 } },
];

describe('a new product', () => {
  test('is returned with its prices, the first being the default', async () => {
    const { status, body } = await world.merchant<Product>('POST', '/products', {
      name: '  Tea  ',
      description: 'Black',
      image: 'https://shop.example/tea.png',
      unitLabel: 'box',
      metadata: { sku: 'T-1' },
      prices: twoPrices,
    });
    expect(status).toBe(201);
    expect(Product.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      object: 'product',
      name: 'Tea',
      description: 'Black',
      image: 'https://shop.example/tea.png',
      unitLabel: 'box',
      active: true,
      isSystemCreated: false,
      metadata: { sku: 'T-1' },
      merchantId: 'acct_test',
      defaultPriceId: body.prices[0]?.id,
    });
    expect(body.prices).toMatchObject([
      { object: 'price', currency: 'EGP', unitAmount: 10_000, type: 'ONE_TIME', recurring: null, stock: 5 },
      { currency: 'USD', unitAmount: 300, recurring: { interval: 'MONTH', intervalCount: 1 }, stock: null },
    ]);
  });

  test('has the default price that defaultPriceIndex names', async () => {
    const product = await world.createProduct({ prices: twoPrices, defaultPriceIndex: 1 });
    expect(product.defaultPriceId).toBe(product.prices[1]?.id);
  });

  test('needs only a name', async () => {
    expect(await world.createProduct()).toMatchObject({
      description: null,
      image: null,
      unitLabel: null,
      metadata: null,
      defaultPriceId: null,
      prices: [],
    });
  });

  test('is returned, read and published identically, byte for byte, and so is each of its prices', async () => {
    const metadata = { longest: 1, b: 2, a: true };
    const product = await world.createProduct({
      metadata,
      prices: [...twoPrices, { type: 'CUSTOM', currency: 'EGP', metadata }],
    });
    for (const object of [product, ...product.prices]) {
      const { body } = await world.merchant('GET', `/${object.object}s/${object.id}`);
      expect(JSON.stringify(body)).toBe(JSON.stringify(object));
      const [event, ...more] = await world.eventsOf(object.id);
      expect([event?.type, event?.version, more]).toEqual([`${object.object}.created`, 1, []]);
      expect(JSON.stringify(event?.object)).toBe(JSON.stringify(object));
    }
  });

  test('creates nothing when one of its prices is refused', async () => {
    const { status } = await world.merchant('POST', '/products', {
      name: 'Never created',
      prices: [...twoPrices, { currency: 'EGP', unitAmount: -1 }],
    });
    expect(status).toBe(400);
    const { body } = await world.merchant('GET', '/products?search=never%20made');
    expect(body).toMatchObject({ data: [], totalCount: 0 });
  });

  test.each([
    ['no name', {}, 'parameter_invalid', 'name'],
    ['a blank name', { name: '   ' }, 'parameter_invalid', 'name'],
    ['an unknown field', { name: 'Tea', colour: 'red' }, 'parameter_unknown', 'colour'],
    ['an image that is not https', { name: 'Tea', image: 'http://shop.example/tea.png' }, 'parameter_invalid', 'image'],
    [
      'a default price that is not there',
      { name: 'Tea', defaultPriceIndex: 0 },
      'parameter_invalid',
      'defaultPriceIndex',
    ],
    ['a wrong price', { name: 'Tea', prices: [{ currency: 'EGP' }] }, 'parameter_invalid', 'prices[0].unitAmount'],
    [
      'too many prices',
      { name: 'Tea', prices: Array.from({ length: 21 }, () => ({ currency: 'EGP', unitAmount: 1 })) },
      'parameter_out_of_range',
      'prices',
    ],
  ])('400 with %s', async (_what, body, code, param) => {
    const answer = await world.merchant('POST', '/products', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param });
  });

  test('accepts an image on localhost in test mode but not in live mode', async () => {
    const body = { name: 'Tea', image: 'http://localhost:8080/files/tea.png' };
    expect((await world.merchant('POST', '/products', body)).status).toBe(201);
    const live = world.merchantClient('catalog', { merchantId: 'acct_test', livemode: true });
    expect((await live('POST', '/products', body)).body.error).toMatchObject({
      code: 'parameter_invalid',
      param: 'image',
    });
  });

  test('is created once for one idempotency key', async () => {
    const make = () => world.merchant<Product>('POST', '/products', { name: 'Once' }, { idempotencyKey: 'once' });
    const [first, second] = [await make(), await make()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a product', () => {
  test('shows its newest 50 prices, newest first, archived ones too', async () => {
    const product = await world.createProduct();
    const created: Price[] = [];
    for (let unitAmount = 1; unitAmount <= 52; unitAmount++) {
      const active = unitAmount !== 52;
      const { body } = await world.merchant<Price>('POST', `/prices?productId=${product.id}`, {
        currency: 'EGP',
        unitAmount,
        active,
      });
      created.push(body);
    }
    const { body } = await world.merchant<Product>('GET', `/products/${product.id}`);
    expect(body.prices).toEqual(created.toReversed().slice(0, 50));
  });

  test('is the same 404 when it is missing, malformed, another merchant’s or of the other mode', async () => {
    const { id } = await world.createProduct();
    const answers = await Promise.all([
      world.merchant('GET', '/products/prod_0000000000000000000000'),
      world.merchant('GET', '/products/not%20an%20id%27'),
      world.merchantClient('catalog', { merchantId: 'acct_other' })('GET', `/products/${id}`),
      world.merchantClient('catalog', { merchantId: 'acct_test', livemode: true })('GET', `/products/${id}`),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'resource_missing', param: 'id' });
    }
    const shown = answers.map(({ body }) => body.error?.message.replace(/`\w+` in (test|live) mode/, 'it'));
    expect(shown.slice(2)).toEqual([shown[0], shown[0]]);
    expect(answers[0]?.body.error).toMatchObject({ code: 'resource_missing', param: 'id' });
  });
});

test('a checkout finds out which products of a coupon do not exist', async () => {
  const { body: product } = await world.merchant<Product>('POST', '/products', { name: 'Tea' });
  const findMissing = async (caller: typeof world.checkout) =>
    (await caller('POST', '/internal/calls/findMissingProducts', { productIds: ['prod_none', product.id] })).body;
  expect(await findMissing(world.checkout)).toEqual({ missing: ['prod_none'] });
  const asOther = world.siblingClient('catalog', 'checkout', { merchantId: 'acct_other' });
  expect(await findMissing(asOther)).toEqual({ missing: ['prod_none', product.id] });
});
