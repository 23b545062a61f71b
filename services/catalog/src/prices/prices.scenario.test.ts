import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Price, type Product } from '@mizan/contracts';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';

interface List {
  data: Price[];
  totalCount: number;
}

let world: CatalogWorld;
let product: Product;
beforeAll(async () => {
  world = await startCatalog({ nats: false });
  product = await world.createProduct();
});
afterAll(() => world.stop());

const create = (body: object, productId = product.id) =>
  world.merchant<Price>('POST', `/prices?productId=${productId}`, body);

describe('a new price', () => {
  test.each([
    [
      'ONE_TIME',
      { currency: 'EGP', unitAmount: 0 },
      { type: 'ONE_TIME', unitAmount: 0, recurring: null, customUnitAmount: null },
    ],
    [
      'RECURRING',
      { currency: 'KWD', unitAmount: 1_500, type: 'RECURRING', recurring: { interval: 'CUSTOM', intervalCount: 45 } },
      { type: 'RECURRING', recurring: { interval: 'CUSTOM', intervalCount: 45 }, customUnitAmount: null },
    ],
    [
      'CUSTOM with bounds',
      { currency: 'SAR', type: 'CUSTOM', customUnitAmount: { minimum: 100, maximum: 900, preset: 500 } },
      { type: 'CUSTOM', unitAmount: null, customUnitAmount: { minimum: 100, maximum: 900, preset: 500 } },
    ],
    [
      'CUSTOM without bounds',
      { currency: 'SAR', type: 'CUSTOM' },
      { unitAmount: null, customUnitAmount: { minimum: null, maximum: null, preset: null } },
    ],
    [
      'the largest amount there can be',
      { currency: 'EGP', unitAmount: 999_999_999_999 },
      { unitAmount: 999_999_999_999 },
    ],
  ])('%s is answered, read and published alike', async (_what, body, expected) => {
    const { status, body: price } = await create(body);
    expect(status).toBe(201);
    expect(Price.strict().parse(price)).toEqual(price);
    expect(price).toMatchObject({ ...expected, object: 'price', active: true, productId: product.id, metadata: {} });
    expect((await world.merchant('GET', `/prices/${price.id}`)).body).toEqual(price);
    expect(await world.eventsOf(price.id)).toEqual([{ type: 'price.created', version: 1, object: price }]);
  });

  test('keeps every field', async () => {
    const given = {
      name: 'Box of ten',
      description: 'Ten bags',
      currency: 'EGP',
      unitAmount: 5,
      stock: 0,
      startDate: '2025-01-01T00:00:00.000Z',
      expirationDate: '2025-01-02T00:00:00.000Z',
      active: false,
      metadata: { sku: 'B10', fragile: true, weight: 0.5, note: null },
    };
    expect((await create(given)).body).toMatchObject(given);
  });

  test.each([
    ['no currency', { unitAmount: 1 }, 'parameter_invalid', 'currency'],
    ['an unknown currency', { currency: 'XXX', unitAmount: 1 }, 'parameter_invalid', 'currency'],
    ['no amount', { currency: 'EGP' }, 'parameter_invalid', 'unitAmount'],
    ['a negative amount', { currency: 'EGP', unitAmount: -1 }, 'parameter_invalid', 'unitAmount'],
    ['a fractional amount', { currency: 'EGP', unitAmount: 1.5 }, 'parameter_invalid', 'unitAmount'],
    ['an amount as text', { currency: 'EGP', unitAmount: '1' }, 'parameter_invalid', 'unitAmount'],
    ['an amount for CUSTOM', { currency: 'EGP', type: 'CUSTOM', unitAmount: 1 }, 'parameter_invalid', 'unitAmount'],
    [
      'RECURRING without interval',
      { currency: 'EGP', unitAmount: 1, type: 'RECURRING' },
      'parameter_invalid',
      'recurring',
    ],
    [
      'an interval of 366',
      { currency: 'EGP', unitAmount: 1, type: 'RECURRING', recurring: { interval: 'DAY', intervalCount: 366 } },
      'parameter_invalid',
      'recurring.intervalCount',
    ],
    [
      'bounds for ONE_TIME',
      { currency: 'EGP', unitAmount: 1, customUnitAmount: {} },
      'parameter_invalid',
      'customUnitAmount',
    ],
    [
      'a preset out of bounds',
      { currency: 'EGP', type: 'CUSTOM', customUnitAmount: { minimum: 5, preset: 4 } },
      'parameter_invalid',
      'customUnitAmount.preset',
    ],
    ['negative stock', { currency: 'EGP', unitAmount: 1, stock: -1 }, 'price_stock_invalid', 'stock'],
    ['fractional stock', { currency: 'EGP', unitAmount: 1, stock: 0.5 }, 'price_stock_invalid', 'stock'],
    [
      'an end before its start',
      { currency: 'EGP', unitAmount: 1, startDate: '2025-01-02', expirationDate: '2025-01-01' },
      'price_date_range_invalid',
      'expirationDate',
    ],
    ['an unknown field', { currency: 'EGP', unitAmount: 1, tier: 1 }, 'parameter_unknown', 'tier'],
  ])('is refused with %s', async (_what, body, code, param) => {
    const answer = await world.merchant('POST', `/prices?productId=${product.id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param });
  });

  test('is refused without a product, and for one that is unknown or another merchant’s', async () => {
    const body = { currency: 'EGP', unitAmount: 1 };
    for (const path of ['/prices', '/prices?productId='])
      expect((await world.merchant('POST', path, body)).body.error).toMatchObject({
        code: 'parameter_invalid',
        param: 'productId',
      });
    const other = world.merchantClient('catalog', { merchantId: 'acct_other' });
    const missing = [
      await world.merchant('POST', '/prices?productId=prod_unknown', body),
      await other('POST', `/prices?productId=${product.id}`, body),
    ];
    for (const answer of missing) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ code: 'resource_missing', param: 'productId' });
    }
  });
});

test('a price is the same 404 when it is missing, malformed, another merchant’s or of the other mode', async () => {
  const { id } = await world.createPrice();
  const answers = await Promise.all([
    world.merchant('GET', '/prices/price_0000000000000000000000'),
    world.merchant('GET', '/prices/%00'),
    world.merchantClient('catalog', { merchantId: 'acct_other' })('GET', `/prices/${id}`),
    world.merchantClient('catalog', { merchantId: 'acct_test', livemode: true })('GET', `/prices/${id}`),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'resource_missing', param: 'id' });
  }
  const shown = answers.map(({ body }) => body.error?.message.replace(/`\w+` in (test|live) mode/, 'it'));
  expect(shown.slice(2)).toEqual([shown[0], shown[0]]);
});

test('test mode can set the stock of a price, which emits an event, but to no impossible value', async () => {
  const { id } = await world.createPrice({ stock: 5 });
  const setStock = (stock: unknown) => world.merchant('PUT', `/test-helpers/prices/${id}/stock`, { stock });
  for (const stock of [0, 7, null]) {
    const { status, body } = await setStock(stock);
    expect([status, body.stock]).toEqual([200, stock]);
    expect((await world.merchant('GET', `/prices/${id}`)).body).toEqual(body);
  }
  for (const stock of [-1, 1.5])
    expect((await setStock(stock)).body.error).toMatchObject({ code: 'price_stock_invalid', param: 'stock' });
  expect((await world.merchant<Price>('GET', `/prices/${id}`)).body.stock).toBeNull();
});

describe('the list of prices', () => {
  const as = () => world.merchantClient('catalog', { merchantId: 'acct_lister' });
  const created: Price[] = [];
  beforeAll(async () => {
    const bodies = [
      { currency: 'EGP', unitAmount: 1 },
      { currency: 'USD', unitAmount: 2, active: false },
      { currency: 'EGP', type: 'CUSTOM' },
    ];
    for (const body of bodies) {
      const { body: one } = await as()<Product>('POST', '/products', { name: 'Tea', prices: [body] });
      created.push(...one.prices);
    }
  });
  const list = async (query: string) => (await as()<List>('GET', `/prices${query}`)).body;

  test.each([
    ['', [2, 1, 0]],
    ['?active=true', [2, 0]],
    ['?active=false', [1]],
    ['?type=CUSTOM', [2]],
    ['?currency=EGP', [2, 0]],
    ['?currency=EGP&type=ONE_TIME&active=true', [0]],
    ['?productId=prod_unknown', []],
  ])('%s shows and counts what matches, newest first', async (query, expected) => {
    const body = await list(query);
    expect(body.data).toEqual(expected.map((index) => created[index]));
    expect(body.totalCount).toBe(expected.length);
  });

  test('of one product', async () => {
    expect(await list(`?productId=${created[1]?.productId}`)).toEqual({
      data: [created[1]],
      totalCount: 1,
      nextCursor: null,
    });
  });

  test('goes in pages', async () => {
    expect(await list('?limit=1&page=2')).toEqual({
      data: [created[1]],
      totalCount: 3,
      nextCursor: expect.any(String),
    });
    expect(await list('?limit=1&page=4')).toEqual({ data: [], totalCount: 3, nextCursor: null });
  });

  test('refuses an unknown price type', async () => {
    expect((await as()('GET', '/prices?type=one_time')).body.error).toMatchObject({
      code: 'parameter_invalid',
      param: 'type',
    });
  });
});
