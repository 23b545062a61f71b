import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StandInClock } from '../server/clock.ts';
import { type Merchant, startMerchant } from '../server/merchant.test-support.ts';
import { startTabbyStandIn, type TabbyStandIn } from './start-tabby-stand-in.ts';

let tabby: TabbyStandIn;
let merchant: Merchant;
const now = '2026-03-01T10:00:00.000Z';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
beforeEach(async () => {
  merchant = await startMerchant();
  tabby = await startTabbyStandIn({ clock: new StandInClock({ frozenAt: now }), retryDelaysMs: [] });
});
afterEach(async () => {
  await tabby.close();
  await merchant.close();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are read field by field
type Answer = { readonly status: number; readonly body: any };
const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const response = await fetch(`${tabby.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tabby.account.secretKey}`,
      'x-merchant-code': tabby.account.merchantCode,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const paymentOf = (changes: object = {}) => ({
  amount: '100.00',
  currency: 'AED',
  buyer: { name: 'Mona', email: 'otp.success@tabby.ai', phone: '+971500000001' },
  order: { reference_id: 'order-1', items: [{ title: 'Soap', category: 'Bath', quantity: 2, unit_price: '50.00' }] },
  buyer_history: { registered_since: now, loyalty_level: 0 },
  order_history: [],
  shipping_address: { city: 'Dubai', address: '', zip: '' },
  ...changes,
});
const urls = {
  success: 'https://shop.example/ok',
  cancel: 'https://shop.example/no',
  failure: 'https://shop.example/bad',
};
const create = (changes: object = {}, rest: object = {}) =>
  call('POST', '/api/v2/checkout', {
    payment: paymentOf(changes),
    lang: 'en',
    merchant_code: tabby.account.merchantCode,
    merchant_urls: urls,
    ...rest,
  });
const authorized = async (): Promise<string> => {
  const { id } = (await create()).body.payment as { id: string };
  tabby.act(id);
  return id;
};
const capture = (id: string, amount: string, referenceId: string) =>
  call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: referenceId });
const refund = (id: string, amount: string, referenceId: string) =>
  call('POST', `/api/v2/payments/${id}/refunds`, { amount, reference_id: referenceId });
const close = (id: string) => call('POST', `/api/v2/payments/${id}/close`);
const statusOf = async (id: string) => (await call('GET', `/api/v2/payments/${id}`)).body.status as string;

describe('a session', () => {
  test('leads to a page on which the buyer agrees, and back to the shop with the payment', async () => {
    const { status, body } = await create();
    expect([status, body.status, body.payment.status]).toEqual([200, 'created', 'CREATED']);
    const page = body.configuration.available_products.installments[0].web_url as string;
    expect(await (await fetch(page)).text()).toContain('AED 100.00');
    const answer = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ act: 'approve' }),
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toBe(`${urls.success}?payment_id=${body.payment.id}`);
    expect(await statusOf(body.payment.id)).toBe('AUTHORIZED');
  });
  test('is rejected by pre-scoring with its reason, and has no page then', async () => {
    const { body } = await create({ buyer: { name: '', email: '', phone: '+971500000002' } });
    expect(body).toMatchObject({
      status: 'rejected',
      payment: { status: 'REJECTED' },
      configuration: { available_products: {}, products: { installments: { rejection_reason: 'not_available' } } },
    });
    const item = { title: 'Car', category: 'Cars', quantity: 1, unit_price: '10000.01' };
    const large = await create({ amount: '10000.01', order: { reference_id: 'a', items: [item] } });
    expect(large.body.configuration.products.installments.rejection_reason).toBe('order_amount_too_high');
  });
  test('is over after 20 minutes, and its payment has expired after 30', async () => {
    const { body } = await create();
    const page = body.configuration.available_products.installments[0].web_url as string;
    tabby.clock.advance(20 * minuteMs);
    expect(await (await fetch(page)).text()).toContain('over');
    await fetch(page, { method: 'POST', body: new URLSearchParams({ act: 'approve' }), redirect: 'manual' });
    expect(await statusOf(body.payment.id)).toBe('CREATED');
    tabby.clock.advance(10 * minuteMs);
    expect(await statusOf(body.payment.id)).toBe('EXPIRED');
  });
  test('is another one for each request', async () => {
    expect((await create()).body.payment.id).not.toBe((await create()).body.payment.id);
  });
});

test.each([
  ['a number as amount', { amount: 100 }],
  ['more decimals than the currency', { amount: '100.000' }],
  ['another currency', { currency: 'SAR' }],
  ['items of another sum', { amount: '99.00' }],
  ['no items', { order: { reference_id: 'order-1', items: [] } }],
  ['no buyer', { buyer: undefined }],
  ['no history', { buyer_history: undefined }],
  ['no address', { shipping_address: undefined }],
])('400 bad_data for %s', async (_, changes) => {
  const { status, body } = await create(changes);
  expect([status, body]).toMatchObject([400, { status: 'error', errorType: 'bad_data' }]);
});

test('401 for another key and for none, 403 for another merchant code, 404 for a payment that is none', async () => {
  expect((await call('GET', '/api/v2/payments', undefined, { authorization: 'Bearer sk_x' })).status).toBe(401);
  expect((await call('GET', '/api/v2/payments', undefined, { authorization: tabby.account.secretKey })).status).toBe(
    401,
  );
  expect((await create({}, { merchant_code: 'other' })).status).toBe(403);
  expect((await call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'other' })).status).toBe(403);
  expect((await call('GET', '/api/v2/payments/none')).status).toBe(404);
  tabby.revokeCredentials();
  expect((await create()).status).toBe(401);
});

describe('a capture', () => {
  test('happens once under its reference, and the last one closes the payment', async () => {
    const id = await authorized();
    for (const _ of [1, 2])
      expect((await capture(id, '40.00', 'c1')).body).toMatchObject({
        status: 'AUTHORIZED',
        captures: [{ amount: '40.00' }],
      });
    expect((await capture(id, '60.01', 'c2')).status).toBe(400);
    expect((await capture(id, '60.00', 'c2')).body).toMatchObject({ status: 'CLOSED' });
    expect((await capture(id, '1.00', 'c3')).status).toBe(400);
  });
  test('is refused before the buyer has agreed', async () => {
    const { body } = await create();
    expect((await capture(body.payment.id, '100.00', 'c1')).status).toBe(400);
  });
  test('is made by Tabby itself after 21 days', async () => {
    const id = await authorized();
    await capture(id, '40.00', 'c1');
    tabby.clock.advance(21 * dayMs);
    expect(tabby.payment(id)).toMatchObject({ status: 'CLOSED', captures: [{ amount: 4_000 }, { amount: 6_000 }] });
  });
});

test('closing releases what is not captured, once', async () => {
  const id = await authorized();
  await capture(id, '40.00', 'c1');
  expect((await close(id)).body).toMatchObject({ status: 'CLOSED', captures: [{ amount: '40.00' }] });
  expect((await close(id)).status).toBe(400);
});

test('a refund needs a closed payment, happens once under its reference, and ends with what was captured', async () => {
  const id = await authorized();
  await capture(id, '40.00', 'c1');
  expect((await refund(id, '10.00', 'r1')).status).toBe(400);
  await close(id);
  for (const _ of [1, 2]) expect((await refund(id, '10.00', 'r1')).body.refunds).toHaveLength(1);
  expect((await refund(id, '30.01', 'r2')).status).toBe(400);
  tabby.dispute(id);
  expect((await refund(id, '30.00', 'r2')).status).toBe(409);
});

describe('a webhook', () => {
  const register = (title = 'X-Shop-Key') =>
    call('POST', '/api/v1/webhooks', { url: `${merchant.url}/notify`, header: { title, value: 'secret' } });
  test('brings every change with the header that its owner chose, statuses in small letters', async () => {
    await register();
    const id = await authorized();
    await capture(id, '100.00', 'c1');
    await tabby.idle();
    expect(
      merchant.received.map(({ raw, headers }) => [
        (JSON.parse(raw) as { status: string }).status,
        headers['x-shop-key'],
      ]),
    ).toEqual([
      ['authorized', 'secret'],
      ['authorized', 'secret'],
      ['closed', 'secret'],
    ]);
  });
  test('is one of at most four, can be listed and changed', async () => {
    for (const _ of [1, 2, 3, 4]) expect((await register()).status).toBe(200);
    expect((await register()).status).toBe(400);
    const [first] = (await call('GET', '/api/v1/webhooks')).body as { id: string }[];
    const changed = await call('PUT', `/api/v1/webhooks/${first?.id}`, { url: `${merchant.url}/other` });
    expect(changed).toMatchObject({ status: 200, body: { id: first?.id, url: `${merchant.url}/other` } });
    expect((await call('PUT', '/api/v1/webhooks/none', { url: merchant.url })).status).toBe(404);
  });
});

test('amounts of Kuwait have three decimals', async () => {
  await tabby.close();
  tabby = await startTabbyStandIn({ market: 'KW' });
  const order = { reference_id: 'a', items: [{ title: 'A', category: 'B', quantity: 1, unit_price: '1.005' }] };
  expect((await create({ amount: '1.005', currency: 'KWD', order })).body.payment).toMatchObject({ amount: '1.005' });
});
