import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusalOf, startShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const terms = { amount: '10000', currency: 'egp', payment_method: 'pm_card_visa' };
const create = (key: string, more: Record<string, string> = {}) => {
  const { body, headers } = form({ ...terms, ...more });
  return shop.send('POST', '/v1/payment_intents', { body, headers: { ...headers, 'idempotency-key': key } });
};

describe('a key', () => {
  test('opens its own account', async () => {
    expect(await shop.stripe.accounts.retrieveCurrent()).toMatchObject({ id: shop.standIn.account.id });
  });

  test.each([
    ['none', {}, 401, undefined],
    ['an unknown one', { authorization: 'Bearer sk_test_unknown' }, 401, undefined],
    ['one that is no key at all', { authorization: 'Digest x' }, 401, undefined],
  ])('%s is 401, and is not repeated in the answer', async (_, headers, status, code) => {
    const answer = await fetch(`${shop.standIn.url}/v1/account`, { headers });
    const text = await answer.text();
    expect([answer.status, (JSON.parse(text) as { error: { code?: string } }).error.code]).toEqual([status, code]);
    expect(text).not.toContain('unknown');
  });

  test('of a page may not do what only a server may', async () => {
    const page = shop.client(shop.standIn.account.publishableKey);
    const refusal = await refusalOf(page.paymentIntents.create({ amount: 10_000, currency: 'egp' }));
    expect([refusal.statusCode, refusal.code]).toEqual([403, 'secret_key_required']);
  });

  test('without permissions is 403', async () => {
    shop.standIn.addKey('rk_test_mayDoNothing', null);
    const refusal = await refusalOf(shop.client('rk_test_mayDoNothing').accounts.retrieveCurrent());
    expect(refusal).toMatchObject({ type: 'StripePermissionError', statusCode: 403 });
  });

  test('that is revoked is 401 until it is accepted again', async () => {
    shop.standIn.addKey('sk_test_rolled', shop.standIn.account.id);
    const client = shop.client('sk_test_rolled');
    shop.standIn.revokeKey('sk_test_rolled');
    expect(await refusalOf(client.accounts.retrieveCurrent())).toMatchObject({
      statusCode: 401,
      code: 'api_key_expired',
    });
    shop.standIn.revokeKey('sk_test_rolled', false);
    expect((await client.accounts.retrieveCurrent()).id).toBe(shop.standIn.account.id);
  });

  test('of the other mode does not see an object, and learns that it exists there', async () => {
    const { id } = await shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp' });
    const live = shop.client(shop.standIn.liveAccount.secretKey);
    const refusal = await refusalOf(live.paymentIntents.retrieve(id));
    expect([refusal.statusCode, refusal.code]).toEqual([404, 'resource_missing']);
    expect(refusal.message).toContain('a similar object exists in test mode, but a live mode key was used');
    expect(await refusalOf(live.paymentMethods.retrieve('pm_card_visa'))).toMatchObject({ code: 'resource_missing' });
  });

  test('of another account sees nothing', async () => {
    shop.standIn.addKey('sk_test_stranger', 'acct_stranger');
    const { id } = await shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp' });
    const stranger = shop.client('sk_test_stranger');
    expect((await refusalOf(stranger.paymentIntents.retrieve(id))).message).toBe(`No such payment_intent: '${id}'`);
    expect((await stranger.paymentIntents.list()).data).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('has one answer, whatever it was, and says when it is a repetition', async () => {
    const [first, again] = [await create('k-1'), await create('k-1')];
    expect(again.text).toBe(first.text);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    const declined = {
      confirm: 'true',
      return_url: 'https://shop.example/',
      payment_method: 'pm_card_visa_chargeDeclined',
    };
    const [refused, repeated] = [await create('k-2', declined), await create('k-2', declined)];
    expect([refused.status, repeated.text]).toEqual([402, refused.text]);
  });

  test('with other parameters is 400 idempotency_error', async () => {
    await create('k-3');
    const { status, error } = await create('k-3', { amount: '20000' });
    expect([status, error.type]).toEqual([400, 'idempotency_error']);
  });

  test('sent again while the first request runs is 409, and the work is done once', async () => {
    const before = shop.standIn.intents.length;
    const meanwhile = Promise.withResolvers<Awaited<ReturnType<typeof create>>>();
    shop.standIn.beforeNextAnswer('/v1/payment_intents', async () => meanwhile.resolve(await create('k-4')));
    const [first, second] = await Promise.all([create('k-4'), meanwhile.promise]);
    expect([first.status, second.status, second.error.code]).toEqual([200, 409, 'idempotency_key_in_use']);
    expect((await create('k-4')).text).toBe(first.text);
    expect(shop.standIn.intents).toHaveLength(before + 1);
  });

  test('does not keep parameters that could not be read: corrected, they are accepted', async () => {
    expect((await create('k-5', { amount: 'ten' })).status).toBe(400);
    expect((await create('k-5')).status).toBe(200);
  });

  test('is forgotten after a day', async () => {
    const first = JSON.parse((await create('k-6')).text) as { id: string };
    shop.standIn.clock.advance(24 * 60 * 60_000);
    const second = JSON.parse((await create('k-6')).text) as { id: string };
    expect(second.id).not.toBe(first.id);
  });

  test('of another account is another key', async () => {
    shop.standIn.addKey('sk_test_neighbour', 'acct_neighbour');
    await create('k-7');
    const { body, headers } = form({ ...terms, amount: '777' });
    const answer = await shop.send('POST', '/v1/payment_intents', {
      body,
      headers: { ...headers, 'idempotency-key': 'k-7', authorization: 'Bearer sk_test_neighbour' },
    });
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });
});

test('a list is paged by cursors, newest first', async () => {
  const lister = 'sk_test_lister';
  shop.standIn.addKey(lister, 'acct_lister');
  const client = shop.client(lister);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await client.paymentIntents.create({ amount: 100 + i, currency: 'usd' })).id);
  const newest = ids.toReversed();
  const page = await client.paymentIntents.list({ limit: 2 });
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([newest.slice(0, 2), true]);
  const collected: string[] = [];
  for await (const { id } of client.paymentIntents.list({ limit: 2 })) collected.push(id);
  expect(collected).toEqual(newest);
  const back = await client.paymentIntents.list({ limit: 2, ending_before: newest[3] ?? '' });
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([newest.slice(1, 3), true]);
  expect(await refusalOf(client.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  expect(await refusalOf(client.paymentIntents.list({ starting_after: 'pi_none' }))).toMatchObject({ statusCode: 404 });
});

describe('hostile input is refused with 4xx', () => {
  test.each<[string, string, string, { body?: string; headers?: Record<string, string> }]>([
    [
      'JSON instead of a form',
      'POST',
      '/v1/payment_intents',
      { body: '{"amount":1}', headers: { 'content-type': 'application/json' } },
    ],
    ['brackets that do not close', 'POST', '/v1/payment_intents', { body: 'metadata[a=1' }],
    ['a text that also has members', 'POST', '/v1/payment_intents', { body: 'amount=1&amount[x]=2' }],
    ['members before the text', 'POST', '/v1/payment_intents', { body: 'metadata[x]=2&metadata=1' }],
    ['nesting without end', 'POST', '/v1/payment_intents', { body: `metadata${'[a]'.repeat(500)}=1` }],
    ['a thousand parameters', 'POST', '/v1/payment_intents', { body: 'a=1&'.repeat(1_100) }],
    ['names of built-in members', 'POST', '/v1/payment_intents', { body: '__proto__[x]=1&constructor=2' }],
    [
      'names of built-in members to expand',
      'POST',
      '/v1/refunds',
      { body: 'expand[]=__proto__.constructor&payment_intent=pi_x' },
    ],
    ['an id that leads elsewhere', 'GET', '/v1/payment_intents/..%2F..%2Faccount', {}],
    ['an id that cannot be decoded', 'GET', '/v1/payment_intents/%zz', {}],
    ['an unknown path', 'GET', '/v1/nothing', {}],
    ['a method that the path does not have', 'DELETE', '/v1/payment_intents', {}],
    ['two megabytes', 'POST', '/v1/payment_intents', { body: `description=${'a'.repeat(2_000_000)}` }],
    [
      'an idempotency key of 300 letters',
      'POST',
      '/v1/payment_intents',
      { headers: { 'idempotency-key': 'k'.repeat(300) } },
    ],
    ['another version', 'GET', '/v1/account', { headers: { 'stripe-version': '2020-08-27' } }],
    ['a version that is none', 'GET', '/v1/account', { headers: { 'stripe-version': '../../etc' } }],
    ['a currency of markup', 'POST', '/v1/payment_intents', { body: 'amount=100&currency=<script>' }],
    ['a negative amount', 'POST', '/v1/payment_intents', { body: 'amount=-1&currency=usd' }],
    [
      'an amount beyond all integers',
      'POST',
      '/v1/payment_intents',
      { body: 'amount=99999999999999999999&currency=usd' },
    ],
    ['a bank page without its secret', 'GET', '/3d_secure_2/hosted?payment_intent=pi_1', {}],
    [
      'a wallet that does not exist',
      'POST',
      '/endive/wallet_tokens',
      { body: 'wallet=__proto__&number=4242424242424242' },
    ],
  ])('%s', async (_, method, path, more) => {
    const answer = await shop.send(method, path, more);
    expect([answer.status >= 400 && answer.status < 500, answer.text.includes('stand-in has a bug')]).toEqual([
      true,
      false,
    ]);
  });

  test('metadata keeps names of built-in members as plain text', async () => {
    const body = `amount=100&currency=usd&metadata[__proto__]=a&metadata[constructor]=b`;
    const { status, text } = await shop.send('POST', '/v1/payment_intents', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(200);
    expect(text).toContain('"__proto__": "a"');
    expect(text).toContain('"constructor": "b"');
  });
});
