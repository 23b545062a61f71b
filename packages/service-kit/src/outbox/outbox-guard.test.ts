import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { consumer } from '../consumers/consumer.ts';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';
import { eventRow } from './write-outbox.ts';

let probe: Probe;
let objects: string[] = [];

beforeAll(async () => {
  probe = await openProbe();
  probe.startRelay();
  probe.startConsumer(
    consumer({
      name: 'recorder',
      purpose: 'is a test',
      on: {
        'product.deleted': async (_tx, event) => {
          objects.push(event.object.id);
        },
      },
    }),
  );
});
afterAll(() => probe.close());
beforeEach(() => {
  objects = [];
});

const emitMany = (prefix: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => probe.emit(`${prefix}_${i}`)));
const everyOne = (prefix: string, count: number) =>
  expect(objects.filter((id) => id.startsWith(`${prefix}_`)).sort()).toEqual(
    Array.from({ length: count }, (_, i) => `${prefix}_${i}`).sort(),
  );

test('deleting the whole JetStream store loses no event and repeats no effect', async () => {
  await emitMany('before', 60);
  await eventually(() => everyOne('before', 60));
  await probe.world.nats.wipe();
  await emitMany('during', 60);
  await probe.world.nats.start();
  await emitMany('after', 20);
  await eventually(() => everyOne('after', 20));
  await eventually(() => everyOne('during', 60));
  everyOne('before', 60);
});

test('rolling the store back to an older copy loses no event, not even those published afterwards', async () => {
  await emitMany('kept', 30);
  await eventually(() => everyOne('kept', 30));
  const { folder } = probe.world.nats;
  await probe.world.nats.stop();
  cpSync(folder, `${folder}.copy`, { recursive: true });
  await probe.world.nats.start();
  await emitMany('lost', 40);
  await eventually(() => everyOne('lost', 40));
  await probe.world.nats.stop();
  rmSync(folder, { recursive: true });
  cpSync(`${folder}.copy`, folder, { recursive: true });
  await probe.world.nats.start();
  await emitMany('next', 80); // more than were lost, so that the stream's numbers pass the consumer's old place
  await eventually(() => everyOne('next', 80));
  everyOne('lost', 40);
  const published = await probe.db.system.sql`select 1 from outbox where published_at is null`;
  expect(published).toHaveLength(0);
});

test('new events are published between the batches of a large loss, and a new leader goes on where one stopped', async () => {
  const other = await openProbe();
  try {
    const lost = 12_000;
    await writeLost(other, lost);
    await other.emit('prod_new');
    const stop = other.startRelay();
    await eventually(async () => expect(await publishedOf(other)).toBeGreaterThan(5_000));
    await stop();
    const place = await other.db.system.one<{ value: string }>`
      select value from bus_state where name = 'republishing'`;
    expect(JSON.parse(place?.value ?? '{}')).toMatchObject({ fromSeq: expect.any(Number) });

    other.startRelay();
    await eventually(async () => expect(await publishedOf(other)).toBe(lost + 1), { timeoutMs: 30_000 });
    const order = await other.db.system.sql<{
      eventId: string;
    }>`select aggregate_id as event_id from outbox order by stream_seq`;
    expect(order.findIndex(({ eventId }) => eventId === 'prod_new')).toBeLessThan(5_001);
    const { state } = await other.bus.jsm.streams.info(other.bus.streamName);
    expect(state.messages).toBe(lost + 1); // none was published twice
    await eventually(async () =>
      expect(await other.db.system.sql`select 1 from bus_state where name = 'republishing'`).toEqual([]),
    );
  } finally {
    await other.close();
  }
});

/** Rows that were published to a stream which no longer exists. */
async function writeLost({ db }: Probe, count: number): Promise<void> {
  const context = { source: '/mizan/catalog', scope: probeScope, now: new Date() };
  const sample = eventRow(context, 'product.deleted', { object: probeProduct('prod_lost'), version: 1 });
  await db.system.sql`
    insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload, published_at, stream_seq)
    select ${sample.eventId} || n, ${probeScope.merchantId}, ${probeScope.livemode}, ${sample.type}, 'prod_lost' || n, 1,
      replace(${sample.payload}::text, ${sample.eventId}, ${sample.eventId} || n), now(), n
    from generate_series(1, ${count}::int) n`;
  await db.system.sql`insert into bus_state (name, value) values ('stream_created', 'a stream that was lost')`;
}

async function publishedOf({ db }: Probe): Promise<number> {
  const row = await db.system.one<{ count: number }>`
    select count(*)::int as count from outbox where stream_seq is not null and published_at > (select max(created_at) from outbox)`;
  return row?.count ?? 0;
}
