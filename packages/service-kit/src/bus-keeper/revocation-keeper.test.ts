import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { RevokedBusUser } from '@mizan/contracts';
import { startNats } from '@mizan/stack/nats';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { eventually, patientTrust, scaleTimeout } from '@mizan/testing';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { decode } from '@nats-io/jwt';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import {
  administratorCredentials,
  busServerConfiguration,
  deriveBusAccount,
  type BusAccount,
} from '../bus/bus-trust.ts';
import {
  claimsUpdateOf,
  consumersOf,
  deriveBusEnv,
  deriveBusKeeperEnv,
  inboxOf,
  makeTeamUser,
} from '../bus/bus-users.ts';
import { BusKeeper } from './bus-keeper.ts';
import { RevocationKeeper } from './revocation-keeper.ts';

const rootSecret = 'the root secret of these tests, long enough';
const hourMs = 3600_000;
const megabyte = 1024 ** 2;
const sizes = { liveBytes: megabyte, testBytes: megabyte, teamBytes: megabyte, teamMaxAgeMs: hourMs, replicas: 1 };

// Once: signing takes longer than what is tested.
const configuration = await busServerConfiguration(rootSecret);
const keeperEnv = await deriveBusKeeperEnv(rootSecret);
const { MIZAN_BUS_SIGNING_SEED: signingSeed = '' } = await deriveBusEnv(rootSecret, 'gateway');
const administrators = new Map<BusAccount, string>();
for (const account of ['store-live', 'system'] as const)
  administrators.set(
    account,
    await administratorCredentials(rootSecret, { account, expiresAt: new Date(Date.now() + hourMs) }),
  );
const teamsKey = deriveBusAccount(rootSecret, 'teams').getPublicKey();

let folder: string;
let server: Awaited<ReturnType<typeof startNats>>;
/** What the gateway would list; a rejection while it is away. */
let listed: () => Promise<readonly RevokedBusUser[]>;
const connections: NatsConnection[] = [];
const keepers: RevocationKeeper[] = [];

beforeEach(async () => {
  folder = makeTemporaryFolder('mizan-revocations-');
  await start(patientTrust(configuration));
  listed = async () => [];
});
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((each) => each.stop()));
  await Promise.all(connections.splice(0).map((each) => each.close()));
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function start(trust?: string): Promise<void> {
  const port = server?.url ? { port: Number(new URL(server.url).port) } : {};
  server = await startNats({ folder, logFile: `${folder}/nats.log`, ...port, ...(trust ? { trust } : {}) });
}

async function restartServer(trust?: string): Promise<void> {
  await server.stop();
  await start(trust);
}

function keep(): RevocationKeeper {
  const keeper = new RevocationKeeper({
    url: server.url,
    prefix: '',
    credentials: keeperEnv['MIZAN_BUS_CREDENTIALS'] ?? '',
    systemCredentials: keeperEnv['MIZAN_BUS_SYSTEM_CREDENTIALS'] ?? '',
    signingSeed: keeperEnv['MIZAN_BUS_REVOCATION_SEED'] ?? '',
    accountKeys: JSON.parse(keeperEnv['MIZAN_BUS_ACCOUNT_KEYS'] ?? '{}') as Record<string, string>,
    listRevoked: () => listed(),
    everyMs: 50,
  });
  keepers.push(keeper);
  keeper.start();
  return keeper;
}

interface TestUser {
  readonly team: string;
  readonly credentials: string;
  readonly consumer: string;
  readonly revoked: RevokedBusUser;
}

async function createTeamUser(team: string): Promise<TestUser> {
  const expiresAt = new Date(Date.now() + hourMs);
  const access = { team, types: ['*'], durables: ['main'], prefix: '' };
  const user = await makeTeamUser(signingSeed, { ...access, expiresAt });
  if (!user) throw new Error('the user does not fit');
  const { publicKey, credentials } = user;
  const revoked = { id: `bu_${publicKey}`, publicKey, expiresAt: expiresAt.toISOString() };
  return { team, credentials, consumer: consumersOf(signingSeed, access)[0] ?? '', revoked };
}

async function open(credentials: string, inboxPrefix = '_INBOX'): Promise<NatsConnection> {
  const connection = await connect({
    servers: server.url,
    authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    inboxPrefix,
    reconnect: false,
    timeout: scaleTimeout(5_000),
  });
  connections.push(connection);
  return connection;
}
const openUser = ({ credentials, revoked }: TestUser) => open(credentials, inboxOf(revoked.publicKey));
const openAdministrator = (account: BusAccount) => open(administrators.get(account) ?? '');
const isRefused = (user: TestUser) => expect(openUser(user)).rejects.toThrow(/Authorization Violation/);
const isRevoked = async (connection: NatsConnection) =>
  expect(String(await connection.closed())).toMatch(/User Authentication Revoked/);

/** Every text with which a keeper replaces the account of teams, as the server receives it. */
async function watchUpdates(): Promise<string[]> {
  const texts: string[] = [];
  const system = await openAdministrator('system');
  system.subscribe(claimsUpdateOf(teamsKey), { callback: (_error, message) => void texts.push(message.string()) });
  await system.flush();
  return texts;
}
interface AccountClaims {
  readonly nats: { readonly revocations?: Record<string, number> };
}
const claimsOf = (jwt: string) => (decode(jwt) as unknown as AccountClaims).nats;

test('a revoked user is disconnected and refused; others, of its team and of another, go on reading and miss no event', async () => {
  const keeper = new BusKeeper({ url: server.url, prefix: '', credentials: keeperEnv['MIZAN_BUS_CREDENTIALS'], sizes });
  await keeper.keepOnce();
  const [leaked, colleague, other] = [
    await createTeamUser('orders'),
    await createTeamUser('orders'),
    await createTeamUser('bookings'),
  ];
  const revocations = keep();
  const revokedConnection = await openUser(leaked);
  const received = { pulled: new Map<TestUser, number[]>(), passing: [] as number[] };
  for (const user of [colleague, other]) {
    const connection = await openUser(user);
    const name = user.consumer;
    const config = { name, durable_name: name, ack_policy: AckPolicy.Explicit, filter_subject: 'events.v1.*.*.>' };
    const timeout = scaleTimeout(5_000);
    await (await jetstreamManager(connection, { checkAPI: false, timeout })).consumers.add('EVENTS', config);
    const numbers: number[] = [];
    received.pulled.set(user, numbers);
    const messages = await (
      await jetstream(connection).consumers.get('EVENTS', name)
    ).consume({
      callback: (message) => {
        numbers.push(Number(message.string()));
        message.ack();
      },
    });
    void messages.closed();
    if (user === other)
      connection.subscribe('events.v1.*.*.>', {
        callback: (_error, message) => void received.passing.push(Number(message.string())),
      });
    await connection.flush();
  }

  const publisher = jetstream(await openAdministrator('store-live'));
  const publish = (number: number) => publisher.publish('events.v1.live.acct_one.product.created', String(number));
  const more = await Promise.all(Array.from({ length: 5 }, () => createTeamUser('more')));
  const revoked: RevokedBusUser[] = [];
  listed = async () => [...revoked];
  let published = 0;
  for (const user of [leaked, ...more]) {
    revoked.push(user.revoked);
    // Events pass while the server replaces the account, six times.
    await eventually(async () => {
      await Promise.all(Array.from({ length: 100 }, () => publish(++published)));
      expect(revocations.refused).toBe(revoked.length);
    });
  }
  await isRevoked(revokedConnection);
  await isRefused(leaked);
  await publish(++published);
  const all = Array.from({ length: published }, (_, index) => index + 1);
  await eventually(() => expect([...received.pulled.values()]).toEqual([all, all]));
  await eventually(() => expect(received.passing).toEqual(all));
});

test('a user is refused although no one of any team has connected since the server started', async () => {
  const user = await createTeamUser('orders');
  listed = async () => [user.revoked];
  const keeper = keep();
  await eventually(() => expect(keeper.refused).toBe(1));
  await isRefused(user);
});

test('a revocation survives a restart of the server, also while the list cannot be read', async () => {
  const user = await createTeamUser('orders');
  listed = async () => [user.revoked];
  const keeper = keep();
  await eventually(() => expect(keeper.refused).toBe(1));
  listed = () => Promise.reject(new Error('the gateway is away'));
  await server.stop();
  await eventually(() => expect(keeper.refused).toBeUndefined());
  await start(patientTrust(configuration));
  await eventually(() => expect(keeper.refused).toBe(1));
  await isRefused(user);
});

test('a keeper that was restarted sends nothing until it has read the list: no one is let in again', async () => {
  const user = await createTeamUser('orders');
  listed = async () => [user.revoked];
  const first = keep();
  await eventually(() => expect(first.refused).toBe(1));
  await first.stop();

  const updates = await watchUpdates();
  let reads = 0;
  listed = () => Promise.reject(new Error(`the gateway is away, ${++reads}`));
  const second = keep();
  await eventually(() => expect(reads).toBeGreaterThan(3));
  expect([updates, second.refused]).toEqual([[], undefined]);
  await isRefused(user);
  listed = async () => [user.revoked];
  await eventually(() => expect(updates).not.toEqual([]));
  await isRefused(user);
});

test('each pass sends the account as the configuration has it, in the same text until the list changes, and an empty list once', async () => {
  const updates = await watchUpdates();
  const [one, other] = [await createTeamUser('orders'), await createTeamUser('bookings')];
  listed = async () => [one.revoked];
  const keeper = keep();
  await eventually(() => expect(updates.length).toBeGreaterThan(3));
  expect(new Set(updates).size).toBe(1);
  const { revocations, ...rest } = claimsOf(updates[0] ?? '');
  expect(revocations).toEqual({ [one.revoked.publicKey]: Math.ceil(Date.parse(one.revoked.expiresAt) / 1_000) });
  const configured = configuration.split('\n').find((line) => line.trim().startsWith(teamsKey)) ?? '';
  expect(rest).toEqual(claimsOf(configured.split(': ')[1] ?? ''));

  listed = async () => [other.revoked, one.revoked];
  await eventually(() => expect(new Set(updates).size).toBe(2));
  const before = updates.length;
  listed = async () => [{ ...one.revoked, expiresAt: new Date(Date.now() - 1_000).toISOString() }];
  await eventually(() => expect(keeper.refused).toBe(0));
  let reads = 0;
  listed = async () => (reads++, []);
  await eventually(() => expect(reads).toBeGreaterThan(3));
  const ends = updates.slice(before).filter((text) => claimsOf(text).revocations === undefined);
  expect(ends).toHaveLength(1);
});

test('a thousand revocations fit into the largest message that a server accepts by default', async () => {
  const expiresAt = new Date(Date.now() + hourMs).toISOString();
  const users = Array.from({ length: 1_000 }, (_, index) => {
    // As long as a key: to make a thousand of them takes half a minute.
    return {
      id: `bu_${index}`,
      publicKey: `U${String.fromCharCode(...[...String(index)].map((digit) => 65 + Number(digit))).padEnd(55, 'Z')}`,
      expiresAt,
    };
  });
  const updates = await watchUpdates();
  listed = async () => users;
  const keeper = keep();
  await eventually(() => expect(keeper.refused).toBe(1_000));
  expect(updates[0]?.length).toBeLessThan(megabyte / 4);
});

test('the keeper’s user of the system account replaces the account of teams and does nothing else', async () => {
  const system = await open(
    Buffer.from(keeperEnv['MIZAN_BUS_SYSTEM_CREDENTIALS'] ?? '', 'base64').toString(),
    inboxOf('keeper'),
  );
  const storeKey = deriveBusAccount(rootSecret, 'store-live').getPublicKey();
  for (const subject of [
    claimsUpdateOf(storeKey),
    '$SYS.REQ.CLAIMS.UPDATE',
    '$SYS.REQ.SERVER.PING',
    `$SYS.REQ.ACCOUNT.${teamsKey}.INFO`,
    'mizan.loaded',
  ])
    await expect(system.request(subject, '', { timeout: scaleTimeout(5_000) })).rejects.toThrow(
      /Permissions Violation/,
    );
  for (const subject of ['>', '$SYS.>', '_INBOX.>']) {
    const ended = new Promise((resolve) => system.subscribe(subject, { callback: (error) => resolve(error?.message) }));
    expect(await ended).toMatch(/Permissions Violation/);
  }
  const unsigned = await system.request(claimsUpdateOf(teamsKey), 'not signed', { timeout: scaleTimeout(5_000) });
  expect(unsigned.json()).toMatchObject({ error: { code: 500 } });
});

test('a server that does not trust the keeper is not counted as refusing anyone', async () => {
  const user = await createTeamUser('orders');
  let reads = 0;
  listed = async () => (reads++, [user.revoked]);
  await restartServer(); // without accounts of ours
  const keeper = keep();
  await eventually(() => expect(reads).toBeGreaterThan(1));
  expect(keeper.refused).toBeUndefined();
});
