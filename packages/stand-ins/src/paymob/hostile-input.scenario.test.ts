import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.test-support.ts';

let shop: Shop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());

const paths: readonly (readonly [string, string])[] = [
  ['POST', '/api/auth/tokens'],
  ['POST', '/v1/intention/'],
  ['PUT', '/v1/intention/egy_csk_test_x'],
  ['POST', '/api/acceptance/payments/pay'],
  ['POST', '/api/acceptance/void_refund/refund'],
  ['POST', '/api/acceptance/void_refund/void'],
  ['POST', '/api/acceptance/capture'],
  ['POST', '/api/acceptance/order_card_tokens'],
  ['POST', '/api/ecommerce/orders/transaction_inquiry'],
  ['POST', '/pixel/pay'],
];

const texts = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{"a":1}}',
  '\u0000',
  '{"__proto__":{"isLive":true}}',
  '['.repeat(20_000),
];

/** A value of every kind, `toString` that is no function included, in every field that is read. */
const nasty: readonly unknown[] = [
  '',
  ' ',
  0,
  -1,
  1e308,
  true,
  null,
  [],
  [null],
  {},
  { toString: 1 },
  'ء'.repeat(300),
  '\ud800',
];
const fieldNames = [
  ...['api_key', 'amount', 'currency', 'payment_methods', 'billing_data', 'items', 'special_reference', 'extras'],
  ...['notification_url', 'redirection_url', 'expiration', 'card_tokens', 'accept_order_id', 'source', 'payment_token'],
  ...['transaction_id', 'amount_cents', 'auth_token', 'order_id', 'merchant_order_id', 'publicKey', 'clientSecret'],
  ...['method', 'number', 'expiry', 'cvv'],
];

const authorizations = () => [`Token ${shop.paymob.account.secretKey}`, undefined];

test('bodies that are not what they should be are refused, never a failure of the server', async () => {
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } });
  const failures: string[] = [];
  for (const [method, path] of paths)
    for (const as of [...authorizations(), `Bearer ${auth.token}`])
      for (const text of texts) {
        const { status } = await shop.call(method, path, { text, ...(as && { as }) });
        if (status < 400 || status > 499) failures.push(`${method} ${path} ${text.slice(0, 20)}: ${status}`);
      }
  expect(failures).toEqual([]);
});

test('fields of every wrong kind are refused, never a failure of the server', async () => {
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } });
  const failures: string[] = [];
  for (const [method, path] of paths)
    for (const value of nasty) {
      const body = Object.fromEntries(fieldNames.map((name) => [name, value]));
      const as = path.includes('inquiry') ? `Bearer ${auth.token}` : `Token ${shop.paymob.account.secretKey}`;
      const { status } = await shop.call(method, path, { as, body });
      if (status < 400 || status > 499) failures.push(`${method} ${path} ${JSON.stringify(value)}: ${status}`);
    }
  expect(failures).toEqual([]);
});

test('each field of an intention alone takes no value of a wrong kind', async () => {
  const failures: string[] = [];
  for (const name of fieldNames)
    for (const value of nasty) {
      const { status } = await shop.intend('card', { [name]: value, items: name === 'items' ? value : undefined });
      if (status >= 500) failures.push(`${name} ${JSON.stringify(value)}: ${status}`);
    }
  expect(failures).toEqual([]);
});

test('another media type is 415, a path or a method that is not there 404 and 405', async () => {
  const response = await fetch(`${shop.paymob.url}/v1/intention/`, {
    method: 'POST',
    body: 'amount=1',
    headers: { authorization: `Token ${shop.paymob.account.secretKey}` },
  });
  expect(response.status).toBe(415);
  expect((await shop.call('POST', '/v1/intention')).status).toBe(404); // the slash belongs to it
  expect((await shop.call('GET', '/api/acceptance/transactions/%zz')).status).toBe(404);
  expect((await shop.call('GET', '/v1/intention/')).status).toBe(405);
  expect((await shop.call('DELETE', '/api/acceptance/capture')).status).toBe(405);
});

test('a body beyond a megabyte is refused', async () => {
  const { status } = await shop.call('POST', '/v1/intention/', { text: `{"a":"${'x'.repeat(1_100_000)}"}` });
  expect(status).toBe(413);
});

test('what a merchant sends is shown to the buyer as text', async () => {
  const { body: intention } = await shop.intend('kiosk', { special_reference: '<script>alert(1)</script>' });
  const { transactionId } = shop.paymob.pay(intention.id);
  const { body } = await shop.call(
    'GET',
    `/unifiedcheckout/status/${intention.client_secret}?transaction=${transactionId}&lang=en`,
  );
  expect(body).toContain('&#60;script&#62;');
  expect(body).not.toContain('<script>alert');
});

test('a stranger’s secret shows no payment, and neither does another intention’s', async () => {
  const [{ body: mine }, { body: other }] = [await shop.intend(), await shop.intend()];
  const { transactionId } = shop.paymob.pay(mine.id);
  for (const secret of ['x', other.client_secret])
    expect((await shop.call('GET', `/unifiedcheckout/status/${secret}?transaction=${transactionId}`)).status).toBe(404);
  expect((await shop.call('GET', '/unifiedcheckout/step/x')).status).toBe(410);
  expect((await shop.call('GET', '/unifiedcheckout/?publicKey=x&clientSecret=y')).status).toBe(404);
});

test('requests that no client would send do not end the server', async () => {
  const port = Number(new URL(shop.paymob.url).port);
  for (const text of [
    'GET // HTTP/1.1\r\nhost: x\r\n\r\n',
    'POST /v1/intention/ HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc',
    '\u0016\u0003',
  ])
    await new Promise<void>((closed) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(text));
      socket.on('close', () => closed()).resume();
    });
  expect((await shop.intend()).status).toBe(201);
});
