import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';

let probe: Probe;
beforeEach(async () => {
  probe = await openProbe();
  await eventually(() => expect(probe.bus.isUp).toBe(true));
});
afterEach(() => probe.close());

/** Rows of different objects with payloads of a size. */
const leave = (name: string, { rows, bytes }: { rows: number; bytes: number }) =>
  probe.world.db('catalog').query(
    `insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
     select 'evt_' || $1 || i, $2, false, 'product.deleted', 'prod_' || $1 || i, 1, repeat('x', $4)
     from generate_series(1, $3::int) i`,
    [name, probeScope.merchantId, rows, bytes],
  );
const published = async (livemode = false) =>
  (await probe.db.system.sql`select 1 from outbox where published_at is not null and livemode = ${livemode}`).length;
const change = async (limits: { max_bytes?: number; max_msg_size?: number }) => {
  await probe.bus.ensureStream(false);
  await probe.bus.jsm.streams.update(probe.bus.streamOf(false), limits);
};

test('a batch takes at most 8 MiB', async () => {
  await leave('large', { rows: 12, bytes: 1_000_000 });
  await probe.relay.pass();
  expect(await published()).toBe(8);
  await probe.relay.pass();
  expect(await published()).toBe(12);
});

test('250 events that the bus refuses hold up their own objects and no others', async () => {
  await change({ max_msg_size: 2_000 });
  await leave('refused', { rows: 250, bytes: 3_000 });
  await leave('accepted', { rows: 20, bytes: 100 });
  await probe.emit('prod_refused1');
  probe.startRelay();
  await eventually(async () => expect(await published()).toBe(20));
  await eventually(() => expect(probe.relay.parked(false)).toBe(250)); // parked after the batch that published is recorded
  await change({ max_msg_size: 1024 ** 2 });
  await eventually(async () => expect(await published()).toBe(271));
  const order = await probe.db.system.sql<{ id: number }>`
    select id from outbox where aggregate_id = 'prod_refused1' order by stream_seq`;
  expect(order).toEqual(order.toSorted((one, other) => one.id - other.id));
  expect(probe.relay.parked(false)).toBe(0);
});

test('a full test stream refuses test events, and live ones pass', async () => {
  await change({ max_bytes: 20_000 });
  probe.startRelay();
  await leave('filling', { rows: 50, bytes: 1_000 });
  await eventually(async () => expect(await published()).toBeGreaterThan(10));
  for (let i = 0; i < 5; i++) await probe.emit(`prod_live_${i}`, { livemode: true });
  await eventually(async () => expect(await published(true)).toBe(5));
  expect(await published()).toBeLessThan(50);
  await change({ max_bytes: 1024 ** 2 });
  await eventually(async () => expect(await published()).toBe(50));
});
