import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutPrice } from '@mizan/contracts';
import { envelope, eventually, openEventSource } from '@mizan/testing';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await startCatalog({ nats: true });
});
afterAll(() => world.stop());

interface Reply {
  prices: CheckoutPrice[];
}
const getPrices = (priceIds: string[]) =>
  world.checkout<Reply>('POST', '/internal/calls/getCheckoutPrices', { priceIds });
const reserve = (priceIds: string[]) => world.checkout<Reply>('POST', '/internal/calls/reservePrices', { priceIds });
const make = (items: object[], idempotencyKey = `key-${Math.random()}`) =>
  world.checkout<Reply>('POST', '/internal/calls/createAdHocPrices', { items }, { idempotencyKey });
const change = (id: string) =>
  world.merchant<{ unitAmount?: number; error?: { code: string } }>('PATCH', `/prices/${id}`, { unitAmount: 1 });
const referencedAt = async (id: string) =>
  (await world.db('catalog').query('select first_referenced_at as at from prices where id = $1', [id])).rows[0]
    ?.at as Date | null;

describe('prices for a checkout', () => {
  test('are returned in the order of the request, one for each id, with their product and available stock', async () => {
    const product = await world.createProduct({
      name: 'Tea',
      unitLabel: 'box',
      prices: [
        { currency: 'EGP', unitAmount: 1, stock: 7 },
        { currency: 'EGP', unitAmount: 2 },
      ],
    });
    const [limited, unlimited] = product.prices.map(({ id }) => id) as [string, string];
    const { status, body } = await getPrices([unlimited, limited, unlimited]);
    expect(status).toBe(200);
    expect(body.prices.map(({ price }) => price.id)).toEqual([unlimited, limited, unlimited]);
    expect(body.prices.map(({ available }) => available)).toEqual([null, 7, null]);
    expect(body.prices[1]).toEqual({
      price: product.prices[0],
      product: { id: product.id, name: 'Tea', description: null, image: null, unitLabel: 'box', active: true },
      available: 7,
      isUsed: false,
    });
  });

  test('include archived products and prices, for the checkout to decide', async () => {
    const { prices } = await world.createProduct({
      active: false,
      prices: [{ currency: 'EGP', unitAmount: 1, active: false }],
    });
    const { body } = await getPrices([prices[0]?.id ?? '']);
    expect(body.prices[0]).toMatchObject({ price: { active: false }, product: { active: false } });
  });

  test('that were only read can change and be deleted', async () => {
    const { id } = await world.createPrice();
    await getPrices([id]);
    expect(await change(id)).toMatchObject({ status: 200, body: { unitAmount: 1 } });
    expect((await world.merchant('DELETE', `/prices/${id}`)).status).toBe(200);
  });

  test('that are reserved keep their amount for as long as `checkout.prices_used` could be delayed', async () => {
    const { id } = await world.createPrice();
    expect((await reserve([id])).body.prices).toMatchObject([{ price: { id }, isUsed: false }]);
    expect(await change(id)).toMatchObject({ status: 409, body: { error: { code: 'price_immutable_while_used' } } });
    expect((await world.merchant('DELETE', `/prices/${id}`)).status).toBe(409);
    const { rows } = await world
      .db('catalog')
      .query(`select reserved_until > now() + interval '29 days' as long from prices where id = $1`, [id]);
    expect(rows).toEqual([{ long: true }]);
    await world.db('catalog').query(`update prices set reserved_until = now() where id = $1`, [id]);
    expect((await change(id)).status).toBe(200);
    expect(await referencedAt(id)).toBeNull();
  });

  test('of a created line item never change again', async () => {
    const { id } = await world.createPrice();
    await reserve([id]);
    const source = await openEventSource(world, 'catalog', 'catalog-purchases');
    const use = { id: 'use_1', object: 'price_use' as const, usedBy: 'cs_test_1', priceIds: [id] };
    await source.publish([envelope({ type: 'checkout.prices_used', object: use, version: 1 })]);
    await source.close();
    await world.db('catalog').query(`update prices set reserved_until = now() where id = $1`, [id]);
    expect((await change(id)).status).toBe(409);
    expect((await getPrices([id])).body.prices).toMatchObject([{ isUsed: true }]);
    const first = await referencedAt(id);
    expect(first).toBeInstanceOf(Date);
    await reserve([id]);
    expect(await referencedAt(id)).toEqual(first);
  });

  test('are read after they are reserved: a concurrent change is visible', async () => {
    const { id } = await world.createPrice();
    const change = await world.db('catalog').connect();
    try {
      await change.query('start transaction');
      await change.query('update prices set unit_amount = 777 where id = $1', [id]);
      const reserved = reserve([id]);
      await eventually(async () => {
        const { rows } = await world.db('catalog').query('select 1 from pg_locks where not granted');
        expect(rows).not.toEqual([]);
      });
      await change.query('commit');
      expect((await reserved).body.prices[0]?.price.unitAmount).toBe(777);
    } finally {
      change.release();
    }
  });

  test('are all refused when one is unknown or another merchant’s, and param names it', async () => {
    const { id } = await world.createPrice();
    expect((await getPrices([id, 'price_unknown'])).body).toMatchObject({
      error: { code: 'resource_missing', param: 'priceIds[1]' },
    });
    const other = world.siblingClient('catalog', 'checkout', { merchantId: 'acct_other' });
    expect((await other('POST', '/internal/calls/getCheckoutPrices', { priceIds: [id] })).status).toBe(404);
  });
});

describe('a price created for one checkout', () => {
  const item = { currency: 'EGP', unitAmount: 900, productData: { name: 'Gift', metadata: { for: 'her' } } };

  test('comes with its own product, both marked as created by the system and published', async () => {
    const { status, body } = await make([item, { ...item, unitAmount: 5 }]);
    expect(status).toBe(200);
    const [gift] = body.prices;
    expect(gift).toMatchObject({
      price: { unitAmount: 900, type: 'ONE_TIME' },
      product: { name: 'Gift' },
      available: null,
    });
    const product = (await world.merchant('GET', `/products/${gift?.product.id}`)).body;
    expect(product).toMatchObject({
      isSystemCreated: true,
      defaultPriceId: gift?.price.id,
      prices: [gift?.price],
      metadata: { for: 'her' },
    });
    expect(await world.eventsOf(gift?.product.id ?? '')).toEqual([
      { type: 'product.created', version: 1, object: product },
    ]);
    expect(await world.eventsOf(gift?.price.id ?? '')).toEqual([
      { type: 'price.created', version: 1, object: gift?.price },
    ]);
    expect(body.prices[1]?.product.id).not.toBe(gift?.product.id);
  });

  test('is used from the start and not in the merchant’s lists', async () => {
    const as = world.merchantClient('catalog', { merchantId: 'acct_gifts' });
    const gifts = world.siblingClient('catalog', 'checkout', { merchantId: 'acct_gifts' });
    const { body } = await gifts<Reply>(
      'POST',
      '/internal/calls/createAdHocPrices',
      { items: [item] },
      { idempotencyKey: 'g' },
    );
    const price = body.prices[0]?.price;
    expect(await referencedAt(price?.id ?? '')).toBeInstanceOf(Date);
    for (const path of ['/products', '/products?search=gift', '/prices'])
      expect((await as('GET', path)).body).toMatchObject({ data: [], totalCount: 0 });
    expect((await as('GET', `/prices?productId=${price?.productId}`)).body).toEqual({
      data: [price],
      totalCount: 1,
      nextCursor: null,
    });
  });

  test('of an existing product does not displace the prices that the merchant created', async () => {
    const product = await world.createProduct({ prices: [{ currency: 'EGP', unitAmount: 1 }] });
    const { body } = await make([{ currency: 'EGP', unitAmount: 2, product: product.id }]);
    expect(body.prices[0]).toMatchObject({
      price: { productId: product.id },
      product: { id: product.id, name: 'Tea' },
    });
    expect((await world.merchant('GET', `/products/${product.id}`)).body).toEqual(product);
    expect((await world.merchant('GET', `/prices?productId=${product.id}`)).body).toMatchObject({ totalCount: 2 });
  });

  test('is refused for an unknown product, and nothing else of the checkout is created', async () => {
    const before = (await world.db('catalog').query('select count(*) from prices')).rows;
    const { status, body } = await make([item, { currency: 'EGP', unitAmount: 2, product: 'prod_unknown' }]);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'resource_missing', param: 'items[1].product' } });
    expect((await world.db('catalog').query('select count(*) from prices')).rows).toEqual(before);
  });

  test('is refused for an archived product', async () => {
    const { id } = await world.createProduct({ active: false });
    expect(await make([item, { currency: 'EGP', unitAmount: 2, product: id }])).toMatchObject({
      status: 400,
      body: { error: { code: 'product_archived', param: 'items[1].product' } },
    });
  });

  test('is created once for one idempotency key', async () => {
    const [first, second] = [await make([item], 'same'), await make([item], 'same')];
    expect(second.body).toEqual(first.body);
  });
});

test('only the checkout may call', async () => {
  const answer = await world.siblingClient('catalog', 'webhooks')('POST', '/internal/calls/getCheckoutPrices', {
    priceIds: ['x'],
  });
  expect(answer.status).toBe(401);
});
