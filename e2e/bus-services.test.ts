import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceDurables, type ServiceName } from '@mizan/contracts';
import { deriveBusEnv, inboxOf } from '@mizan/service-kit';
import { administratorCredentials, busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { eventually, patientTrust, scaleTimeout } from '@mizan/testing';
import { startNats } from '@mizan/stack/nats';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';

const rootSecret = 'the root secret of these tests, long enough';
const folder = makeTemporaryFolder('mizan-bus-services-');

let server: Awaited<ReturnType<typeof startNats>>;
/** With the credentials of the service catalog, which keeps the consumers `catalog-stock` and `catalog-sales`. */
let catalog: NatsConnection;
let payments: NatsConnection;
/** Whoever reaches the bus of a developer's machine. */
let anonymous: NatsConnection;

beforeAll(async () => {
  const trust = await busServerConfiguration(rootSecret, { anonymousReads: true });
  server = await startNats({ folder, logFile: `${folder}/nats.log`, trust: patientTrust(trust) });
  [catalog, payments] = await Promise.all([connectAs('catalog'), connectAs('payments')]);
  anonymous = await connect({ servers: server.url });
  const manager = await managerOf(payments);
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.v1.>'], deny_delete: true, deny_purge: true });
  await keep(manager, 'payments-ledger');
  await publish(payments, 'payment_intent.succeeded');
  await publish(payments, 'payment_intent.succeeded');
});
afterAll(async () => {
  await Promise.all([catalog.close(), payments.close(), anonymous.close()]);
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function connectAs(service: ServiceName): Promise<NatsConnection> {
  const { MIZAN_BUS_CREDENTIALS = '' } = await deriveBusEnv(rootSecret, service);
  const authenticator = credsAuthenticator(Buffer.from(MIZAN_BUS_CREDENTIALS, 'base64'));
  return connect({ servers: server.url, authenticator, inboxPrefix: inboxOf(service) });
}

const managerOf = (connection: NatsConnection) =>
  jetstreamManager(connection, { checkAPI: false, timeout: scaleTimeout(10_000) });
const subject = (type: string) => `events.v1.test.acct_one.${type}`;
const publish = (connection: NatsConnection, type: string) => jetstream(connection).publish(subject(type), '{}');
const keep = (manager: JetStreamManager, durable: string) =>
  manager.consumers.add('EVENTS', {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    filter_subjects: ['events.v1.*.*.payment_intent.succeeded'],
  });
const refused = /Permissions Violation/;
const isRefused = (connection: NatsConnection, to: string, body = '') =>
  expect(connection.request(to, body, { timeout: scaleTimeout(10_000) })).rejects.toThrow(refused);
const receivesNothing = async (connection: NatsConnection, on: string) => {
  const ended = new Promise((resolve) => connection.subscribe(on, { callback: (error) => resolve(error?.message) }));
  expect(await ended).toMatch(refused);
};

describe('a service', () => {
  test('publishes its own events and keeps its own consumers', async () => {
    const manager = await managerOf(catalog);
    const { seq } = await publish(catalog, 'product.created');
    expect((await manager.streams.getMessage('EVENTS', { seq }))?.subject).toBe(subject('product.created'));
    await keep(manager, 'catalog-stock');
    await manager.consumers.update('EVENTS', 'catalog-stock', { max_ack_pending: 100 });
    const consumer = await jetstream(catalog).consumers.get('EVENTS', 'catalog-stock');
    const [first, second] = [await consumer.next({ expires: 2_000 }), await consumer.next({ expires: 2_000 })];
    expect(await first?.ackAck()).toBe(true);
    second?.nak();
    expect((await consumer.next({ expires: 2_000 }))?.info.deliveryCount).toBe(2);
    expect((await manager.streams.info('EVENTS')).state.messages).toBeGreaterThan(0);
    expect(await manager.consumers.delete('EVENTS', 'catalog-stock')).toBe(true);
  });

  test('receives what passes, and with a heartbeat what waits', async () => {
    const received: string[] = [];
    catalog.subscribe('events.v1.*.*.account.updated', {
      callback: (_error, message) => void received.push(message.subject),
    });
    const manager = await managerOf(catalog);
    await keep(manager, 'catalog-sales');
    const consumer = await jetstream(catalog).consumers.get('EVENTS', 'catalog-sales');
    const messages = await consumer.consume({ max_messages: 32, expires: 2_000, idle_heartbeat: 500 });
    for await (const message of messages) {
      received.push(message.subject);
      message.ack();
      break;
    }
    const gateway = await connectAs('gateway');
    await publish(gateway, 'account.updated');
    await eventually(() => expect(received).toEqual([subject('payment_intent.succeeded'), subject('account.updated')]));
    await Promise.all([gateway.close(), manager.consumers.delete('EVENTS', 'catalog-sales')]);
  });

  test.each([
    ['tell that money arrived', subject('payment_intent.succeeded')],
    ['publish an event of no service', subject('product.lost')],
    ['pull from another’s consumer', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.payments-ledger'],
    ['acknowledge for another', '$JS.ACK.EVENTS.payments-ledger.1.1.1.1.1'],
    ['acknowledge for another in the longer form', '$JS.ACK._.hash.EVENTS.payments-ledger.1.1.1.1.1.x'],
    ['delete another’s consumer', '$JS.API.CONSUMER.DELETE.EVENTS.payments-ledger'],
    ['change another’s consumer', '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.payments-ledger'],
    ['change another’s consumer the new way', '$JS.API.CONSUMER.CREATE.EVENTS.payments-ledger'],
    ['pause another’s consumer', '$JS.API.CONSUMER.PAUSE.EVENTS.payments-ledger'],
    ['look at another’s consumer', '$JS.API.CONSUMER.INFO.EVENTS.payments-ledger'],
    ['list consumers', '$JS.API.CONSUMER.LIST.EVENTS'],
    ['make a consumer that it does not keep', '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.catalog-other'],
    ['make a consumer without a name', '$JS.API.CONSUMER.CREATE.EVENTS'],
    ['purge the stream', '$JS.API.STREAM.PURGE.EVENTS'],
    ['delete the stream', '$JS.API.STREAM.DELETE.EVENTS'],
    ['change the stream', '$JS.API.STREAM.UPDATE.EVENTS'],
    ['delete a message', '$JS.API.STREAM.MSG.DELETE.EVENTS'],
    ['restore the stream', '$JS.API.STREAM.RESTORE.EVENTS'],
    ['make another stream', '$JS.API.STREAM.CREATE.OTHER'],
    ['answer others', `${inboxOf('payments')}.x`],
  ])('may not %s', (_what, to) => isRefused(catalog, to));

  test.each([`${inboxOf('payments')}.>`, '_INBOX.>', '$JS.>', '$SYS.>', '>'])('receives nothing on %s', (on) =>
    receivesNothing(catalog, on),
  );

  test('is refused another’s name in the body of its own request', async () => {
    const config = { durable_name: 'payments-ledger', ack_policy: 'explicit' };
    const answer = await catalog.request(
      '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.catalog-stock',
      JSON.stringify({ stream_name: 'EVENTS', config }),
    );
    expect(answer.json()).toMatchObject({ error: { code: 400 } });
  });

  test('has nothing delivered in its place to the interface of the bus', async () => {
    const manager = await managerOf(catalog);
    const push = (durable: string, deliver: string) =>
      manager.consumers.add('EVENTS', {
        durable_name: durable,
        ack_policy: AckPolicy.None,
        headers_only: true, // an empty body is what a request to delete has
        deliver_subject: deliver,
        filter_subjects: ['events.v1.>'],
      });
    await push('catalog-stock', '$JS.API.CONSUMER.DELETE.EVENTS.payments-ledger');
    const delivered = new Promise((resolve) => catalog.subscribe('_INBOX_catalog.push', { callback: resolve }));
    await push('catalog-sales', '_INBOX_catalog.push');
    await delivered;
    expect((await manager.consumers.info('EVENTS', 'catalog-stock')).delivered.stream_seq).toBe(0);
    expect((await (await managerOf(payments)).consumers.info('EVENTS', 'payments-ledger')).name).toBe(
      'payments-ledger',
    );
    await Promise.all(['catalog-stock', 'catalog-sales'].map((each) => manager.consumers.delete('EVENTS', each)));
  });
});

test('an administrator’s credentials change the stream, which no other user may', async () => {
  const credentials = await administratorCredentials(rootSecret, new Date(Date.now() + 60_000));
  const authenticator = credsAuthenticator(new TextEncoder().encode(credentials));
  const administrator = await connect({ servers: server.url, authenticator });
  const { config } = await (await managerOf(administrator)).streams.update('EVENTS', { max_msgs: 1_000_000 });
  expect(config.max_msgs).toBe(1_000_000);
  await administrator.close();
});

describe('a client without credentials on a developer’s machine', () => {
  test('reads through consumers of their own', async () => {
    const manager = await managerOf(anonymous);
    await manager.consumers.add('EVENTS', { durable_name: 'orders-main', ack_policy: AckPolicy.Explicit });
    const consumer = await jetstream(anonymous).consumers.get('EVENTS', 'orders-main');
    expect(await (await consumer.next({ expires: 2_000 }))?.ackAck()).toBe(true);
    expect(await manager.consumers.delete('EVENTS', 'orders-main')).toBe(true);
  });

  test.each(
    serviceDurables.flatMap((durable) => [
      [`pull from ${durable}`, `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${durable}`],
      [`acknowledge for ${durable}`, `$JS.ACK.EVENTS.${durable}.1.1.1.1.1`],
      [`delete ${durable}`, `$JS.API.CONSUMER.DELETE.EVENTS.${durable}`],
      [`change ${durable}`, `$JS.API.CONSUMER.CREATE.EVENTS.${durable}`],
      [`narrow ${durable}`, `$JS.API.CONSUMER.CREATE.EVENTS.${durable}.events.v1.test.>`],
      [`change ${durable} the old way`, `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${durable}`],
    ]),
  )('may not %s', (_what, to) => isRefused(anonymous, to));

  test.each([
    ['publish', subject('payment_intent.succeeded')],
    ['make a consumer whose name stands in the body alone', '$JS.API.CONSUMER.CREATE.EVENTS'],
    ['purge the stream', '$JS.API.STREAM.PURGE.EVENTS'],
    ['delete the stream', '$JS.API.STREAM.DELETE.EVENTS'],
    ['change the stream', '$JS.API.STREAM.UPDATE.EVENTS'],
  ])('may not %s', (_what, to) => isRefused(anonymous, to));
});
