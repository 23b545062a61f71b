import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWorld, type Api, type World } from '@mizan/testing';
import { command, query } from '../handlers.ts';
import { identityOf, probeService } from '../probe-service.test-support.ts';

let world: World;
let executed = 0;

beforeAll(async () => {
  const run = async () => ({ executed: ++executed });
  const service = probeService({
    name: 'payments',
    routes: { listRefunds: query(async () => ({ data: [await run()], totalCount: 1 })) },
    answers: { getSessionPayment: query(run), cancelSessionPayment: command(run) },
  });
  world = await startWorld({ services: [service], nats: false });
});
afterAll(() => world.stop());

const merchant = { merchantId: 'acct_1' };
const list = (api: Api) => api('GET', '/refunds');
const call = (api: Api) => api('POST', '/internal/calls/getSessionPayment', { checkoutSessionId: 'cs_1' });
const refused = expect.objectContaining({
  status: 401,
  body: expect.objectContaining({ error: expect.objectContaining({ code: 'authentication_required' }) }),
});

test('an operation takes a merchant’s identity that carries its permission', async () => {
  expect((await list(world.merchantClient('payments', { ...merchant, permissions: ['REFUND_READ'] }))).status).toBe(
    200,
  );
});

test('a call takes the identity of a service that may ask it', async () => {
  expect((await call(world.siblingClient('payments', 'checkout', merchant))).status).toBe(200);
});

test('nothing is executed and the answer is 401', async () => {
  const before = executed;
  const anonymous: Api = async (method, path, body) => {
    const response = await fetch(`${world.urls.payments}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
  const presenting = (identity: string) =>
    world.merchantClient('payments')('GET', '/refunds', undefined, { headers: { 'x-identity': identity } });
  const foreign = await identityOf('gateway', 'catalog');
  const attempts = {
    'an operation without identity': list(anonymous),
    'an operation with a sibling’s identity': list(world.siblingClient('payments', 'checkout', merchant)),
    'an operation with a buyer’s identity': list(world.buyerClient('payments')),
    'an operation with another permission': list(
      world.merchantClient('payments', { ...merchant, permissions: ['REFUND_WRITE'] }),
    ),
    'an operation with an identity for another service': presenting(foreign),
    'an operation with a merchant’s identity that a sibling made up': presenting(
      await identityOf('webhooks', 'payments', 'merchant'),
    ),
    'a call without identity': call(anonymous),
    'a call with a merchant’s identity': call(world.merchantClient('payments', merchant)),
    'a call with a buyer’s identity': call(world.buyerClient('payments')),
    'a call with an identity that a sibling made up for a merchant': world.merchantClient('payments')(
      'POST',
      '/internal/calls/getSessionPayment',
      { checkoutSessionId: 'cs_1' },
      { headers: { 'x-identity': await identityOf('checkout', 'payments', 'merchant') } },
    ),
    'a call from a service that may not ask it': call(world.siblingClient('payments', 'webhooks', merchant)),
  };
  for (const [what, attempt] of Object.entries(attempts)) expect([what, await attempt]).toEqual([what, refused]);
  expect(executed).toBe(before);
});

test('a call is executed once per key, and no merchant can send the key that it is kept under', async () => {
  const cancel = () =>
    world.siblingClient('payments', 'checkout', merchant)(
      'POST',
      '/internal/calls/cancelSessionPayment',
      { checkoutSessionId: 'cs_1' },
      { idempotencyKey: 'cs_1' },
    );
  const first = await cancel();
  expect(await cancel()).toMatchObject({ status: 200, body: first.body });
  const { rows } = await world.db('payments').query<{ key: string }>('select key from idempotency_keys');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).not.toMatch(/^[\x20-\x7e]{1,255}$/);
});
