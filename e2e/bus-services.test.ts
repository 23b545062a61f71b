import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { durablesOf, serviceDurables, serviceNames, type ServiceName } from '@mizan/contracts';
import { deriveBusEnv, deriveBusKeeperEnv, inboxOf } from '@mizan/service-kit';
import { BusKeeper } from '@mizan/service-kit/bus-keeper';
import { administratorCredentials, busServerConfiguration, storingAccounts } from '@mizan/service-kit/bus-trust';
import { eventually, patientTrust, scaleTimeout } from '@mizan/testing';
import { startNats } from '@mizan/stack/nats';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, nanos, type NatsConnection } from '@nats-io/transport-node';
import { attack, harmfulReplies, publishableWith, stateOf } from './bus-attack.test-support.ts';

const rootSecret = 'the root secret of these tests, long enough';
const folder = makeTemporaryFolder('mizan-bus-services-');
const streams = { live: 'SERVICES_LIVE', test: 'SERVICES_TEST' } as const;
const modes = ['live', 'test'] as const;

let server: Awaited<ReturnType<typeof startNats>>;
/** Without accounts, and with the limits of a server as it is installed. */
let foreign: typeof server;
/** With the credentials of the service catalog, which keeps the consumer `catalog-purchases`. */
let catalog: NatsConnection;
let payments: NatsConnection;
const services = {} as Record<ServiceName, NatsConnection>;
let keeper: BusKeeper;
/** Whoever reaches the bus of a developer's machine. */
let anonymous: NatsConnection;
/** One in each account that has streams. */
const administrators: NatsConnection[] = [];
let managers: JetStreamManager[];

beforeAll(async () => {
  const trust = await busServerConfiguration(rootSecret, { anonymousReads: true });
  server = await startNats({ folder, logFile: `${folder}/nats.log`, trust: patientTrust(trust) });
  foreign = await startNats({ folder: `${folder}/foreign`, logFile: `${folder}/foreign.log` });
  const megabyte = 1024 ** 2;
  keeper = new BusKeeper({
    url: server.url,
    prefix: '',
    credentials: (await deriveBusKeeperEnv(rootSecret))['MIZAN_BUS_CREDENTIALS'],
    sizes: { liveBytes: megabyte, testBytes: megabyte, teamBytes: megabyte, teamMaxAgeMs: 3600_000, replicas: 1 },
  });
  await keeper.keepOnce();
  for (const service of serviceNames) services[service] = await connectAs(service);
  ({ catalog, payments } = services);
  anonymous = await connect({ servers: server.url });
  for (const account of storingAccounts) {
    const credentials = await administratorCredentials(rootSecret, {
      account,
      expiresAt: new Date(Date.now() + 3600_000),
    });
    const authenticator = credsAuthenticator(new TextEncoder().encode(credentials));
    administrators.push(await connect({ servers: server.url, authenticator }));
  }
  managers = await Promise.all(administrators.map(managerOf));
  for (const mode of modes) for (let i = 0; i < 2; i++) await publish(payments, 'payment_intent.succeeded', mode);
  await eventually(async () => expect((await managers[2]?.streams.info('EVENTS'))?.state.messages).toBe(4));
});
afterAll(async () => {
  await Promise.all([...Object.values(services), anonymous, ...administrators].map((each) => each.close()));
  await Promise.all([server.stop(), foreign.stop()]);
  rmSync(folder, { recursive: true });
});

async function credentialsOf(service: ServiceName): Promise<string> {
  const { MIZAN_BUS_CREDENTIALS = '' } = await deriveBusEnv(rootSecret, service);
  return Buffer.from(MIZAN_BUS_CREDENTIALS, 'base64').toString();
}

async function connectAs(service: ServiceName): Promise<NatsConnection> {
  const authenticator = credsAuthenticator(new TextEncoder().encode(await credentialsOf(service)));
  return connect({ servers: server.url, authenticator, inboxPrefix: inboxOf(service) });
}

const managerOf = (connection: NatsConnection) =>
  jetstreamManager(connection, { checkAPI: false, timeout: scaleTimeout(10_000) });
const subject = (type: string, mode: 'live' | 'test' = 'test') => `events.v1.${mode}.acct_one.${type}`;
const publish = (connection: NatsConnection, type: string, mode: 'live' | 'test' = 'test') =>
  jetstream(connection).publish(subject(type, mode), '{}');
/** Creates a consumer, in place of one that a test before this may have left. */
async function keep(manager: JetStreamManager, durable: string, mode: 'live' | 'test' = 'test'): Promise<void> {
  await manager.consumers.delete(streams[mode], durable).catch(() => false);
  await manager.consumers.add(streams[mode], {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(600_000),
    filter_subjects: [`events.v1.${mode}.*.payment_intent.succeeded`, `events.v1.${mode}.*.payment_intent.canceled`],
  });
}
const refused = /Permissions Violation/;
const isRefused = (connection: NatsConnection, to: string, body = '') =>
  expect(connection.request(to, body, { timeout: scaleTimeout(10_000) })).rejects.toThrow(refused);
const receivesNothing = async (connection: NatsConnection, on: string) => {
  const ended = new Promise((resolve) => connection.subscribe(on, { callback: (error) => resolve(error?.message) }));
  expect(await ended).toMatch(refused);
};

test.each(serviceNames)(
  '%s connects to a server that is not configured for this platform, with a prefix of 64 characters',
  async (service) => {
    const { MIZAN_BUS_CREDENTIALS = '' } = await deriveBusEnv(rootSecret, service, `${'a'.repeat(63)}.`);
    const authenticator = credsAuthenticator(Buffer.from(MIZAN_BUS_CREDENTIALS, 'base64'));
    const connection = await connect({ servers: foreign.url, authenticator });
    expect(await connection.rtt()).toBeGreaterThan(-1);
    await connection.close();
  },
);

describe('a service', () => {
  test.each(modes)('publishes its own events of %s mode and keeps its own consumers', async (mode) => {
    const stream = streams[mode];
    const manager = await managerOf(catalog);
    const { seq } = await publish(catalog, 'product.created', mode);
    expect((await manager.streams.getMessage(stream, { seq }))?.subject).toBe(subject('product.created', mode));
    await keep(manager, 'catalog-purchases', mode);
    await manager.consumers.update(stream, 'catalog-purchases', { max_ack_pending: 100 });
    const consumer = await jetstream(catalog).consumers.get(stream, 'catalog-purchases');
    const [first, second] = [await consumer.next({ expires: 2_000 }), await consumer.next({ expires: 2_000 })];
    expect(await first?.ackAck()).toBe(true);
    second?.nak();
    expect((await consumer.next({ expires: 2_000 }))?.info.deliveryCount).toBe(2);
    expect((await manager.streams.info(stream)).state.messages).toBeGreaterThan(0);
    expect(await manager.consumers.delete(stream, 'catalog-purchases')).toBe(true);
  });

  test('receives what passes, and with a heartbeat what waits', async () => {
    const received: string[] = [];
    catalog.subscribe('events.v1.*.*.account.updated', {
      callback: (_error, message) => void received.push(message.subject),
    });
    const manager = await managerOf(catalog);
    await keep(manager, 'catalog-purchases');
    const consumer = await jetstream(catalog).consumers.get('SERVICES_TEST', 'catalog-purchases');
    const messages = await consumer.consume({ max_messages: 32, expires: 2_000, idle_heartbeat: 500 });
    for await (const message of messages) {
      received.push(message.subject);
      message.ack();
      break;
    }
    await publish(services.gateway, 'account.updated');
    await eventually(() => expect(received).toEqual([subject('payment_intent.succeeded'), subject('account.updated')]));
    await manager.consumers.delete('SERVICES_TEST', 'catalog-purchases');
  });

  test('creates a stream that was lost', async () => {
    const live = managers[0] as JetStreamManager;
    const { config } = await live.streams.info('SERVICES_LIVE');
    await live.streams.delete('SERVICES_LIVE');
    const created = await (await managerOf(catalog)).streams.add(config);
    expect(created.config.subjects).toEqual(['events.v1.live.>']);
    await keeper.keepOnce(); // the copy goes on from the first event of the new stream
    for (let i = 0; i < 2; i++) await publish(payments, 'payment_intent.succeeded', 'live');
    await eventually(async () => expect((await keeper.keepOnce()).copyLag[0]?.events).toBe(0));
  });

  test.each([
    ['tell that money arrived', subject('payment_intent.succeeded')],
    ['pull from another’s consumer', '$JS.API.CONSUMER.MSG.NEXT.SERVICES_TEST.payments-purchases'],
    ['acknowledge for another', '$JS.ACK.SERVICES_TEST.payments-purchases.1.1.1.1.1'],
    ['acknowledge for another in the longer form', '$JS.ACK._.hash.SERVICES_TEST.payments-purchases.1.1.1.1.1.x'],
    ['delete another’s consumer', '$JS.API.CONSUMER.DELETE.SERVICES_TEST.payments-purchases'],
    ['change another’s consumer', '$JS.API.CONSUMER.DURABLE.CREATE.SERVICES_TEST.payments-purchases'],
    ['change another’s consumer the new way', '$JS.API.CONSUMER.CREATE.SERVICES_TEST.payments-purchases'],
    ['pause another’s consumer', '$JS.API.CONSUMER.PAUSE.SERVICES_TEST.payments-purchases'],
    ['look at another’s consumer', '$JS.API.CONSUMER.INFO.SERVICES_TEST.payments-purchases'],
    ['list consumers', '$JS.API.CONSUMER.LIST.SERVICES_TEST'],
    ['make a consumer that it does not keep', '$JS.API.CONSUMER.DURABLE.CREATE.SERVICES_TEST.catalog-other'],
    ['make a consumer without a name', '$JS.API.CONSUMER.CREATE.SERVICES_TEST'],
    ['purge the stream', '$JS.API.STREAM.PURGE.SERVICES_TEST'],
    ['delete the stream', '$JS.API.STREAM.DELETE.SERVICES_TEST'],
    ['change the stream', '$JS.API.STREAM.UPDATE.SERVICES_TEST'],
    ['delete a message', '$JS.API.STREAM.MSG.DELETE.SERVICES_TEST'],
    ['restore the stream', '$JS.API.STREAM.RESTORE.SERVICES_TEST'],
    ['make another stream', '$JS.API.STREAM.CREATE.OTHER'],
    ['see what teams read', '$JS.API.STREAM.INFO.EVENTS'],
    ['answer others', `${inboxOf('payments')}.x`],
  ])('may not %s', (_what, to) => isRefused(catalog, to));

  test('publishes nothing under a type that no service has', async () => {
    await expect(catalog.request(subject('product.lost'))).rejects.toThrow('no responders');
  });

  test.each([`${inboxOf('payments')}.>`, '_INBOX.>', '$JS.>', '$SYS.>', '>'])('receives nothing on %s', (on) =>
    receivesNothing(catalog, on),
  );

  test('is refused another’s name in the body of its own request', async () => {
    const config = { durable_name: 'payments-purchases', ack_policy: 'explicit' };
    const answer = await catalog.request(
      '$JS.API.CONSUMER.DURABLE.CREATE.SERVICES_TEST.catalog-purchases',
      JSON.stringify({ stream_name: 'SERVICES_TEST', config }),
    );
    expect(answer.json()).toMatchObject({ error: { code: 400 } });
  });

  test('has nothing delivered in its place: neither to the interface of the bus nor as another’s event', async () => {
    const manager = await managerOf(catalog);
    const before = await stateOf(managers, (name) => !name.startsWith('catalog-'));
    const forged = subject('payment_intent.succeeded', 'live');
    catalog.subscribe(forged, { callback: () => {} }); // the server delivers only to a subject that someone has exactly
    await catalog.flush();
    const push = (deliver: string, headersOnly: boolean) =>
      catalog.request(
        '$JS.API.CONSUMER.DURABLE.CREATE.SERVICES_TEST.catalog-purchases',
        JSON.stringify({
          stream_name: 'SERVICES_TEST',
          config: {
            durable_name: 'catalog-purchases',
            ack_policy: 'none',
            headers_only: headersOnly, // an empty body is what a request to delete has
            deliver_subject: deliver,
          },
        }),
      );
    for (const [deliver, headersOnly] of [
      ['$JS.API.CONSUMER.DELETE.SERVICES_TEST.payments-purchases', true],
      ['$JS.API.STREAM.DELETE.SERVICES_TEST', true],
      [forged, false],
    ] as const) {
      expect((await push(deliver, headersOnly)).json()).toMatchObject({ name: 'catalog-purchases' });
      expect((await manager.consumers.info('SERVICES_TEST', 'catalog-purchases')).delivered.stream_seq).toBe(0);
      await manager.consumers.delete('SERVICES_TEST', 'catalog-purchases');
    }
    expect((await push(subject('payment_intent.succeeded'), false)).json()).toMatchObject({ error: { code: 400 } });
    expect(await stateOf(managers, (name) => !name.startsWith('catalog-'))).toEqual(before);
  });
});

describe('the reply subject, which the server does not check', () => {
  test('within one account lets a pull delete a stream', async () => {
    const [insider, manager] = [administrators[2] as NatsConnection, managers[2] as JetStreamManager];
    await manager.streams.add({ name: 'SCRATCH', subjects: ['scratch'] });
    await manager.consumers.add('SCRATCH', { durable_name: 'pulled', ack_policy: AckPolicy.Explicit });
    insider.publish('$JS.API.CONSUMER.MSG.NEXT.SCRATCH.pulled', '{', { reply: '$JS.API.STREAM.DELETE.SCRATCH' });
    await eventually(() => expect(manager.streams.info('SCRATCH')).rejects.toThrow(/stream not found/));
  });

  test.each(serviceNames)('lets %s change nothing but its own consumers', async (service) => {
    const others: { stream: string; name: string; acknowledgement: string }[] = [];
    for (const name of serviceNames) {
      const connection = services[name];
      const manager = await managerOf(connection);
      for (const mode of modes)
        for (const durable of durablesOf(name)) {
          await keep(manager, durable, mode);
          const held = await (
            await jetstream(connection).consumers.get(streams[mode], durable)
          ).next({ expires: 2_000 });
          const acknowledgement = `$JS.ACK.${streams[mode]}.${durable}.1.${held?.seq}.1.${held?.info.timestampNanos}.2`;
          if (name !== service) others.push({ stream: streams[mode], name: durable, acknowledgement });
        }
    }
    const isOthers = (name: string) => serviceDurables.includes(name) && !name.startsWith(`${service}-`);
    const before = await stateOf(managers, isOthers);

    const subjects = [
      ...publishableWith(await credentialsOf(service)),
      ...modes.map((mode) => subject(ownEvents[service], mode)),
    ];
    const forged = serviceNames
      .filter((name) => name !== service)
      .flatMap((name) => modes.map((mode) => subject(ownEvents[name], mode)));
    const replies = [...harmfulReplies([...Object.values(streams), 'EVENTS'], others.slice(0, 6)), ...forged];
    await attack(services[service], { subjects, replies });
    await Promise.all(administrators.map((each) => each.flush()));
    expect(await stateOf(managers, isOthers)).toEqual(before);
  });
});

const ownEvents: Record<ServiceName, string> = {
  gateway: 'account.updated',
  catalog: 'product.created',
  customers: 'customer.created',
  checkout: 'checkout.session.completed',
  payments: 'payment_intent.succeeded',
  webhooks: 'webhook_endpoint.updated',
};

test('an administrator’s credentials change a stream, which no service may', async () => {
  const { config } = await (managers[0] as JetStreamManager).streams.update('SERVICES_LIVE', { max_msgs: 1_000_000 });
  expect(config.max_msgs).toBe(1_000_000);
});

describe('a client without credentials on a developer’s machine', () => {
  test('reads through consumers of their own, by pull and by push', async () => {
    const manager = await jetstreamManager(anonymous);
    expect(await manager.streams.names().next()).toEqual(['EVENTS']);
    await manager.consumers.add('EVENTS', { durable_name: 'orders-main', ack_policy: AckPolicy.Explicit });
    const consumer = await jetstream(anonymous).consumers.get('EVENTS', 'orders-main');
    expect(await (await consumer.next({ expires: 2_000 }))?.ackAck()).toBe(true);
    const ordered = await jetstream(anonymous).consumers.get('EVENTS');
    expect((await ordered.next({ expires: 2_000 }))?.subject).toBe(subject('payment_intent.succeeded', 'live'));
    expect(await manager.consumers.delete('EVENTS', 'orders-main')).toBe(true);

    const pushed = new Promise((resolve) =>
      anonymous.subscribe('_INBOX.pushed', { callback: (_error, message) => resolve(message.subject) }),
    );
    await manager.consumers.add('EVENTS', {
      durable_name: 'orders-push',
      ack_policy: AckPolicy.None,
      deliver_subject: '_INBOX.pushed',
    });
    expect(await pushed).toBe(subject('payment_intent.succeeded', 'live'));
    await manager.consumers.delete('EVENTS', 'orders-push');
  });

  test('receives events of both modes as they pass', async () => {
    const received: string[] = [];
    anonymous.subscribe('events.v1.>', { callback: (_error, message) => void received.push(message.subject) });
    await anonymous.flush();
    for (const mode of modes) await publish(catalog, 'product.created', mode);
    // Each mode has a stream of its own, and what two streams deliver has no order.
    const both = modes.map((mode) => subject('product.created', mode)).toSorted();
    await eventually(() => expect(received.toSorted()).toEqual(both));
  });

  test.each([
    ['publish', subject('payment_intent.succeeded')],
    ['make a consumer whose name stands in the body alone', '$JS.API.CONSUMER.CREATE.EVENTS'],
    ['purge the stream', '$JS.API.STREAM.PURGE.EVENTS'],
    ['delete the stream', '$JS.API.STREAM.DELETE.EVENTS'],
    ['change the stream', '$JS.API.STREAM.UPDATE.EVENTS'],
    ['see the services’ stream', '$JS.API.STREAM.INFO.SERVICES_LIVE'],
    ['read as a service', '$JS.API.CONSUMER.MSG.NEXT.SERVICES_LIVE.catalog-purchases'],
  ])('may not %s', (_what, to) => isRefused(anonymous, to));

  test('changes nothing by having answers sent elsewhere', async () => {
    const manager = await jetstreamManager(anonymous);
    await manager.consumers.add('EVENTS', { durable_name: 'anyone', ack_policy: AckPolicy.Explicit });
    const isOthers = (name: string) => serviceDurables.includes(name);
    const before = await stateOf(managers, isOthers);
    const subjects = ['INFO', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.EVENTS.anyone`);
    const replies = [
      ...harmfulReplies([...Object.values(streams), 'EVENTS'], []),
      ...modes.map((mode) => subject('payment_intent.succeeded', mode)),
    ];
    await attack(anonymous, { subjects: [...subjects, '$JS.API.INFO', '$JS.API.STREAM.INFO.EVENTS'], replies });
    expect(await stateOf(managers, isOthers)).toEqual(before);
  });
});
