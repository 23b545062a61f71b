import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database, ServiceSecrets } from '@mizan/service-kit';
import { eventually, scaleTimeout } from '@mizan/testing';
import { createStripeAdapter, type StripeAdapter } from './stripe-adapter.ts';

const scope = { merchantId: 'acct_old', livemode: true };
const card = {
  id: 'pm_one',
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', country: 'EG', last4: '4242' },
};

/** How Stripe answers whose account a key opens; `stalls` is never. */
let account: { status: number; body: object } | 'stalls';
let requests: number;
let pinned: unknown[];
/** What writing the account down fails with. */
let fault: Error | undefined;
let stripe: StripeAdapter;
const server = createServer((request, response) => {
  const answer = request.url === '/v1/account' ? account : { status: 200, body: card };
  if (request.url === '/v1/account') requests++;
  if (answer === 'stalls') return;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});

beforeEach(async () => {
  [requests, pinned, fault] = [0, [], undefined];
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secrets = { decrypt: () => JSON.stringify({ secretKey: 'sk_live_old', callbackSecret: 'whsec_old' }) };
  const system = {
    one: async () => ({ sealed: Buffer.alloc(0), stripeAccountId: null }), // made before the account was requests
    sql: async (_: unknown, id: unknown) => {
      pinned.push(id);
      if (fault) throw fault;
      return [];
    },
  };
  stripe = createStripeAdapter({
    db: { system } as unknown as Database,
    secrets: secrets as unknown as ServiceSecrets,
    apiUrl: url,
    scriptUrl: '',
    publicUrl: '',
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const use = () =>
  stripe.tokenize(
    { scope, now: new Date() },
    {
      paymentMethod: { type: 'card', token: 'pm_one' },
      email: null,
      phone: null,
      country: 'EG',
      findSaved: () => Promise.reject(new Error('live mode saves no methods')),
    },
  );
const outage = { status: 503, body: { error: { type: 'api_error', message: 'Try again.' } } };

test('no request waits for Stripe to return the account of an old connection', async () => {
  account = 'stalls';
  const startedAt = performance.now();
  await use();
  await use();
  expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(3_000)); // of the 4 s that it may take
  await eventually(() => expect(requests).toBe(1));
});

test.each([
  ['while Stripe is away', outage],
  [
    'where the key may not read it',
    { status: 403, body: { error: { type: 'invalid_request_error', message: 'No.' } } },
  ],
])('not every use requests it again %s, but an operator’s request does', async (_, answer) => {
  account = answer;
  await use();
  await eventually(() => expect(requests).toBe(1));
  await use();
  await use();
  expect(requests).toBe(1);
  account = { status: 200, body: { id: 'acct_atStripe', object: 'account' } };
  await stripe.connect.pinAccount(scope);
  expect([requests, pinned]).toEqual([2, ['acct_atStripe']]);
});

test('a database that fails in between fails only the request that waits for it', async () => {
  account = { status: 200, body: { id: 'acct_atStripe', object: 'account' } };
  fault = new Error('gone');
  await use(); // a rejection that nobody handles would end this process
  await eventually(() => expect(pinned).toEqual(['acct_atStripe']));
  await new Promise(setImmediate);
  await expect(stripe.connect.pinAccount(scope)).rejects.toThrow('gone');
});
