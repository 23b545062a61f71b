import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

test("no service can read or write a sibling's schema", async () => {
  const tables = {
    catalog: 'products',
    customers: 'customers',
    checkout: 'checkout_sessions',
    payments: 'charges',
    webhooks: 'webhook_endpoints',
    gateway: 'api_keys',
  } as const;
  for (const reader of Object.keys(tables) as (keyof typeof tables)[]) {
    const login = new pg.Client({ connectionString: shop.world.databaseUrls(reader).runtimeUrl });
    await login.connect();
    for (const [owner, table] of Object.entries(tables)) {
      if (owner === reader) continue;
      await expect(login.query(`select * from ${owner}.${table}`)).rejects.toMatchObject({ code: '42501' });
      await expect(login.query(`delete from ${owner}.${table}`)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(login.query('create table mine (id text)')).rejects.toMatchObject({ code: '42501' });
    await login.end();
  }
});

test("another account's, the other mode's and a missing id answer the same 404, to the byte apart from the id and the mode that were sent", async () => {
  const { product } = await shop.stock(1_000);
  const { otherAccount, keys } = shop.world.accounts;
  const strip = (text: unknown) =>
    JSON.stringify(text)
      .replaceAll(/req_\w+/g, 'req')
      .replace(/`prod_\w+` in (test|live) mode/, 'it');
  const expected = strip((await shop.world.api('GET', '/products/prod_0000000000000000000000000')).body);
  const foreign = await shop.world.api('GET', `/products/${product.id}`, undefined, {
    key: otherAccount.keys.testSecret,
  });
  const otherMode = await shop.world.api('GET', `/products/${product.id}`, undefined, { key: keys.liveSecret });
  const malformed = await shop.world.api('GET', '/products/%00%ff..');
  for (const answer of [foreign, otherMode]) {
    expect(answer.status).toBe(404);
    expect(strip(answer.body)).toBe(expected);
  }
  expect(malformed).toMatchObject({ status: 404, body: { error: { code: 'resource_missing', param: 'id' } } });
});

test('a forged identity changes nothing at the gateway and is refused by a service', async () => {
  const { product } = await shop.stock(1_000);
  const forged = {
    'x-identity': 'eyJhbGciOiJub25lIn0.eyJtaWQiOiJhY2N0X2V2aWwifQ.',
    'x-merchant-id': 'acct_evil',
    'x-livemode': 'true',
  };
  const through = await shop.world.api<{ merchantId: string }>('GET', `/products/${product.id}`, undefined, {
    headers: forged,
  });
  expect(through).toMatchObject({ status: 200, body: { merchantId: shop.world.accounts.account.id } });
  const direct = await fetch(`${shop.world.urls.catalog}/products/${product.id}`, { headers: forged });
  expect(direct.status).toBe(401);
});

test('the gateway routes nothing to /internal', async () => {
  const answer = await shop.world.api('POST', '/internal/calls/getAccount', {});
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing', param: 'path' } } });
});
