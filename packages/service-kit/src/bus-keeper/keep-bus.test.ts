import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { serviceDurables } from '@mizan/contracts';
import { startNats } from '@mizan/stack/nats';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { eventually, patientTrust, scaleTimeout } from '@mizan/testing';
import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import {
  administratorCredentials,
  busServerConfiguration,
  storingAccounts,
  type BusAccount,
} from '../bus/bus-trust.ts';
import { deriveBusKeeperEnv } from '../bus/bus-users.ts';
import { log } from '../telemetry/log.ts';
import { BusKeeper } from './bus-keeper.ts';
import type { BusSizes, BusUsage } from './keep-bus.ts';
import { purgeHandled } from './purge-handled.ts';
import { SettledEvents } from './settled-events.ts';

const rootSecret = 'the root secret of these tests, long enough';
const megabyte = 1024 ** 2;
const sizes: BusSizes = {
  liveBytes: 4 * megabyte,
  testBytes: megabyte,
  teamBytes: 4 * megabyte,
  teamMaxAgeMs: 3600_000,
  replicas: 1,
};

// Once: signing takes longer than what is tested.
const trust = patientTrust(await busServerConfiguration(rootSecret));
const { MIZAN_BUS_CREDENTIALS: credentials } = await deriveBusKeeperEnv(rootSecret);
const administrators = new Map(
  await Promise.all(
    storingAccounts.map(async (account) => {
      const expiresAt = new Date(Date.now() + 3600_000);
      return [account, await administratorCredentials(rootSecret, { account, expiresAt })] as const;
    }),
  ),
);

let folder: string;
let server: Awaited<ReturnType<typeof startNats>>;
const open: NatsConnection[] = [];

beforeEach(() => {
  folder = makeTemporaryFolder('mizan-keep-bus-');
});
afterEach(async () => {
  await disconnect();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const start = async (configuration?: string, port?: number) => {
  const options = { folder, logFile: `${folder}/nats.log` };
  server = await startNats({ ...options, ...(configuration && { trust: configuration }), ...(port && { port }) });
};
const disconnect = () => Promise.all(open.splice(0).map((each) => each.close()));

async function keep(changed: Partial<BusSizes> & { keptMessages?: number } = {}): Promise<BusUsage> {
  const { keptMessages, ...more } = changed;
  const options = {
    url: server.url,
    prefix: '',
    credentials,
    sizes: { ...sizes, ...more },
    keptMessages,
    settlesMs: 0,
  };
  return new BusKeeper(options).keepOnce();
}

/** With every permission in an account; a server that knows no accounts has only one. */
async function administrator(account: BusAccount) {
  const authenticator = credsAuthenticator(new TextEncoder().encode(administrators.get(account)));
  const connection = await connect({ servers: server.url, authenticator });
  open.push(connection);
  const timeout = scaleTimeout(5_000);
  return { js: jetstream(connection, { timeout }), jsm: await jetstreamManager(connection, { timeout }) };
}
type Administrator = Awaited<ReturnType<typeof administrator>>;

const subjectOf = (mode: 'live' | 'test') => `events.v1.${mode}.acct_one.product.created`;
async function publish({ js }: Administrator, count: number, { mode = 'live', bytes = 10 }: PublishOptions = {}) {
  for (let i = 0; i < count; i++) await js.publish(subjectOf(mode), randomBytes(bytes));
}
interface PublishOptions {
  readonly mode?: 'live' | 'test';
  readonly bytes?: number;
}

/** Creates every service's durable, of which each has handled so many events. */
async function handle({ js, jsm }: Administrator, handled: (durable: string) => number): Promise<void> {
  for (const durable of serviceDurables) {
    await jsm.consumers.add('SERVICES_LIVE', { durable_name: durable, ack_policy: AckPolicy.Explicit });
    const consumer = await js.consumers.get('SERVICES_LIVE', durable);
    for (let i = 0; i < handled(durable); i++) await (await consumer.next({ expires: 5_000 }))?.ackAck();
  }
}

const firstOf = async (jsm: JetStreamManager, stream = 'SERVICES_LIVE') =>
  (await jsm.streams.info(stream)).state.first_seq;
const copied = async (jsm: JetStreamManager, messages: number) =>
  eventually(async () => expect((await jsm.streams.info('EVENTS')).state.messages).toBe(messages));

describe.each([
  ['accounts of ours', trust],
  ['a server that knows no accounts', undefined],
])('on %s', (_where, configuration) => {
  test('the streams are created once, copied from, and a second pass changes nothing', async () => {
    await start(configuration);
    await keep();
    const [live, events] = [await administrator('store-live'), await administrator('events')];
    await publish(live, 2);
    await copied(events.jsm, 2);
    const before = await events.jsm.streams.info('EVENTS');
    const updates: string[] = [];
    const [connection] = open.slice(-1);
    connection?.subscribe('$JS.EVENT.ADVISORY.STREAM.UPDATED.>', {
      callback: (_error, message) => void updates.push(message.subject),
    });
    await connection?.flush();
    const usage = await keep();
    expect((await events.jsm.streams.info('EVENTS')).created).toBe(before.created);
    await connection?.flush();
    expect(updates).toEqual([]);
    expect(usage.copyLag).toEqual([
      { stream: 'SERVICES_LIVE', events: 0 },
      { stream: 'SERVICES_TEST', events: 0 },
    ]);
    expect(usage.oldestAt).toEqual(new Date(before.state.first_ts));
  });

  test('after a services’ stream was lost, its events are copied from the first on', async () => {
    await start(configuration);
    await keep();
    const [live, events] = [await administrator('store-live'), await administrator('events')];
    await publish(live, 5);
    await copied(events.jsm, 5);
    await live.jsm.streams.delete('SERVICES_LIVE');
    await keep();
    await publish(live, 2);
    await copied(events.jsm, 7);
    expect((await keep()).copyLag[0]).toEqual({ stream: 'SERVICES_LIVE', events: 0 });
  });
});

describe('the sizes that the operator sets', () => {
  test('apply to streams that exist', async () => {
    await start(trust);
    await keep();
    const { streams } = await keep({
      liveBytes: 8 * megabyte,
      testBytes: 2 * megabyte,
      teamBytes: 3 * megabyte,
      teamMaxAgeMs: 7200_000,
    });
    expect(streams.map(({ limitBytes }) => limitBytes / megabyte)).toEqual([8, 2, 3]);
    const { jsm } = await administrator('events');
    expect((await jsm.streams.info('EVENTS')).config.max_age).toBe(7200_000 * 1e6);
  });

  test('apply although the server refuses another setting', async () => {
    await start(trust);
    await keep();
    const moreThanThereIs = 1024 ** 3 * megabyte;
    const { streams } = await keep({ teamBytes: moreThanThereIs, teamMaxAgeMs: 7200_000 });
    expect(streams.map(({ limitBytes }) => limitBytes / megabyte)).toEqual([4, 1, 4]);
    const { jsm } = await administrator('events');
    expect((await jsm.streams.info('EVENTS')).config.max_age).toBe(7200_000 * 1e6);
  });

  test('never make a services’ stream smaller than what it holds', async () => {
    await start(trust);
    await keep({ liveBytes: 100 * megabyte });
    const live = await administrator('store-live');
    await publish(live, 20, { bytes: 100_000 });
    await keep({ liveBytes: megabyte });
    const { state, config } = await live.jsm.streams.info('SERVICES_LIVE');
    expect([state.messages, config.max_bytes]).toEqual([20, state.bytes + 8 * megabyte]);
  });
});

describe('what was handled', () => {
  test('is removed once every durable of every service has handled it', async () => {
    await start(trust);
    await keep();
    const live = await administrator('store-live');
    await publish(live, 10);
    await handle(live, (durable) => (durable === 'payments-purchases' ? 4 : 6));
    await copied((await administrator('events')).jsm, 10);
    await keep({ keptMessages: 1 });
    expect(await firstOf(live.jsm)).toBe(5);
  });

  test('stays while a durable does not exist: it has handled nothing', async () => {
    await start(trust);
    await keep();
    const live = await administrator('store-live');
    await publish(live, 10);
    await handle(live, () => 6);
    await live.jsm.consumers.delete('SERVICES_LIVE', 'catalog-purchases');
    await copied((await administrator('events')).jsm, 10);
    await keep({ keptMessages: 1 });
    expect(await firstOf(live.jsm)).toBe(1);
  });

  test('is removed although a durable of rare events acknowledged none of it', async () => {
    await start(trust);
    await keep();
    const live = await administrator('store-live');
    for (const durable of serviceDurables)
      await live.jsm.consumers.add('SERVICES_LIVE', {
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        filter_subjects: ['events.v1.live.*.customer.deleted', 'events.v1.live.*.customer.updated'],
      });
    await publish(live, 10);
    await copied((await administrator('events')).jsm, 10);
    await keep({ keptMessages: 3 });
    expect(await firstOf(live.jsm)).toBe(8);
  });

  test('stays among the newest 10,000, and until teams have their copy, unless the stream is crowded', async () => {
    await start(trust);
    await keep();
    const live = await administrator('store-live');
    await publish(live, 10);
    await handle(live, () => 10);
    const purge = async (copiedSeq: number, kept?: number, maxBytes = 4 * megabyte) => {
      const info = await live.jsm.streams.info('SERVICES_LIVE');
      const stream = { ...info, config: { ...info.config, max_bytes: maxBytes } };
      await purgeHandled(live.jsm, stream, { copiedSeq, settledSeq: 10, kept });
      return firstOf(live.jsm);
    };
    expect(await purge(10)).toBe(1);
    expect(await purge(3, 1)).toBe(4);
    expect(await purge(3, 1, 500)).toBe(10);
  });
});

test('a copy for teams that cannot be made is reported, and does not keep what was handled from being removed', async () => {
  await start(trust);
  await keep();
  const [live, events] = [await administrator('store-live'), await administrator('events')];
  await publish(live, 30, { bytes: 100_000 });
  await handle(live, () => 30);
  await events.jsm.streams.delete('EVENTS');
  await expect(keep({ keptMessages: 1, teamBytes: 2 ** 60 })).rejects.toThrow();
  expect(await firstOf(live.jsm)).toBe(30);
});

test('streams that cannot be kept are reported together, with the reason of each', async () => {
  await start(trust);
  const reasons = (thrown: AggregateError) => thrown.errors.map(({ message }: Error) => message);
  const failure: unknown = await keep({ liveBytes: 2 ** 60, testBytes: 2 ** 60 }).catch((thrown: unknown) => thrown);
  if (!(failure instanceof AggregateError)) throw new Error('the streams were kept');
  expect(reasons(failure)).toHaveLength(2);
  for (const reason of reasons(failure)) expect(failure.message).toContain(reason);
});

test('a server that is not reached is reported once, with its address and the settings that decide it, and not at every try', async () => {
  await start();
  let tries = 0;
  const closing = createServer((socket) => {
    tries++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(closing, 'listening');
  const { port } = closing.address() as AddressInfo;
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
  const keeper = new BusKeeper({ url: `nats://keeper:secret@127.0.0.1:${port}`, prefix: '', sizes });
  try {
    keeper.start();
    await eventually(() => expect(tries).toBeGreaterThan(2));
    const message = expect.stringMatching(
      /^no connection to nats:\/\/127\.0\.0\.1:\d+ \(NATS_URL; MIZAN_BUS_CREDENTIALS is not set\): [^@]+$/,
    );
    expect(warn.mock.calls).toEqual([[{ err: expect.objectContaining({ message }) }, 'bus.not_kept']]);
  } finally {
    await keeper.stop();
    closing.close();
    warn.mockRestore();
  }
});

test('what was handled stays until it was there at a pass 10 minutes ago, and a recreated stream starts again', () => {
  const settled = new SettledEvents();
  const minute = 60_000;
  const at = (minutes: number, lastSeq: number, created = 'first') =>
    settled.observe(
      { created, config: { name: 'SERVICES_LIVE' }, state: { last_seq: lastSeq } } as StreamInfo,
      minutes * minute,
    );
  expect([at(0, 5), at(4, 7), at(9, 8), at(10, 9), at(15, 9), at(19, 9)]).toEqual([0, 0, 0, 5, 7, 8]);
  expect([at(20, 3, 'second'), at(30, 4, 'second')]).toEqual([0, 3]);
});

test('the teams’ stream drops its oldest events and refuses none', async () => {
  await start(trust);
  await keep({ teamBytes: megabyte });
  const [live, events] = [await administrator('store-live'), await administrator('events')];
  await publish(live, 30, { bytes: 100_000 });
  await eventually(async () => {
    const last = await events.jsm.streams.getMessage('EVENTS', { last_by_subj: subjectOf('live') });
    expect(last?.header.get('Nats-Stream-Source')).toMatch(/ 30 /);
  });
  expect(await firstOf(events.jsm, 'EVENTS')).toBeGreaterThan(15);
});

test('a full stream of test mode refuses test events and leaves live ones alone', async () => {
  await start(trust);
  await keep();
  const [live, testMode] = [await administrator('store-live'), await administrator('store-test')];
  await expect(publish(testMode, 20, { mode: 'test', bytes: 100_000 })).rejects.toThrow(/maximum bytes exceeded/);
  await publish(live, 20, { bytes: 100_000 });
  expect((await live.jsm.streams.info('SERVICES_LIVE')).state.messages).toBe(20);
});

test('after a restart of the server the copy goes on, and a team’s consumer continues where it was', async () => {
  await start(trust);
  await keep();
  const [live, events] = [await administrator('store-live'), await administrator('events')];
  await publish(live, 2);
  await copied(events.jsm, 2);
  await events.jsm.consumers.add('EVENTS', { durable_name: 'team', ack_policy: AckPolicy.Explicit });
  await (await (await events.js.consumers.get('EVENTS', 'team')).next({ expires: 5_000 }))?.ackAck();
  await disconnect();
  await server.stop();
  await start(trust, Number(new URL(server.url).port));
  const [again, reader] = [await administrator('store-live'), await administrator('events')];
  await publish(again, 1);
  await copied(reader.jsm, 3);
  const consumer = await reader.js.consumers.get('EVENTS', 'team');
  expect((await consumer.next({ expires: 5_000 }))?.seq).toBe(2);
  expect((await consumer.next({ expires: 5_000 }))?.seq).toBe(3);
});
