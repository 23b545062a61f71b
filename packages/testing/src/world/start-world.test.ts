import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { demoProfile } from './stand-in.ts';
import { fixtureService } from './fixture-service.test-support.ts';
import { startWorld, type World } from './start-world.ts';

interface CallerSeen {
  scope: { merchantId: string; livemode: boolean };
  account: string;
  notes: string[];
}

let world: World;
beforeAll(async () => {
  world = await startWorld({
    services: [fixtureService],
    nats: 'own', // some of these tests stop it
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), displayName: `Shop of ${merchantId}` }),
    },
  });
});
afterAll(() => world.stop());

const request = (path = '/customers/cus_1', options = {}) =>
  world.merchantClient('customers', { merchantId: 'acct_7', livemode: true })<CallerSeen>(
    'GET',
    path,
    undefined,
    options,
  );

test('a service accepts the merchant and mode that the client claims', async () => {
  const { status, body } = await request();
  expect(status).toBe(200);
  expect(body.scope).toEqual({ merchantId: 'acct_7', livemode: true });
});

test('a service that does not run is answered for by the test', async () => {
  expect((await request()).body.account).toBe('Shop of acct_7');
});

test('a client without a valid identity is refused', async () => {
  const { status, body } = await world.buyerClient('customers')('GET', '/customers/cus_1');
  expect(status).toBe(401);
  expect(body.error?.code).toBe('authentication_required');
});

test('what the test writes through SQL the service reads', async () => {
  await world.db('customers').query(`insert into notes values ('kept')`);
  expect((await request()).body.notes).toEqual(['kept']);
});

test('two worlds share nothing, although the second copies the first one’s schema', async () => {
  const second = await startWorld({ services: [fixtureService], nats: false });
  try {
    await second.db('customers').query(`insert into notes values ('of the second')`);
    const seen = await second.merchantClient('customers')<CallerSeen>('GET', '/customers/cus_1');
    expect(seen.body.notes).toEqual(['of the second']);
    expect((await request()).body.notes).not.toContain('of the second');
  } finally {
    await second.stop();
  }
});

test('a service logs in with a role that cannot change its own schema, as in production', async () => {
  const { runtimeUrl } = world.databaseUrls('customers');
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: runtimeUrl });
  await client.connect();
  try {
    expect((await client.query('show search_path')).rows).toEqual([{ search_path: 'customers' }]);
    await expect(client.query('drop table notes')).rejects.toThrow('must be owner');
  } finally {
    await client.end();
  }
});

test('a service answers again at the same address after it was stopped', async () => {
  await world.replica('customers').stop();
  await expect(request()).rejects.toThrow('fetch failed');
  await world.replica('customers').start();
  expect((await request()).status).toBe(200);
});

describe('the bus', () => {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const { hostname, port } = new URL(world.nats.url);
      const socket = connect(Number(port), hostname).on('error', () => resolve(false));
      socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy());
    });

  test('goes away and comes back at the same address', async () => {
    await world.nats.stop();
    expect(await answers()).toBe(false);
    expect((await request()).status).toBe(200);
    await world.nats.start();
    expect(await answers()).toBe(true);
  });

  test('comes back empty after it was wiped', async () => {
    await world.nats.wipe();
    await world.nats.start();
    expect((await request()).status).toBe(200);
  });
});
