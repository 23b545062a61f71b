import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { IdentityMinter, IdentityVerifier } from '../identity/identity.ts';
import { deriveServiceEnv } from '../secrets.ts';
import { newWork, runWork } from '../telemetry/work.ts';
import { Calls } from './call-client.ts';

const env = deriveServiceEnv('root', 'checkout');
const scope = { merchantId: 'acct_1', livemode: true };
let answer: RequestListener;
let server: Server;
let calls: Calls;
let received: number;

beforeEach(async () => {
  received = 0;
  server = createServer((request, response) => {
    received++;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  calls = new Calls('checkout', new IdentityMinter('checkout', env['MIZAN_IDENTITY_PRIVATE_KEY'] ?? ''), {
    payments: url,
    catalog: 'http://127.0.0.1:1',
    customers: 'http://nowhere.invalid',
  });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await calls.close();
});

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const call = () => calls.bind(scope).getSessionPayment({ checkoutSessionId: 'cs_1' });
const refusal = (code: string, more: object = {}) => ({
  error: { type: 'invalid_request_error', code, message: 'No.', ...more },
});

describe('a question', () => {
  let identity: string;
  beforeAll(() => {
    answer = (request, response) => {
      identity = String(request.headers['x-identity']);
      response.end(JSON.stringify({ path: request.url, headers: request.headers }));
    };
  });

  test('names its call, carries its trace and request, and speaks for one merchant and mode to one service', async () => {
    const work = { ...newWork(1), requestId: 'req_1' };
    const { path, headers } = (await runWork(work, call)) as unknown as {
      path: string;
      headers: Record<string, string>;
    };
    expect(path).toBe('/internal/calls/getSessionPayment');
    expect(headers).toMatchObject({
      'request-id': 'req_1',
      traceparent: expect.stringContaining(work.traceId),
      'x-deadline-ms': '5000',
    });
    const keys = JSON.parse(env['MIZAN_IDENTITY_PUBLIC_KEYS'] ?? '{}') as Record<string, string>;
    expect(await new IdentityVerifier('payments', keys).verify(identity)).toMatchObject({
      kind: 'service',
      issuer: 'checkout',
      scope,
    });
    await expect(new IdentityVerifier('catalog', keys).verify(identity)).rejects.toMatchObject({ status: 401 });
  });

  test('with an effect and without a key is a bug before anything is sent', async () => {
    await expect(calls.bind(scope).cancelSessionPayment({ checkoutSessionId: 'cs_1' })).rejects.toThrow('bug');
    expect(received).toBe(0);
  });
});

test('a refusal arrives as the same Problem, with when to retry', async () => {
  answer = reply(409, refusal('idempotency_key_in_use', { param: 'items[0]' }), { 'retry-after': '3' });
  await expect(call()).rejects.toMatchObject({
    code: 'idempotency_key_in_use',
    status: 409,
    message: 'No.',
    param: 'items[0]',
    retryAfterSeconds: 3,
  });
});

test.each([
  ['500', 500, refusal('internal_error'), 500],
  ['504', 504, refusal('request_timeout'), 504],
  ['503, of which only the caller knows what had happened before,', 503, refusal('internal_error'), 504],
  ['a refusal with a code of a newer version', 400, refusal('from_the_future'), 500],
  ['a refusal without a code', 404, {}, 500],
])('the answer %s is a failure of ours, and its text stays inside', async (_what, status, body, expected) => {
  answer = reply(status, body);
  await expect(call()).rejects.toMatchObject({
    code: 'internal_error',
    status: expected,
    message: expect.not.stringContaining('No.'),
  });
});

test('an answer that is no JSON is an error', async () => {
  answer = reply(200, '<html>');
  await expect(call()).rejects.toThrow();
});

test('a refused connection is 503: nothing happened, retry shortly', async () => {
  await expect(calls.bind(scope).getCheckoutPrices({ priceIds: ['price_1'] })).rejects.toMatchObject({
    code: 'internal_error',
    status: 503,
    retryAfterSeconds: 1,
  });
});

test('a service whose name leads nowhere is 503 as well', async () => {
  await expect(calls.bind(scope).getCustomerSummary({ customerId: 'cus_1' })).rejects.toMatchObject({
    code: 'internal_error',
    status: 503,
    retryAfterSeconds: 1,
  });
});

test('a deadline that passes is 504: the outcome is unknown', async () => {
  answer = () => undefined;
  const realTimeout = AbortSignal.timeout;
  AbortSignal.timeout = () => realTimeout(30);
  await expect(call())
    .rejects.toMatchObject({ code: 'request_timeout', status: 504 })
    .finally(() => (AbortSignal.timeout = realTimeout));
  expect(received).toBe(1);
});

test('a connection that ends under a question is received once more, and only once', async () => {
  answer = (request, response) =>
    received === 1 ? request.socket.destroy() : response.end('{"paymentIntent":null,"objectVersion":0}');
  expect(await call()).toEqual({ paymentIntent: null, objectVersion: 0 });
  answer = (request) => request.socket.destroy();
  received = 0;
  await expect(call()).rejects.toMatchObject({ code: 'request_timeout', status: 504 });
  expect(received).toBe(2);
});

test('a service that dies under a question and is not there for the next is 504: it may have done it', async () => {
  answer = (request) => {
    server.close();
    request.socket.destroy();
  };
  await expect(call()).rejects.toMatchObject({ code: 'request_timeout', status: 504 });
  expect(received).toBe(1);
});
