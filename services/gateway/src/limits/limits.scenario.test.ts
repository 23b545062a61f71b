import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { newKey } from '../api-keys/api-key-format.ts';
import { Limiter } from './limiter.ts';
import type { Limits } from '../config.ts';
import { ReplicaCount } from './replica-count.ts';

const worlds: GatewayWorld[] = [];
/** A gateway with these limits, its rates so slow that a bucket does not refill while a test looks at it. */
async function gatewayWith(limits: Record<string, string>): Promise<GatewayWorld> {
  const world = await startGatewayWorld({
    MIZAN_RATE_LIMIT: 'on',
    MIZAN_RATE_LIMIT_TEST_PER_SECOND: '0.01',
    MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: '0.01',
    MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: '0.01',
    ...limits,
  });
  worlds.push(world);
  return world;
}
afterAll(() => Promise.all(worlds.map((world) => world.stop())));

const refusal = ({ status, body, headers }: Awaited<ReturnType<GatewayWorld['send']>>) => ({
  status,
  code: body.error?.code,
  reason: headers.get('ratelimit-reason'),
  retry: Number(headers.get('retry-after')) > 0,
});
const limited = (reason: string) => ({ status: 429, code: 'rate_limit', reason, retry: true });

describe('an account', () => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await gatewayWith({ MIZAN_RATE_LIMIT_TEST_BURST: '4', MIZAN_RATE_LIMIT_LIVE_BURST: '2' });
  });

  test('gets the state of its limit with every response, and beyond it a refusal with Retry-After', async () => {
    const seen: (string | null)[] = [];
    for (const path of ['/account', '/products', '/products/prod_1', '/nothing']) {
      const { headers } = await world.send('GET', path);
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-policy')]).toEqual(['4', '0.01;w=1']);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
      seen.push(headers.get('ratelimit-remaining'));
    }
    expect(seen).toEqual(['3', '2', '1', '0']);
    expect(refusal(await world.send('GET', '/account'))).toEqual(limited('account'));
  });

  test('shares its limit among its keys of one mode, and with no other account', async () => {
    const { key } = await world.issueKey({ type: 'SECRET' });
    expect(refusal(await world.send('GET', '/account', { key }))).toEqual(limited('account'));
    const { keys, account } = world.accounts;
    expect((await world.send('GET', '/account', { key: keys.liveSecret })).body.id).toBe(account.id);
    expect((await world.send('GET', '/account', { key: world.accounts.otherAccount.keys.testSecret })).status).toBe(
      200,
    );
  });

  test('gets 401 and 403 before 429', async () => {
    expect((await world.send('GET', '/account', { key: null })).status).toBe(401);
    expect((await world.send('POST', '/products', { key: world.accounts.keys.testRestricted })).status).toBe(403);
  });
});

test('refunds have a limit of their own beside the account’s', async () => {
  const world = await gatewayWith({ MIZAN_RATE_LIMIT_TEST_BURST: '1000' });
  const answers = await Promise.all(Array.from({ length: 60 }, () => world.send('POST', '/refunds', { body: '{}' })));
  const refused = answers.map(refusal).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(['endpoint', 'concurrency']).toContain(each.reason);
  expect(refused.some(({ reason }) => reason === 'endpoint')).toBe(true);
  expect((await world.send('GET', '/account')).status).toBe(200);
});

test('one key has so many requests under way and no more; an ended one makes room', async () => {
  const world = await gatewayWith({ MIZAN_RATE_LIMIT_TEST_BURST: '1000', MIZAN_RATE_LIMIT_CONCURRENT: '3' });
  const answers = await Promise.all(Array.from({ length: 30 }, () => world.send('GET', '/products')));
  const reasons = answers.filter(({ status }) => status === 429).map((each) => refusal(each).reason);
  expect(reasons.length).toBeGreaterThan(0);
  expect(new Set(reasons)).toEqual(new Set(['concurrency']));
  await eventually(async () => expect((await world.send('GET', '/products')).status).toBe(200));
});

describe('a stranger', () => {
  test('who shows one invalid key after the other is refused, while keys in use go on', async () => {
    const world = await gatewayWith({ MIZAN_RATE_LIMIT_BAD_KEYS_BURST: '3' });
    expect((await world.send('GET', '/account')).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++)
      statuses.push((await world.send('GET', '/account', { key: newKey('SECRET', false) })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await world.send('GET', '/account')).status).toBe(200);
    const { id, key } = await world.issueKey({ type: 'SECRET' }); // its event empties what is remembered of unknown keys
    expect([id.slice(0, 4), (await world.send('GET', '/account', { key })).status]).toEqual(['key_', 429]); // never seen from anywhere
    expect((await world.send('GET', '/account')).status).toBe(200);
  });

  test('has a limit by address for what buyers call', async () => {
    const world = await gatewayWith({ MIZAN_RATE_LIMIT_ADDRESS_BURST: '2' });
    for (const path of ['/client/checkout/cs_test_1', '/client/checkout/cs_test_2'])
      expect((await world.send('GET', path, { key: null })).headers.get('ratelimit-limit')).toBe('2');
    expect(refusal(await world.send('GET', '/client/checkout/cs_test_1', { key: null }))).toEqual(limited('client'));
    expect((await world.send('GET', '/healthz', { key: null })).status).not.toBe(429);
  });

  test('may hold so many connections and no more', async () => {
    const world = await gatewayWith({ MIZAN_RATE_LIMIT_CONNECTIONS: '5' });
    const { port } = new URL(world.url);
    const sockets = Array.from({ length: 9 }, () => connect(Number(port), '127.0.0.1'));
    const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === 'open';
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    await eventually(() => expect(sockets.filter(isOpen).length).toBeLessThanOrEqual(5));
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect((await world.send('GET', '/account')).status).toBe(200));
  });
});

describe('attempts to pay one checkout from one address', () => {
  const confirm = (world: GatewayWorld, id: string) =>
    world.send('POST', `/client/checkout/${id}/confirm`, {
      key: null,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });

  test('are six in a minute, over all gateways, and another checkout is not concerned', async () => {
    const world = await gatewayWith({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(world, 'cs_test_1')));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(6);
    const refused = answers.find(({ status }) => status === 429) as Awaited<ReturnType<GatewayWorld['send']>>;
    expect(refusal(refused)).toEqual(limited('client'));
    expect(refused.body.error?.message).toMatch(/^Too many payment attempts\. Try again in \d{1,2} seconds?\.$/);
    expect((await confirm(world, 'cs_test_2')).status).not.toBe(429);
  });

  test('are twenty in an hour, and after it as many again', async () => {
    const world = await gatewayWith({ MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE: '100' });
    const allowed = async () =>
      (await Promise.all(Array.from({ length: 30 }, () => confirm(world, 'cs_test_1')))).filter(
        ({ status }) => status !== 429,
      ).length;
    expect(await allowed()).toBe(20);
    expect((await confirm(world, 'cs_test_1')).body.error?.message).toMatch(/Try again in (?:59|60) minutes\.$/);
    await world.world.db('gateway').query(`update attempts set opened_at = opened_at - interval '61 minutes'`);
    expect(await allowed()).toBe(20);
  });
});

test('changes to one checkout from one address are thirty in a minute, and leave its attempts to pay alone', async () => {
  const world = await gatewayWith({});
  const attempt = (method: string, path: string) =>
    world.send(method, path, { key: null, body: '{}', headers: { 'content-type': 'application/json' } });
  const changes = await Promise.all(Array.from({ length: 35 }, () => attempt('PATCH', '/client/checkout/cs_test_1')));
  expect(changes.filter(({ status }) => status !== 429)).toHaveLength(30);
  expect((await attempt('POST', '/client/checkout/cs_test_1/confirm')).status).not.toBe(429);
});

test('changes to one payment intent are limited per hour across all keys of the account', async () => {
  const world = await gatewayWith({ MIZAN_RATE_LIMIT_UPDATES_PER_HOUR: '3' });
  const change = (id: string, key?: string) =>
    world.send('PATCH', `/payment-intents/${id}`, {
      ...(key ? { key } : {}),
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  const { key } = await world.issueKey({ type: 'SECRET' });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => change('pi_1', n % 2 ? key : undefined)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(refusal)).toEqual(Array.from({ length: 3 }, () => limited('endpoint')));
  expect((await change('pi_2')).status).toBe(200);
  expect((await change('pi_1', world.accounts.otherAccount.keys.testSecret)).status).toBe(200);
  expect((await world.send('GET', '/payment-intents/pi_1')).status).toBe(200);
});

test('with MIZAN_RATE_LIMIT=off nothing is counted', async () => {
  const world = await gatewayWith({ MIZAN_RATE_LIMIT: 'off', MIZAN_RATE_LIMIT_TEST_BURST: '1' });
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await world.send('GET', '/account');
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
  }
});

describe('several gateways', () => {
  test('know of each other, and share what one alone would grant', async () => {
    const world = await gatewayWith({});
    const { runtimeUrl } = world.world.databaseUrls('gateway');
    const { Database } = await import('@mizan/service-kit');
    const db = new Database(runtimeUrl, 'gateway');
    const replicas = [new ReplicaCount(db.system, 'one:80'), new ReplicaCount(db.system, 'two:80')] as const;
    try {
      for (const each of [...replicas, ...replicas]) await each.beat();
      expect(replicas.map(({ current }) => current)).toEqual([3, 3]); // the world's own gateway is the third
      await replicas[1].stop();
      await replicas[0].beat();
      expect(replicas[0].current).toBe(2);
    } finally {
      await replicas[0].stop();
      await db.close();
    }
  });

  test('grant an account together what it may have', () => {
    const limits = {
      MIZAN_RATE_LIMIT_TEST_PER_SECOND: 40,
      MIZAN_RATE_LIMIT_TEST_BURST: 80,
      MIZAN_RATE_LIMIT_CONCURRENT: 1e6,
    };
    const limiter = () =>
      new Limiter({
        limits: limits as Limits,
        db: {} as never,
        replicas: { current: 4 },
        lag: { isHigh: false },
        nowMs: () => 0,
      });
    const key = { id: 'key_1', scope: { merchantId: 'acct_1', livemode: false } } as never;
    const granted = (one: Limiter): number => {
      for (let count = 0; ; count++)
        try {
          one.admit({ key, clientIp: '' }, undefined);
        } catch {
          return count;
        }
    };
    expect([limiter(), limiter(), limiter(), limiter()].map(granted)).toEqual([20, 20, 20, 20]);
  });
});

test('an overloaded gateway refuses lists and serves the rest', () => {
  const limits = { MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: 1, MIZAN_RATE_LIMIT_ADDRESS_BURST: 9 } as Limits;
  const limiter = new Limiter({ limits, db: {} as never, replicas: { current: 1 }, lag: { isHigh: true } });
  const call = (isList: boolean) => () => limiter.admit({ key: undefined, clientIp: '' }, { isList } as never);
  expect(call(true)).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 1 }));
  expect(call(false)).not.toThrow();
});
