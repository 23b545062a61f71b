import { cpSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { kitDays } from '../database/prune.ts';
import { daysJob } from '../database/table-of-days.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { Relay } from './relay.ts';

// The relay is driven batch by batch, so that each test looks at the moment it is about.
let probe: Probe;
beforeEach(async () => {
  probe = await openProbe();
  await eventually(() => expect(probe.bus.isUp).toBe(true));
});
afterEach(() => probe.close());

const lost = 4_500; // more than two batches of the repair

/** Leaves rows in the outbox as if they had been published to a stream that no longer exists. */
const publishElsewhere = (rows = lost) =>
  probe.world.db('catalog').query(
    `insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload, published_at, stream_seq)
     select 'evt_' || lpad(i::text, 24, '0'), $1, false, 'product.deleted', 'prod_' || i, 1, '{}', now(), i from generate_series(1, $2::int) i`,
    [probeScope.merchantId, rows],
  );
const anotherRelay = () => new Relay({ db: probe.db.system, bus: probe.bus, metrics: new Metrics('probe') });
const known = async () => {
  const row = await probe.db.system.one<{ value: string }>`select value from bus_state where name = 'stream_test'`;
  return JSON.parse(row?.value ?? '{}') as { repair?: { fromSeq: number; rows: number } };
};
const count = async (where: string) => {
  const { rows } = await probe.world
    .db('catalog')
    .query<{ n: number }>(`select count(*)::int as n from outbox where ${where}`);
  return rows[0]?.n ?? 0;
};
const stream = async () => (await probe.bus.jsm.streams.info(probe.bus.streamOf(false))).state;

/** Runs batches until nothing is lost and nothing waits. */
async function finish(relay: Relay): Promise<void> {
  for (let batches = 0; batches < 200; batches++) {
    await relay.pass();
    if (!(await known()).repair && (await count('published_at is null')) === 0) return;
  }
  throw new Error('the repair does not end');
}

/** Rows are where the outbox says they are; every tenth is looked at. */
async function expectEverythingStored(): Promise<void> {
  const rows = await probe.db.system.sql<{ eventId: string; epoch: number; seq: number }>`
    select event_id, epoch, stream_seq as seq from outbox where id % 10 = 0`;
  for (const { eventId, epoch, seq } of rows)
    expect((await probe.bus.messageAt({ livemode: false, seq }))?.msgId).toBe(`${eventId}:${epoch}`);
}

describe('while lost events are published again', () => {
  test('new events go first, or wait for one batch of them', async () => {
    await publishElsewhere();
    await probe.emit('prod_first');
    await probe.relay.pass();
    expect(await count(`aggregate_id = 'prod_first' and stream_seq = 1`)).toBe(1);
    expect((await known()).repair).toMatchObject({ rows: 1_999 }); // and the new one, which has a place in their range
    for (let i = 0; i < 250; i++) await probe.emit(`prod_new_${i}`);
    for (let batch = 0; batch < 11; batch++) await probe.relay.pass();
    expect(await count(`aggregate_id like 'prod_new%' and stream_seq is not null`)).toBeGreaterThanOrEqual(200);
    expect((await known()).repair).toMatchObject({ rows: 1_999 }); // no more of them are marked while new ones wait
    await finish(probe.relay);
    expect(await count('epoch = 2')).toBe(lost);
    expect((await stream()).messages).toBe(lost + 251);
  });

  test('the outbox keeps what the stream could still hold when it was lost, however long that takes', async () => {
    await publishElsewhere();
    await probe.relay.pass();
    await probe.world.db('catalog').query(`
      update outbox set published_at = now() - interval '8 days' where published_at is not null;
      update bus_state set value = jsonb_set(value::jsonb, '{repair,lostAt}', to_jsonb(now() - interval '2 days'))`);
    const prune = () =>
      daysJob(kitDays).run({ db: probe.db, calls: {} as never, signal: new AbortController().signal });
    await prune();
    expect(await count('true')).toBe(lost);
    const next = anotherRelay();
    await finish(next);
    expect((await stream()).messages).toBe(lost);
    await probe.world.db('catalog').query(`update outbox set published_at = now() - interval '8 days'`);
    await prune();
    expect(await count('true')).toBe(0);
  });

  test('the oldest of an object still come first', async () => {
    await publishElsewhere();
    await probe.world.db('catalog').query(`update outbox set aggregate_id = 'prod_one', aggregate_version = id`);
    await finish(probe.relay);
    const rows = await probe.db.system.sql<{ version: number }>`
      select aggregate_version as version from outbox order by stream_seq`;
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: lost }, (_, i) => i + 1));
  });

  test('a process that dies between two batches is followed by one that goes on', async () => {
    await publishElsewhere();
    for (let batch = 0; batch < 4; batch++) await probe.relay.pass();
    expect((await known()).repair).toBeDefined();
    const next = anotherRelay();
    await next.pass();
    expect((await known()).repair?.fromSeq).toBe(2_000); // it does not start over
    await finish(next);
    expect([await count('epoch = 2'), (await stream()).messages]).toEqual([lost, lost]);
  });

  test('two leaders at once mark and publish each of them once', async () => {
    await publishElsewhere();
    const relays = [probe.relay, anotherRelay()];
    for (let batch = 0; batch < 40; batch++) await Promise.allSettled(relays.map((relay) => relay.pass()));
    await finish(anotherRelay());
    expect([await count('epoch = 2'), (await stream()).messages]).toEqual([lost, lost]);
    await expectEverythingStored();
  });

  test('a stream that is lost again is filled again', async () => {
    await publishElsewhere();
    for (let batch = 0; batch < 4; batch++) await probe.relay.pass();
    await probe.bus.jsm.streams.delete(probe.bus.streamOf(false));
    await finish(anotherRelay());
    await expectEverythingStored();
  });

  test('a store restored from an older copy is filled again', async () => {
    await publishElsewhere();
    const { folder } = probe.world.nats;
    const whileDown = async (act: () => void): Promise<void> => {
      await probe.world.nats.stop();
      act();
      await probe.world.nats.start();
      await eventually(() => expect(probe.bus.isUp).toBe(true));
    };
    for (let batch = 0; batch < 3; batch++) await probe.relay.pass();
    await whileDown(() => cpSync(folder, `${folder}.copy`, { recursive: true }));
    for (let batch = 0; batch < 3; batch++) await probe.relay.pass();
    await whileDown(() => {
      rmSync(folder, { recursive: true });
      cpSync(`${folder}.copy`, folder, { recursive: true });
    });
    await finish(probe.relay);
    await expectEverythingStored();
  });
});

test('what was purged from the beginning of the stream is not lost', async () => {
  for (let i = 0; i < 12; i++) await probe.emit(`prod_${i}`);
  await finish(probe.relay);
  for (const purged of [10, 12]) {
    await probe.bus.jsm.streams.purge(probe.bus.streamOf(false), { seq: purged + 1 });
    await anotherRelay().pass();
    expect([await count('epoch = 1 and published_at is not null'), (await known()).repair]).toEqual([12, undefined]);
  }
});

test('a new message below an earlier one shows that the stream was rolled back, although the connection stayed', async () => {
  for (let i = 0; i < 12; i++) await probe.emit(`prod_${i}`);
  await finish(probe.relay);
  await probe.bus.jsm.streams.delete(probe.bus.streamOf(false));
  await probe.bus.ensureStream(false);
  await probe.emit('prod_next');
  await probe.relay.pass(); // no check is due yet
  expect(await count('published_at is null')).toBe(1);
  await finish(probe.relay);
  await expectEverythingStored();
  expect((await stream()).messages).toBe(13);
});
