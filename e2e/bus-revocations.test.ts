import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BusUser, BusUserWithCredentials } from '@mizan/contracts';
import { eventually, scaleTimeout } from '@mizan/testing';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectWith, createTestUser, operate, operatorToken } from './bus-users.test-support.ts';
import { installInto } from './empty-project.test-support.ts';
import { startBusKeeper } from './observability/bus-keeper.test-support.ts';
import { tablesOf } from './observability/stored-text.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let merchantId: string;
let keeper: Awaited<ReturnType<typeof startBusKeeper>>;
const open: NatsConnection[] = [];

beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }, 'guarded', false));
  merchantId = shop.world.accounts.account.id;
  keeper = await startBusKeeper(shop.world);
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));
afterAll(async () => {
  await keeper.stop();
  await shop.world.stop();
});

const users = async (...args: string[]): Promise<BusUser[]> =>
  JSON.parse((await operate(shop.world, '--json', 'bus', 'users', 'list', ...args)).out) as BusUser[];

async function revoke({ id }: BusUser): Promise<BusUser> {
  const { out, err } = await operate(shop.world, '--json', 'bus', 'users', 'revoke', id);
  expect(err).toBe('');
  return JSON.parse(out) as BusUser;
}

async function connectAs(user: BusUserWithCredentials): Promise<NatsConnection> {
  const connection = await connectWith(shop.world, user);
  open.push(connection);
  return connection;
}
const isRefused = (user: BusUserWithCredentials) =>
  eventually(() => expect(connectAs(user)).rejects.toThrow(/Authorization Violation/));

/** A user that the bus refuses. */
async function revokedUser(team: string): Promise<BusUserWithCredentials> {
  const user = await createTestUser(shop.world, team);
  const connection = await connectAs(user);
  await revoke(user);
  expect(String(await connection.closed())).toMatch(/User Authentication Revoked/);
  return user;
}

/** The IDs of all events that a user reads through its durable, as they come. */
async function readAll(user: BusUserWithCredentials, connection: NatsConnection): Promise<Set<string>> {
  const name = user.consumers[0] ?? '';
  const timeout = scaleTimeout(5_000);
  const filter_subject = `events.v1.test.${merchantId}.>`;
  const config = { name, durable_name: name, ack_policy: AckPolicy.Explicit, filter_subject };
  await (await jetstreamManager(connection, { checkAPI: false, timeout })).consumers.add('EVENTS', config);
  const ids = new Set<string>();
  await (
    await jetstream(connection).consumers.get('EVENTS', name)
  ).consume({
    callback: (message) => {
      ids.add(message.json<{ id: string }>().id);
      message.ack();
    },
  });
  return ids;
}

describe('mizan bus users revoke', () => {
  test('disconnects a user, which cannot connect again; others, of its team and of another, read every event', async () => {
    const leaked = await createTestUser(shop.world, 'orders');
    const others = [await createTestUser(shop.world, 'orders'), await createTestUser(shop.world, 'bookings')];
    const connection = await connectAs(leaked);
    const read = await Promise.all(others.map(async (user) => readAll(user, await connectAs(user))));
    await shop.buy(5_000);
    const answer = await revoke(leaked);
    expect(answer).toMatchObject({ id: leaked.id, object: 'bus_user', team: 'orders', status: 'REVOKED' });
    let isClosed = false;
    void connection.closed().then(() => (isClosed = true));
    await eventually(async () => {
      await shop.buy(5_000); // events pass while the server replaces the account
      expect(isClosed).toBe(true);
    });
    expect(String(await connection.closed())).toMatch(/User Authentication Revoked/);
    await isRefused(leaked);
    await shop.buy(5_000);
    await shop.settled();
    const published = async () => {
      const { rows } = await shop.world
        .db('webhooks')
        .query<{ id: string }>('select id from events where merchant_id = $1 and not livemode', [merchantId]);
      return rows.map(({ id }) => id);
    };
    await eventually(async () => {
      for (const ids of read) expect([...ids]).toEqual(expect.arrayContaining(await published()));
    });
  });

  test('ends the subscription of a subscriber, which says why, also without `onProblem`; without credentials there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mizan-subscriber-'));
    try {
      await installInto(folder, ['bus']);
      const user = await createTestUser(shop.world, 'orders');
      await writeFile(
        join(folder, 'main.mjs'),
        `import { Bus } from '@mizan/bus';
         const servers = process.env.NATS_URL;
         await Bus.connect({ servers, team: 'orders' }).catch(({ message }) => console.log(message));
         const bus = await Bus.connect({ servers, credentials: process.env.CREDENTIALS });
         await bus.subscribe('*', { durable: 'main' }, () => undefined);
         console.log('subscribed');
         console.log((await bus.closed()).message);`,
      );
      const env = { NATS_URL: shop.world.nats.url, CREDENTIALS: user.credentials.replaceAll('\n', '\r\n') }; // as Windows stores it
      const child = spawn(process.execPath, ['main.mjs'], { cwd: folder, env });
      let [said, warned] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (warned += chunk.toString()));
      const greeting = 'The bus requires credentials: pass those of `mizan bus users create`.\nsubscribed\n';
      await eventually(() => expect({ said, warned }).toEqual({ said: greeting, warned: '' }));
      await revoke(user);
      const reason = 'The bus refuses these credentials: they have expired, were revoked, or are of another platform.';
      await eventually(() => expect(child.exitCode).toBe(0));
      expect(said).toBe(`${greeting}${reason}\n`);
      expect(warned).toContain(`MizanBusWarning: the subscription has ended: ${reason}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('answers a user that was revoked before, or has expired, as it is', async () => {
    const [revoked, expired] = [await createTestUser(shop.world, 'orders'), await createTestUser(shop.world, 'orders')];
    const first = await revoke(revoked);
    expect(first.revokedAt).not.toBeNull();
    expect(await revoke(revoked)).toEqual(first);
    await expire(expired);
    expect(await revoke(expired)).toMatchObject({ status: 'EXPIRED', revokedAt: null });
    const shown = await operate(shop.world, 'bus', 'users', 'revoke', expired.id);
    expect(shown.out).toContain('Its credentials had expired already.');
    const missing = await operate(shop.world, 'bus', 'users', 'revoke', 'bu_none');
    expect([missing.status, missing.err]).toEqual([1, expect.stringContaining('resource_missing')]);
  });
});

const expire = ({ id }: BusUser) =>
  shop.world
    .db('gateway')
    .query(
      `update bus_users set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
      [id],
    );

describe('a revocation survives', () => {
  test('a restart of the NATS server, also while the gateway is away', async () => {
    const user = await revokedUser('orders');
    await shop.world.replica('gateway').stop();
    await shop.world.nats.stop();
    await shop.world.nats.start();
    await isRefused(user);
    await shop.world.replica('gateway').start();
  });

  test('a restart of the keeper, of the NATS server meanwhile, and a gateway that comes later', async () => {
    const user = await revokedUser('orders');
    await keeper.stop();
    await shop.world.replica('gateway').stop();
    keeper = await startBusKeeper(shop.world);
    await eventually(async () => expect((await fetch(`${keeper.url}/readyz`)).status).toBe(200));
    await expect(connectAs(user)).rejects.toThrow(/Authorization Violation/);
    await shop.world.nats.stop();
    await shop.world.nats.start();
    await (await connectAs(user)).close(); // no one has the list
    await shop.world.replica('gateway').start();
    await isRefused(user);
    await eventually(async () => {
      const metrics = await (await fetch(`${keeper.url}/metrics`)).text();
      const [, refused] = /^mizan_bus_users_revoked\S* (\d+)/m.exec(metrics) ?? [];
      expect(Number(refused)).toBe((await users('--ended')).filter(({ status }) => status === 'REVOKED').length);
    });
  });
});

describe('mizan bus users list', () => {
  test('shows the users that the bus accepts, of one team, and with --ended those that have ended', async () => {
    const [active, expired, revoked] = [
      await createTestUser(shop.world, 'reports', '--types', 'payment_intent.*', '--durables', 'daily,monthly'),
      await createTestUser(shop.world, 'reports'),
      await createTestUser(shop.world, 'reports'),
    ];
    await expire(expired);
    const { revokedAt } = await revoke(revoked);
    const { id, consumers, inboxPrefix, createdAt, expiresAt } = active;
    expect(consumers).toHaveLength(2);
    expect(await users('--team', 'reports')).toEqual([
      {
        id,
        object: 'bus_user',
        team: 'reports',
        mode: 'test',
        merchantId,
        types: ['payment_intent.*'],
        durables: ['daily', 'monthly'],
        consumers,
        inboxPrefix,
        status: 'ACTIVE',
        createdAt,
        expiresAt,
        revokedAt: null,
      },
    ]);
    const all = await users('--team', 'reports', '--ended');
    expect(all.map((each) => [each.id, each.status, each.revokedAt])).toEqual([
      [revoked.id, 'REVOKED', revokedAt],
      [expired.id, 'EXPIRED', null],
      [active.id, 'ACTIVE', null],
    ]);
    const { out: csv } = await operate(shop.world, 'bus', 'users', 'list', '--team', 'reports', '--csv');
    expect(csv.split('\r\n')).toEqual([
      'id,team,mode,merchantId,types,durables,expiresAt,status',
      `${id},reports,test,${merchantId},"[""payment_intent.*""]","[""daily"",""monthly""]",${expiresAt},ACTIVE`,
      '',
    ]);
    const { out: table } = await operate(shop.world, 'bus', 'users', 'list', '--team', 'reports', '--ended');
    expect(table).toContain('REVOKED');
  });
});

describe('what a bus user is', () => {
  test.each([
    ['GET', '/operator/bus-users'],
    ['POST', '/operator/bus-users/bu_none/revoke'],
  ] as const)('is not for merchants: %s %s', async (method, path) => {
    const statusWith = async (key: string | null) =>
      (await shop.world.api(method, path, method === 'POST' ? {} : undefined, { key })).status;
    // As if there were no such path.
    for (const key of Object.values(shop.world.accounts.keys)) expect(await statusWith(key)).toBe(404);
    expect(await statusWith(null)).toBe(401);
  });

  test('is shown to the bus keeper, which may make no other call, and to no service', async () => {
    const call = async (from: 'bus-keeper' | 'payments', name: string) =>
      (await shop.world.siblingClient('gateway', from)('POST', `/internal/calls/${name}`, {})).status;
    expect(await call('bus-keeper', 'listRevokedBusUsers')).toBe(200);
    expect(await call('payments', 'listRevokedBusUsers')).toBe(401);
    expect(await call('bus-keeper', 'getAccount')).toBe(401);
    const catalog = shop.world.siblingClient('catalog', 'bus-keeper');
    expect((await catalog('GET', '/products')).status).toBe(401);
  });

  test('is stored without its credentials', async () => {
    const { credentials, id } = await createTestUser(shop.world, 'orders');
    const [, jwt = ''] = /JWT-----\n(\S+)/.exec(credentials) ?? [];
    const [, seed = ''] = /NKEY SEED-----\n(\S+)/.exec(credentials) ?? [];
    expect([jwt.length > 100, seed.length]).toEqual([true, 58]);
    const stored = await tablesOf(shop.world);
    expect(stored).toContain(id);
    expect([jwt, seed].filter((secret) => stored.includes(secret))).toEqual([]);
  });
});
