import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

const inquire = (body: unknown) => shop.query('POST', '/api/ecommerce/orders/transaction_inquiry', body);

test('an inquiry shows the newest transaction alone: a refund hides the payment, the order has both', async () => {
  const { body: intention } = await shop.intend('card', { special_reference: 'order-1' });
  const { transactionId } = shop.paymob.pay('order-1');
  for (const by of [{ merchant_order_id: 'order-1' }, { order_id: intention.intention_order_id }])
    expect((await inquire(by)).body.id).toBe(transactionId);
  await shop.post('/api/acceptance/void_refund/refund', { transaction_id: transactionId, amount_cents: 1 });
  expect((await inquire({ order_id: String(intention.intention_order_id) })).body).toMatchObject({
    is_refund: true,
    parent_transaction: transactionId,
  });
  const { body: order } = await shop.query('GET', `/api/ecommerce/orders/${intention.intention_order_id}`);
  expect(order.transactions.map(({ is_refund }: { is_refund: boolean }) => is_refund)).toEqual([false, true]);
});

test('times of an answer carry a zone, those of a callback do not', async () => {
  const { body: intention } = await shop.intend();
  const { transactionId } = shop.paymob.pay(intention.id);
  await shop.paymob.idle();
  expect((await shop.query('GET', `/api/acceptance/transactions/${transactionId}`)).body.created_at).toBe(
    '2026-03-01T12:00:00.000000+02:00',
  );
  expect(shop.callbacks()[0].obj.created_at).toBe('2026-03-01T12:00:00.000000');
});

test('404 for what is not there, in a body of its own for an order without a transaction', async () => {
  const { body: intention } = await shop.intend('card', { special_reference: 'order-1' });
  expect(await inquire({ merchant_order_id: 'order-2' })).toMatchObject({
    status: 404,
    body: { detail: 'Not found.' },
  });
  expect(await inquire({ merchant_order_id: 'order-1' })).toMatchObject({
    status: 404,
    body: { message: expect.any(String) },
  });
  for (const path of ['/api/acceptance/transactions/1', '/api/acceptance/transactions/x', '/api/ecommerce/orders/1'])
    expect((await shop.query('GET', path)).status).toBe(404);
  expect((await shop.query('GET', `/api/ecommerce/orders/${intention.intention_order_id}`)).body.transactions).toEqual(
    [],
  );
});

test('a bearer token sees the transactions of its mode alone', async () => {
  const { body: intention } = await shop.intend();
  const { transactionId } = shop.paymob.pay(intention.id);
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', {
    body: { api_key: shop.paymob.liveAccount.apiKey },
  });
  const as = `Bearer ${auth.token}`;
  for (const path of [`acceptance/transactions/${transactionId}`, `ecommerce/orders/${intention.intention_order_id}`])
    expect((await shop.call('GET', `/api/${path}`, { as })).status).toBe(404);
  const body = { order_id: intention.intention_order_id };
  expect((await shop.call('POST', '/api/ecommerce/orders/transaction_inquiry', { as, body })).status).toBe(404);
});

test('a bearer token is good for 60 minutes, under the scheme Bearer', async () => {
  const { status, body } = await shop.call('POST', '/api/auth/tokens', {
    body: { api_key: shop.paymob.account.apiKey },
  });
  expect([status, body]).toEqual([201, { token: expect.any(String), profile: expect.any(Object) }]);
  const read = async (as: string) => (await shop.call('GET', '/api/ecommerce/integrations', { as })).status;
  shop.clock.advance(60 * 60 * 1000 - 1);
  expect(await read(`Bearer ${body.token}`)).toBe(200);
  for (const as of [`Token ${body.token}`, `Token ${shop.paymob.account.secretKey}`, body.token, 'Bearer x'])
    expect(await read(as)).toBe(401);
  shop.clock.advance(1);
  expect(await read(`Bearer ${body.token}`)).toBe(401);
});

test('an API key that is none is refused with 403', async () => {
  const { status, body } = await shop.call('POST', '/api/auth/tokens', {
    body: { api_key: shop.paymob.account.secretKey },
  });
  expect([status, body]).toEqual([403, { detail: 'incorrect credentials' }]);
});

test('integrations of both modes are listed with what an adapter chooses by, in pages', async () => {
  const { integrations } = shop.paymob.account;
  const { body } = await shop.query('GET', '/api/ecommerce/integrations?is_plugin=true&is_next=yes&page_size=500');
  expect(body.results.find(({ id }: { id: number }) => id === integrations.cardAuth)).toEqual({
    id: integrations.cardAuth,
    gateway_type: 'VPC',
    integration_type: 'online',
    integration_name: 'cardAuthtest',
    currency: 'EGP',
    is_live: false,
    is_auth: true,
    is_standalone: false,
    installments: null,
    transaction_processed_callback: null,
    transaction_response_callback: null,
  });
  const types = body.results.map(({ gateway_type: type }: { gateway_type: string }) => type);
  expect(new Set(types)).toEqual(new Set(['VPC', 'UIG', 'CAGG', 'VALU', 'SYMPL']));
  const { body: live } = await shop.query('GET', '/api/ecommerce/integrations?is_live=true&page_size=500');
  expect(live.count * 2).toBe(body.count);
  expect((await shop.query('GET', '/api/ecommerce/integrations?page_size=3&page=2')).body.results).toHaveLength(3);
});

test('an integration’s addresses and name are set one by one, and refused when they are none', async () => {
  const path = `/api/ecommerce/integrations/${shop.paymob.account.integrations.kiosk}`;
  await shop.query('PUT', path, { transaction_processed_callback: 'https://shop.example/a' });
  await shop.query('PUT', path, { transaction_response_callback: 'https://shop.example/b' });
  expect((await shop.query('GET', path)).body).toMatchObject({
    transaction_processed_callback: 'https://shop.example/a',
    transaction_response_callback: 'https://shop.example/b',
    integration_name: 'kiosktest',
  });
  expect(await shop.query('PUT', path, { transaction_processed_callback: 'x' })).toMatchObject({
    status: 400,
    body: { transaction_processed_callback: ['Enter a valid URL.'] },
  });
  expect((await shop.query('PUT', '/api/ecommerce/integrations/1', {})).status).toBe(404);
});

test('the secret of signatures can be read with a token', async () => {
  expect((await shop.query('GET', '/api/auth/hmac_secret/get_hmac')).body).toEqual({
    hmac_secret: shop.paymob.account.hmacSecret,
  });
  expect((await shop.call('GET', '/api/auth/hmac_secret/get_hmac')).status).toBe(401);
});
