import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.test-support.ts';

let shop: Shop;
let id: number;
beforeEach(async () => {
  shop = await openShop();
  const { body: intention } = await shop.intend('card', { special_reference: 'order-1' });
  id = shop.paymob.pay(intention.id).transactionId;
});
afterEach(() => shop.close());

const path = '/api/acceptance/void_refund/refund';
const refund = () => shop.post(path, { transaction_id: id, amount_cents: 1_000 });
const refunded = () => shop.paymob.records()[0]?.refunded;

test.each(['lost', 'reset'] as const)(
  '%s: the caller gets no answer, and the work is done only if that is chosen',
  async (effect) => {
    shop.paymob.faults.add({ effect, path });
    await expect(refund()).rejects.toThrow('fetch failed');
    expect(refunded()).toBe(0);
    shop.paymob.faults.add({ effect, path, done: true });
    await expect(refund()).rejects.toThrow('fetch failed');
    expect(refunded()).toBe(1_000);
    expect((await refund()).status).toBe(201);
  },
);

test('html_500: an error page, before or after the work', async () => {
  shop.paymob.faults.add({ effect: 'html_500', done: true });
  const { status, body } = await refund();
  expect([status, body, refunded()]).toEqual([500, expect.stringContaining('<h1>'), 1_000]);
});

test('error_in_200, not_json, redirect and status: answers that must not be believed', async () => {
  const { faults } = shop.paymob;
  faults.add({ effect: 'error_in_200', body: { detail: 'no' } });
  expect(await refund()).toMatchObject({ status: 200, body: { detail: 'no' } });
  faults.add({ effect: 'not_json' });
  await expect(refund()).rejects.toThrow(SyntaxError);
  faults.add({ effect: 'redirect', location: 'https://elsewhere.example/' });
  const elsewhere = await refund();
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, 'https://elsewhere.example/']);
  faults.add({ effect: 'status', status: 429 });
  expect((await refund()).status).toBe(429);
  expect(refunded()).toBe(0);
});

test('slow: the answer comes after its delay', async () => {
  shop.paymob.faults.add({ effect: 'slow', delayMs: 60 });
  const startedAt = performance.now();
  expect((await refund()).status).toBe(201);
  expect(performance.now() - startedAt).toBeGreaterThan(55);
});

test('a fault meets only requests of its method and path, as often as it says', async () => {
  shop.paymob.faults.add({ effect: 'html_500', method: 'POST', path, times: 2 });
  expect((await shop.query('GET', `/api/acceptance/transactions/${id}`)).status).toBe(200);
  expect([(await refund()).status, (await refund()).status, (await refund()).status]).toEqual([500, 500, 201]);
  shop.paymob.faults.add({ effect: 'html_500', times: null });
  expect([(await refund()).status, (await refund()).status]).toEqual([500, 500]);
  shop.paymob.faults.clear();
  expect((await refund()).status).toBe(201);
});

test('revoked credentials: every key, token and page is refused until they are valid again', async () => {
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } });
  const attempts = async () => [
    (await shop.intend()).status,
    (await refund()).status,
    (await shop.call('GET', '/api/ecommerce/integrations', { as: `Bearer ${auth.token}` })).status,
    (await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } })).status,
  ];
  shop.paymob.revokeCredentials();
  expect(await attempts()).toEqual([401, 401, 401, 403]);
  shop.paymob.revokeCredentials(false);
  expect(await attempts()).toEqual([201, 201, 200, 201]);
});

test('the control does by HTTP what it does in the process', async () => {
  const control = async (method: string, name: string, body?: unknown) =>
    (await shop.call(method, `/_control/${name}`, { body })).body;
  await control('POST', 'faults', { effect: 'html_500', path, times: 1 });
  expect((await refund()).status).toBe(500);
  await control('POST', 'callbacks/faults', { faults: ['double'] });
  await shop.intend('kiosk', { special_reference: 'order-2' });
  const { transactionId } = await control('POST', 'pay', { reference: 'order-2', outcome: 'pending' });
  expect(await control('POST', `transactions/${transactionId}/settle`, {})).toMatchObject({ outcome: 'approved' });
  await control('POST', 'plan', { operation: 'refund', outcomes: ['pending'] });
  expect((await refund()).body.pending).toBe(true);
  expect(await control('POST', 'clock', { advanceMs: 1_000 })).toEqual({ now: '2026-03-01T10:00:01.000Z' });
  await control('POST', 'credentials', { revoked: true });
  expect((await refund()).status).toBe(401);
  expect(await control('POST', `transactions/${id}/dispute`, { amount: 5 })).toMatchObject({ transactionId: id });
  await shop.paymob.idle();
  const [first] = await control('GET', 'callbacks');
  await control('POST', `callbacks/${first.id}/replay`);
  await shop.paymob.idle();
  expect(await control('GET', 'callbacks')).toHaveLength(2);
  expect(await control('GET', 'records')).toEqual(shop.paymob.records());
  expect((await control('GET', 'account')).hmacSecret).toBe(shop.paymob.account.hmacSecret);
  expect(await control('GET', '')).toContain(shop.paymob.account.secretKey);
});

test.each([
  ['faults', { effect: 'explode' }],
  ['faults', { effect: 'slow', delayMs: 'long' }],
  ['faults', { effect: 'slow', times: 0 }],
  ['faults', { effect: 'status', status: 99 }],
  ['faults', { effect: 'redirect', location: 'a\r\nb' }],
  ['callbacks/faults', { faults: ['explode'] }],
  ['callbacks/99/replay', {}],
  ['pay', {}],
  ['pay', { reference: 'none' }],
  ['pay', { reference: 'order-1', outcome: 'x' }],
  ['pay', { reference: 'order-1', method: 'wallet' }],
  ['transactions/1/settle', {}],
  ['transactions/x/dispute', { amount: 1 }],
  ['plan', { operation: 'refund' }],
  ['plan', { operation: 'x', outcomes: [] }],
  ['clock', { advanceMs: -1 }],
  ['clock', { advanceMs: 1e308 }],
  ['credentials', { revoked: 'yes' }],
])('the control refuses what it does not understand: %s %j', async (name, body) => {
  const { status, body: answer } = await shop.call('POST', `/_control/${name}`, { body });
  expect([status, answer]).toEqual([400, { message: expect.any(String) }]);
});

test('a web page cannot use the control: another origin and another host are refused', async () => {
  const { url } = shop.paymob;
  const call = async (headers: Record<string, string>) => (await fetch(`${url}/_control/account`, { headers })).status;
  expect(await call({})).toBe(200);
  expect(await call({ origin: url })).toBe(200);
  expect(await call({ origin: 'https://shop.example' })).toBe(403);
  expect(await callAs('stand-in.example')).toBe(403);
});

/** A request under another host's name: `fetch` does not let one be set. */
async function callAs(host: string): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((answered, failed) => {
    request(`${shop.paymob.url}/_control/account`, { headers: { host } }, (response) => {
      response.resume();
      answered(response.statusCode);
    })
      .once('error', failed)
      .end();
  });
}
