import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StandInClock } from '../server/clock.ts';
import { type Merchant, startMerchant } from '../server/merchant.test-support.ts';
import { startTamaraStandIn, type TamaraStandIn } from './start-tamara-stand-in.ts';

let tamara: TamaraStandIn;
let merchant: Merchant;
const now = '2026-03-01T10:00:00.000Z';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
beforeEach(async () => {
  merchant = await startMerchant();
  tamara = await startTamaraStandIn({ clock: new StandInClock({ frozenAt: now }), retryDelaysMs: [] });
});
afterEach(async () => {
  await tamara.close();
  await merchant.close();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are read field by field
type Answer = { readonly status: number; readonly body: any };
const call = async (method: string, path: string, body?: object, token = tamara.account.apiToken): Promise<Answer> => {
  const response = await fetch(`${tamara.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
const sar = (amount: number) => ({ amount, currency: 'SAR' });
const name = { first_name: 'Mona', last_name: 'Adel' };
const create = (changes: object = {}) =>
  call('POST', '/checkout', {
    order_reference_id: 'order-1',
    total_amount: sar(100.5),
    description: 'Soap',
    country_code: 'SA',
    payment_type: 'PAY_BY_INSTALMENTS',
    locale: 'en_US',
    items: [{ reference_id: 'a', type: 'Digital', name: 'Soap', sku: 'a', quantity: 1, total_amount: sar(100.5) }],
    consumer: { ...name, phone_number: '+966500000001', email: 'mona@example.com' },
    shipping_address: { ...name, line1: 'Street 1', city: 'Riyadh', country_code: 'SA' },
    tax_amount: sar(0),
    shipping_amount: sar(0),
    merchant_url: {
      success: 'https://shop.example/ok',
      failure: 'https://shop.example/bad',
      cancel: 'https://shop.example/no',
      notification: `${merchant.url}/notify`,
    },
    expires_in_minutes: 30,
    ...changes,
  });
const approved = async (): Promise<string> => {
  const { order_id: id } = (await create()).body as { order_id: string };
  tamara.act(id);
  return id;
};
const authorise = (id: string) => call('POST', `/orders/${id}/authorise`);
const authorised = async (): Promise<string> => {
  const id = await approved();
  expect((await authorise(id)).status).toBe(200);
  return id;
};
const capture = (id: string, amount: number) =>
  call('POST', '/payments/capture', {
    order_id: id,
    total_amount: sar(amount),
    shipping_info: { shipped_at: now, shipping_company: 'NA' },
  });
const cancel = (id: string, amount: number) => call('POST', `/orders/${id}/cancel`, { total_amount: sar(amount) });
const refund = (id: string, amount: number, merchantRefundId?: string) =>
  call('POST', `/payments/simplified-refund/${id}`, {
    total_amount: sar(amount),
    comment: 'Refund',
    ...(merchantRefundId !== undefined && { merchant_refund_id: merchantRefundId }),
  });
const orderOf = async (id: string) => (await call('GET', `/orders/${id}`)).body;

describe('a checkout', () => {
  test('leads to a page on which the buyer agrees, and back to the shop', async () => {
    const { status, body } = await create();
    expect([status, body.status]).toEqual([200, 'new']);
    expect(await (await fetch(body.checkout_url)).text()).toContain('SAR 100.5');
    const form = new URLSearchParams({ act: 'approve' });
    const answer = await fetch(body.checkout_url, { method: 'POST', body: form, redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('https://shop.example/ok?orderId=');
    expect((await orderOf(body.order_id)).status).toBe('approved');
    expect((await call('GET', '/merchants/orders/reference-id/order-1')).body.order_id).toBe(body.order_id);
  });
  test('expires on time, and an approved order lapses after 72 hours', async () => {
    const { body } = await create();
    tamara.clock.advance(30 * minuteMs);
    expect((await orderOf(body.order_id)).status).toBe('expired');
    const { body: second } = await create({ order_reference_id: 'order-2' });
    tamara.act('order-2');
    tamara.clock.advance(3 * dayMs);
    expect((await orderOf(second.order_id)).status).toBe('expired');
  });
  test('has a reference that was not used before', async () => {
    await create();
    expect((await create()).status).toBe(400);
  });
});

test.each([
  ['another currency', { total_amount: { amount: 100.5, currency: 'AED' } }],
  ['more decimals than the currency', { total_amount: sar(100.505) }],
  ['an amount as text', { total_amount: { amount: '100.50', currency: 'SAR' } }],
  ['items of another sum', { total_amount: sar(100) }],
  ['no consumer', { consumer: undefined }],
  ['no phone', { consumer: { ...name, email: 'mona@example.com' } }],
  ['no address', { shipping_address: undefined }],
  ['another country', { country_code: 'AE' }],
  ['no address for notifications', { merchant_url: {} }],
])('400 for %s', async (_, changes) => expect((await create(changes)).status).toBe(400));

test('401 for another token, 404 for an order that is none', async () => {
  expect((await call('GET', '/orders/none', undefined, 'other')).status).toBe(401);
  expect((await call('GET', '/orders/none')).status).toBe(404);
  tamara.revokeCredentials();
  expect((await create()).status).toBe(401);
});

test('the pre-check says whether a buyer has a plan', async () => {
  const check = (phone: string) =>
    call('POST', '/checkout/payment-options-pre-check', {
      country: 'SA',
      order_value: sar(100),
      phone_number: phone,
      is_vip: false,
    });
  expect((await check('+966500000001')).body.has_available_payment_options).toBe(true);
  expect((await check('+966500000002')).body.has_available_payment_options).toBe(false);
});

describe('an approved order', () => {
  test('is authorised once, and captured in parts', async () => {
    const id = await authorised();
    expect((await authorise(id)).status).toBe(409);
    expect((await capture(id, 40)).body).toMatchObject({ status: 'partially_captured', captured_amount: sar(40) });
    expect((await capture(id, 60.51)).status).toBe(400);
    expect((await capture(id, 60.5)).body).toMatchObject({ status: 'fully_captured' });
    expect((await capture(id, 1)).status).toBe(409);
  });
  test('is captured with its authorisation where the account is set so', async () => {
    tamara.captureAtOnce(true);
    const id = await approved();
    expect((await authorise(id)).body).toMatchObject({ auto_captured: true, status: 'fully_captured' });
  });
  test('is not captured before it is authorised', async () => {
    expect((await capture(await approved(), 1)).status).toBe(409);
  });
  test('is released in parts before the first capture, and not after', async () => {
    const id = await authorised();
    expect((await cancel(id, 60)).body).toMatchObject({ status: 'updated', canceled_amount: sar(60) });
    expect((await capture(id, 40.5)).body).toMatchObject({ status: 'fully_captured' });
    expect((await cancel(id, 1)).status).toBe(409);
  });
  test('is captured by Tamara itself after 21 days', async () => {
    const id = await authorised();
    tamara.clock.advance(21 * dayMs);
    expect(await orderOf(id)).toMatchObject({ status: 'fully_captured', captured_amount: sar(100.5) });
  });
});

test('each refund request refunds, up to what was captured, and the order lists it', async () => {
  const id = await authorised();
  expect((await refund(id, 1)).status).toBe(409);
  await capture(id, 100.5);
  await refund(id, 10, 're_1');
  await refund(id, 10, 're_1');
  expect((await orderOf(id)).transactions.refunds).toMatchObject([
    { merchant_refund_id: 're_1', total_amount: sar(10) },
    { merchant_refund_id: 're_1', total_amount: sar(10) },
  ]);
  expect((await refund(id, 80.51)).status).toBe(400);
  expect((await refund(id, 80.5)).body.status).toBe('fully_refunded');
});

test('a notification has a token that is signed with the notification token, in the query and as a header', async () => {
  await authorised();
  await tamara.idle();
  const [first] = merchant.received;
  const token = first?.query['tamaraToken'] ?? '';
  expect(first?.headers.authorization).toBe(`Bearer ${token}`);
  const [head = '', claims = '', signature] = token.split('.');
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'HS256' });
  const expected = createHmac('sha256', tamara.account.notificationToken).update(`${head}.${claims}`);
  expect(signature).toBe(expected.digest('base64url'));
  expect(JSON.parse(first?.raw ?? '')).toMatchObject({ order_reference_id: 'order-1', event_type: 'order_approved' });
});
