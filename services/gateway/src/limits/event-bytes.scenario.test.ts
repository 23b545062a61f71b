import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

let open: GatewayWorld | undefined;
afterEach(async () => {
  await open?.stop();
  open = undefined;
});

const burst = 10_000;

/** A gateway whose services answer every request with so many bytes of events of the demo account. */
async function gatewayWith(bytes: number, env: Record<string, string> = {}): Promise<GatewayWorld> {
  const world = (open = await startGatewayWorld({
    MIZAN_RATE_LIMIT: 'on',
    MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_PER_SECOND: '0.001',
    MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_BURST: String(burst),
    ...env,
  }));
  world.services.answer((_request, response) => {
    response.setHeader('x-event-bytes', `${bytes} ${world.accounts.account.id} test`);
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  return world;
}
const change = (world: GatewayWorld, method: string, path: string, key?: string | null) =>
  world.send(method, path, {
    ...(key === undefined ? {} : { key }),
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });

test('bytes of events beyond the burst refuse commands that move no money, in that mode alone, until they have flowed off', async () => {
  const world = await gatewayWith(burst);
  const { status, headers } = await change(world, 'PATCH', '/products/prod_1');
  expect([status, headers.get('x-event-bytes')]).toEqual([200, null]);

  const refused = await change(world, 'PATCH', '/products/prod_1');
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limit']);
  expect(refused.headers.get('ratelimit-reason')).toBe('event_bytes');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const { liveSecret } = world.accounts.keys;
  const allowed = [
    change(world, 'POST', '/payment-intents'),
    change(world, 'POST', '/refunds'),
    change(world, 'POST', '/checkout/sessions'),
    change(world, 'DELETE', '/api-keys/key_1'),
    change(world, 'PATCH', '/client/checkout/cs_test_1', null),
    change(world, 'PATCH', '/products/prod_1', liveSecret),
    change(world, 'PATCH', '/products/prod_1', world.accounts.otherAccount.keys.testSecret),
    world.send('GET', '/products/prod_1'),
  ];
  for (const answer of await Promise.all(allowed)) expect(answer.status).not.toBe(429);
});

test('what buyers cause counts for the account', async () => {
  const world = await gatewayWith(burst);
  await change(world, 'PATCH', '/client/checkout/cs_test_1', null);
  expect((await change(world, 'PATCH', '/products/prod_1')).status).toBe(429);
});

test('what is never refused makes no debt, and other commands make one of a single request at most', async () => {
  const perSecond = { MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_PER_SECOND: '1' };
  const world = await gatewayWith(burst * 100, perSecond);
  for (let i = 0; i < 3; i++) await change(world, 'POST', '/payment-intents');
  const afterMoney = await change(world, 'PATCH', '/products/prod_1');
  expect(Number(afterMoney.headers.get('retry-after') ?? '0')).toBeLessThanOrEqual(1);
});

test('a command whose caller leaves before the service responds counts, too', async () => {
  const world = await gatewayWith(burst);
  const leaving = new AbortController();
  let isReached = false;
  world.services.answer(() => void (isReached = true));
  const left = fetch(`${world.url}/products/prod_1`, {
    method: 'PATCH',
    body: '{}',
    headers: { authorization: `Bearer ${world.accounts.keys.testSecret}`, 'content-type': 'application/json' },
    signal: leaving.signal,
  });
  await eventually(async () => expect(isReached).toBe(true));
  leaving.abort();
  await expect(left).rejects.toThrow();
  world.services.answer((_request, response) => void response.end('{}'));
  await eventually(async () => expect((await change(world, 'PATCH', '/products/prod_1')).status).toBe(429));
});

test('refusals are counted by their reason', async () => {
  const world = await gatewayWith(burst);
  await change(world, 'PATCH', '/products/prod_1');
  await change(world, 'PATCH', '/products/prod_1');
  const metrics = await (await fetch(`${world.world.urls.gateway}/metrics`)).text();
  expect(metrics).toMatch(/mizan_rate_limit_refusals_total\{[^}]*mizan_reason="event_bytes"[^}]*\} 1\n/);
  expect(metrics).toMatch(/mizan_rate_limit_refusals_total\{[^}]*mizan_reason="endpoint"[^}]*\} 0\n/);
});

test('with MIZAN_RATE_LIMIT=off no bytes are counted, and no caller sees them', async () => {
  const world = await gatewayWith(burst, { MIZAN_RATE_LIMIT: 'off' });
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await change(world, 'PATCH', '/products/prod_1');
    expect([status, headers.get('x-event-bytes')]).toEqual([200, null]);
  }
});
