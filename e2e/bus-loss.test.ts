import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceDurables, serviceNames, type ServiceName } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;

beforeAll(async () => {
  shop = new Storefront(await startPlatform({}, 'own'));
});
afterAll(() => shop.world.stop());

test('with the bus down a purchase still succeeds, and its effects follow when it returns', async () => {
  await shop.world.nats.stop();
  const { price, session } = await shop.buy(7_000, 3);
  expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  await shop.world.nats.start();
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(2));
});

test('deleting the bus with everything in it loses no effect of the purchases around it', async () => {
  const before = await shop.buy(3_000, 5);
  await shop.world.nats.wipe();
  const during = await shop.buy(3_100, 5);
  await shop.world.nats.start();
  const after = await shop.buy(3_200, 5);
  for (const { price, session } of [before, during, after]) {
    await eventually(async () => expect((await shop.price(price.id)).stock).toBe(4));
    const { customerId } = await shop.session(session.id);
    await eventually(async () => expect((await shop.customer(customerId ?? '')).spendData?.numPayments).toBe(1));
  }
});

test('every event delivered five times more, shuffled, changes nothing', async () => {
  const { price, intentId } = await shop.buy(8_000, 9);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 1_000 });
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(8));
  await eventually(() => everythingHandled());
  const before = await effects();

  await republishAll(5);
  await eventually(() => everythingHandled(), { timeoutMs: 25_000 });
  expect(await effects()).toEqual(before);
});

const tables = {
  catalog: 'select id, stock, held from prices order by id',
  customers: 'select * from customers order by id',
  checkout: 'select id, status, payment_status, version from checkout_sessions order by id',
  payments:
    'select kind, source_id, count(*)::int as n from (select source_kind as kind, source_id from ledger_tx) t group by 1, 2 order by 1, 2',
  webhooks: 'select id, sequence from events order by id',
} as const;

/** What the events did, in every service. */
async function effects(): Promise<Record<string, unknown[]>> {
  const read = Object.entries(tables).map(async ([service, sql]) => {
    const { rows } = await shop.world.db(service as keyof typeof tables).query<Record<string, unknown>>(sql);
    return [service, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const streams = { live: 'SERVICES_LIVE', test: 'SERVICES_TEST' } as const;

/** Publishes every stored message again under transport ids of its own, in random order. */
async function republishAll(times: number): Promise<void> {
  const connection = await connect({ servers: shop.world.nats.url });
  const js = jetstream(connection);
  const messages: { subject: string; data: Uint8Array }[] = [];
  for (const stream of Object.values(streams)) {
    const consumer = await js.consumers.get(stream, { deliver_policy: 'all' as never });
    const { num_pending } = await consumer.info();
    if (num_pending === 0) continue;
    for await (const message of await consumer.fetch({ max_messages: num_pending, expires: 5_000 }))
      messages.push({ subject: message.subject, data: message.data });
  }
  const copies = Array.from({ length: times }, () => messages).flat();
  for (let i = copies.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copies[i], copies[j]] = [copies[j] as (typeof copies)[number], copies[i] as (typeof copies)[number]];
  }
  for (const [index, { subject, data }] of copies.entries())
    await js.publish(subject, data, { msgID: `again:${index}` });
  await connection.close();
}

/**
 * No outbox holds anything back, no durable has anything left to take, and nothing was published while that was looked
 * at: an effect that was the last to be handled may itself have left an event behind.
 */
async function everythingHandled(): Promise<void> {
  const connection = await connect({ servers: shop.world.nats.url });
  try {
    const manager = await jetstream(connection).jetstreamManager();
    const infos = () => Promise.all(Object.values(streams).map((stream) => manager.streams.info(stream)));
    for (const { created, config } of await infos())
      await Promise.all(serviceNames.map((service) => expectRelayKnows(service, config.name, created)));
    const published = async () => (await infos()).map(({ state }) => state.last_seq);
    const before = await published();
    for (const stream of Object.values(streams))
      for (const durable of serviceDurables) {
        const { name, num_pending, num_ack_pending } = await manager.consumers.info(stream, durable);
        expect({ name, left: num_pending + num_ack_pending }).toEqual({ name, left: 0 });
      }
    await shop.settled();
    expect(await published()).toEqual(before);
  } finally {
    await connection.close();
  }
}

/** A relay that has not seen this stream yet, or is repairing it, may publish again what an earlier one held. */
async function expectRelayKnows(service: ServiceName, stream: string, created: string): Promise<void> {
  const name = stream === streams.live ? 'stream_live' : 'stream_test';
  const { rows } = await shop.world.db(service).query('select value::jsonb from bus_state where name = $1', [name]);
  expect({ service, rows }).toEqual({ service, rows: [{ value: { created } }] });
}
