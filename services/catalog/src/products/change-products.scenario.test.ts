import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Price, Product } from '@mizan/contracts';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await startCatalog({ nats: false });
});
afterAll(() => world.stop());

const price = (unitAmount: number) => ({ currency: 'EGP', unitAmount });
const change = (id: string, body: unknown) => world.merchant<Product>('PATCH', `/products/${id}`, body);
const read = async (id: string) => (await world.merchant<Product>('GET', `/products/${id}`)).body;
const remove = (path: string) => world.merchant<Record<string, unknown>>('DELETE', path);
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as { error?: { code: string; param?: string } };
  return [status, error?.code, error?.param];
};
/** A checkout is opened with the price: from now on it counts as used. */
const useInCheckout = (...priceIds: string[]) => world.checkout('POST', '/internal/calls/reservePrices', { priceIds });
const counts = async () => {
  const of = async (path: string) => (await world.merchant<{ totalCount: number }>('GET', path)).body.totalCount;
  return Promise.all(['/products', '/products?active=false', '/prices', '/prices?active=false'].map(of));
};

describe('PATCH /products/{id}', () => {
  test('changes the given fields, emits the previous values, and keeps the rest', async () => {
    const before = await world.createProduct({ description: 'Black', metadata: { a: 1, b: 2 }, prices: [price(100)] });
    const { status, body } = await change(before.id, {
      name: 'Green tea',
      unitLabel: 'box',
      metadata: { a: null, c: 3 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      name: 'Green tea',
      unitLabel: 'box',
      metadata: { b: 2, c: 3 },
      updatedAt: body.updatedAt,
    });
    expect(await read(before.id)).toEqual(body);
    const [, updated] = await world.eventsOf(before.id);
    expect(updated).toEqual({
      type: 'product.updated',
      version: 2,
      object: body,
      previousAttributes: { name: 'Tea', unitLabel: null, metadata: { a: 1, b: 2 } },
    });
  });

  test('sending back what was read, or nothing, is not a change', async () => {
    const before = await world.createProduct({ metadata: { b: 1, a: 2 }, prices: [price(100)] });
    for (const body of [before, {}]) expect((await change(before.id, body)).body).toEqual(before);
    expect(await world.eventsOf(before.id)).toHaveLength(1);
  });

  test('an archived product moves from one list to the other, with the counts of both', async () => {
    const { id } = await world.createProduct();
    const before = await counts();
    await change(id, { active: false });
    expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1, before[2], before[3]]);
    await change(id, { active: true });
    expect(await counts()).toEqual(before);
  });

  test('the default price is one of its own active prices, or none', async () => {
    const product = await world.createProduct({ prices: [price(100), price(200)] });
    const [first, second] = product.prices as [Price, Price];
    const stranger = await world.createPrice();
    expect((await change(product.id, { defaultPrice: second.id })).body.defaultPriceId).toBe(second.id);
    expect((await change(product.id, { defaultPrice: '' })).body.defaultPriceId).toBeNull();
    for (const foreign of [stranger.id, 'price_none'])
      expect(refusal(await change(product.id, { defaultPrice: foreign }))).toEqual([
        404,
        'resource_missing',
        'defaultPrice',
      ]);
    await world.merchant('PATCH', `/prices/${first.id}`, { active: false });
    expect(refusal(await change(product.id, { defaultPrice: first.id }))).toEqual([
      400,
      'price_inactive',
      'defaultPrice',
    ]);
  });

  test.each([
    ['an empty name', { name: ' ' }, 'parameter_invalid', 'name'],
    ['a long unit', { unitLabel: 'x'.repeat(25) }, 'parameter_invalid', 'unitLabel'],
    ['an image from nowhere', { image: 'ftp://x' }, 'parameter_invalid', 'image'],
    ['a field that there is not', { colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      'too much metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) },
      'parameter_invalid',
      'metadata',
    ],
  ])('400 for %s, and nothing is written', async (_what, body, code, param) => {
    const before = await world.createProduct();
    expect(refusal(await change(before.id, body))).toEqual([400, code, param]);
    expect(await read(before.id)).toEqual(before);
  });

  test('two changes at once both take effect, with consecutive versions', async () => {
    const { id } = await world.createProduct();
    await Promise.all([change(id, { unitLabel: 'kg' }), change(id, { description: 'Loose' })]);
    expect(await read(id)).toMatchObject({ unitLabel: 'kg', description: 'Loose' });
    expect((await world.eventsOf(id)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });
});

describe('DELETE /products/{id}', () => {
  test('deletes its prices too, emits an event for each, and is 404 from then on', async () => {
    const before = await counts();
    const product = await world.createProduct({ prices: [price(100), { ...price(200), active: false }] });
    expect(await remove(`/products/${product.id}`)).toMatchObject({
      status: 200,
      body: { id: product.id, object: 'product', deleted: true },
    });
    for (const path of [`/products/${product.id}`, ...product.prices.map(({ id }) => `/prices/${id}`)])
      expect(refusal(await world.merchant('GET', path))).toEqual([404, 'resource_missing', 'id']);
    expect(refusal(await remove(`/products/${product.id}`))).toEqual([404, 'resource_missing', 'id']);
    expect((await world.eventsOf(product.id)).at(-1)).toEqual({ type: 'product.deleted', version: 2, object: product });
    for (const each of product.prices)
      expect((await world.eventsOf(each.id)).at(-1)).toEqual({ type: 'price.deleted', version: 2, object: each });
    expect(await counts()).toEqual(before);
  });

  test('409 resource_in_use once a checkout used one of its prices; nothing is deleted', async () => {
    const product = await world.createProduct({ prices: [price(100), price(200)] });
    await useInCheckout(product.prices[1]?.id ?? '');
    expect(refusal(await remove(`/products/${product.id}`))).toEqual([409, 'resource_in_use', undefined]);
    expect(await read(product.id)).toEqual(product);
  });

  /** Copies the product's price, used or not, without their events. */
  const addPrices = (productId: string, count: number) =>
    world.db('catalog').query(
      `insert into prices select (jsonb_populate_record(prices, jsonb_build_object('id', id || number))).*
       from prices cross join generate_series(1, $2) as number where product_id = $1`,
      [productId, count],
    );
  const lockedPrices = async (productId: string) => {
    const locked = 'select 1 from prices where product_id = $1 and xmax <> 0'; // a lock leaves its transaction there
    return (await world.db('catalog').query(locked, [productId])).rows.length;
  };

  test('of thousands of used prices is refused without locking them', async () => {
    const product = await world.createProduct({ prices: [price(100)] });
    await useInCheckout(product.prices[0]?.id ?? '');
    await addPrices(product.id, 3_000);
    expect(refusal(await remove(`/products/${product.id}`))).toEqual([409, 'resource_in_use', undefined]);
    expect(await lockedPrices(product.id)).toBeLessThanOrEqual(1); // the checkout's own
  });

  test('of more than 100 prices is refused, having locked no more than it would delete, and of 100 succeeds', async () => {
    const product = await world.createProduct({ prices: [price(100)] });
    await addPrices(product.id, 200);
    const { status, body } = await remove(`/products/${product.id}`);
    expect([status, body]).toMatchObject([409, { error: { code: 'resource_in_use' } }]);
    expect(JSON.stringify(body)).toContain('more than 100 prices');
    expect(await lockedPrices(product.id)).toBeLessThanOrEqual(101);
    const surplus = `delete from prices where id in (select id from prices where product_id = $1 order by id desc limit 101)`;
    await world.db('catalog').query(surplus, [product.id]);
    expect((await remove(`/products/${product.id}`)).status).toBe(200);
  });

  test('racing with a new checkout, one of the two wins and the other gets an error', async () => {
    for (let round = 0; round < 15; round++) {
      const product = await world.createProduct({ prices: [price(100)] });
      const priceId = product.prices[0]?.id ?? '';
      const [deleted, opened] = await Promise.all([remove(`/products/${product.id}`), useInCheckout(priceId)]);
      expect([deleted.status, opened.status]).toEqual(deleted.status === 200 ? [200, 404] : [409, 200]);
    }
  });
});

describe('PATCH /prices/{id}', () => {
  const changePrice = (id: string, body: unknown) => world.merchant<Price>('PATCH', `/prices/${id}`, body);

  test('cannot move a price: the same productId changes nothing, another one is 400 parameter_invalid', async () => {
    const { body: product } = await world.merchant<Product>('POST', '/products', {
      name: 'Soap',
      prices: [price(500)],
    });
    const [own] = product.prices as [Price];
    expect((await changePrice(own.id, own)).body).toEqual(own);
    const moved = await changePrice(own.id, { productId: 'prod_other' });
    expect(refusal(moved)).toEqual([400, 'parameter_invalid', 'productId']);
  });

  test('the amount of an unused price changes by the rules of a new price', async () => {
    const before = await world.createPrice({ stock: 4 });
    const monthly = { type: 'RECURRING', recurring: { interval: 'MONTH', intervalCount: 1 }, unitAmount: 700 };
    const { status, body } = await changePrice(before.id, monthly);
    expect([status, body]).toEqual([200, { ...before, ...monthly, updatedAt: body.updatedAt }]);
    expect((await world.eventsOf(before.id)).at(-1)).toMatchObject({
      type: 'price.updated',
      version: 2,
      object: body,
      previousAttributes: { type: 'ONE_TIME', recurring: null, unitAmount: 10_000 },
    });
    expect(refusal(await changePrice(before.id, { type: 'ONE_TIME' }))).toEqual([
      400,
      'parameter_invalid',
      'recurring',
    ]);
    expect(refusal(await changePrice(before.id, { type: 'CUSTOM', recurring: null }))).toEqual([
      400,
      'parameter_invalid',
      'unitAmount',
    ]);
  });

  test('409 price_immutable_while_used from its first line item on; the same value is not a change', async () => {
    const used = await world.createPrice({ stock: 4 });
    await useInCheckout(used.id);
    expect(refusal(await changePrice(used.id, { unitAmount: 1 }))).toEqual([
      409,
      'price_immutable_while_used',
      'unitAmount',
    ]);
    expect(refusal(await changePrice(used.id, { currency: 'USD' }))).toEqual([
      409,
      'price_immutable_while_used',
      'currency',
    ]);
    const { body } = await changePrice(used.id, { ...used, stock: null, name: 'Small', active: false });
    expect(body).toMatchObject({ unitAmount: 10_000, stock: null, name: 'Small', active: false });
  });

  test('racing with a new checkout, a price never costs other than the checkout read', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await world.createPrice();
      const [changed, opened] = await Promise.all([
        changePrice(id, { unitAmount: 1 }),
        world.checkout<{ prices: { price: Price }[] }>('POST', '/internal/calls/reservePrices', { priceIds: [id] }),
      ]);
      const seen = opened.body.prices[0]?.price.unitAmount;
      expect([changed.status, seen]).toEqual(changed.status === 200 ? [200, 1] : [409, 10_000]);
    }
  });

  test.each([
    ['negative stock', { stock: -1 }, 'price_stock_invalid', 'stock'],
    ['half a piece', { stock: 0.5 }, 'price_stock_invalid', 'stock'],
    [
      'an end before its start',
      { startDate: '2026-02-01T00:00:00Z', expirationDate: '2026-01-01T00:00:00Z' },
      'price_date_range_invalid',
      'expirationDate',
    ],
    ['another product', { productId: 1, colour: 1 }, 'parameter_unknown', 'colour'],
  ])('400 for %s', async (_what, body, code, param) => {
    const { id } = await world.createPrice();
    expect(refusal(await changePrice(id, body))).toEqual([400, code, param]);
  });

  test('an end before the stored start is refused as well', async () => {
    const { id } = await world.createPrice({ startDate: '2026-02-01T00:00:00.000Z' });
    expect(refusal(await changePrice(id, { expirationDate: '2026-01-01T00:00:00.000Z' }))).toEqual([
      400,
      'price_date_range_invalid',
      'expirationDate',
    ]);
  });

  test('archiving moves it between the lists and keeps it the default of its product', async () => {
    const price = await world.createPrice();
    const before = await counts();
    await changePrice(price.id, { active: false });
    expect(await counts()).toEqual([before[0], before[1], before[2], (before[3] ?? 0) + 1]);
    expect((await read(price.productId)).defaultPriceId).toBe(price.id);
  });

  test('stock may be set below what is held; holds are kept', async () => {
    const { id } = await world.createPrice({ stock: 5 });
    await world.db('catalog').query('update prices set held = 3 where id = $1', [id]);
    expect((await changePrice(id, { stock: 1 })).body.stock).toBe(1);
    expect(await world.stockOf(id)).toEqual({ stock: 1, held: 3 });
  });
});

describe('DELETE /prices/{id}', () => {
  test('leaves its product without a default, and emits product.updated', async () => {
    const before = await counts();
    const product = await world.createProduct({ prices: [price(100), price(200)] });
    const [first, second] = product.prices as [Price, Price];
    expect((await remove(`/prices/${first.id}`)).body).toEqual({ id: first.id, object: 'price', deleted: true });
    const after = await read(product.id);
    expect(after).toMatchObject({ defaultPriceId: null, prices: [{ id: second.id }] });
    expect((await world.eventsOf(product.id)).at(-1)).toMatchObject({
      type: 'product.updated',
      object: after,
      previousAttributes: { defaultPriceId: first.id },
    });
    await remove(`/prices/${second.id}`);
    expect(await world.eventsOf(product.id)).toHaveLength(2);
    await remove(`/products/${product.id}`);
    expect(await counts()).toEqual(before);
  });

  test('409 resource_in_use once it was part of a checkout', async () => {
    const { id } = await world.createPrice();
    await useInCheckout(id);
    expect(refusal(await remove(`/prices/${id}`))).toEqual([409, 'resource_in_use', undefined]);
  });

  test('of ten deletes at once one deletes it and the counts fall by one', async () => {
    const { id } = await world.createPrice();
    const before = await counts();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => remove(`/prices/${id}`)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    expect((await counts())[2]).toBe((before[2] ?? 0) - 1);
  });
});

test('a merchant cannot change or delete objects of another merchant or mode', async () => {
  const product = await world.createProduct({ prices: [price(100)] });
  const paths = [`/products/${product.id}`, `/prices/${product.prices[0]?.id}`];
  for (const scope of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }])
    for (const path of paths)
      for (const [method, body] of [
        ['PATCH', {}],
        ['DELETE', undefined],
      ] as const)
        expect(refusal(await world.merchantClient('catalog', scope)(method, path, body))).toEqual([
          404,
          'resource_missing',
          'id',
        ]);
  expect(await read(product.id)).toEqual(product);
});
