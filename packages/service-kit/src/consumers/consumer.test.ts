import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { consumer } from './consumer.ts';

let probe: Probe;
const applied: string[] = [];

beforeAll(async () => {
  probe = await openProbe();
  probe.startRelay();
  probe.startConsumer(
    consumer({
      name: 'effects',
      purpose: 'is a test',
      on: {
        'product.deleted': async (tx, event) => {
          if (event.object.id === 'prod_poison') throw new Error('cannot digest');
          tx.afterCommit(() => applied.push(event.object.id));
        },
      },
    }),
  );
});
afterAll(() => probe.close());

const publishRaw = (payload: string, msgId: string) =>
  probe.bus.publish({ livemode: false, merchantId: probeScope.merchantId, type: 'product.deleted' }, payload, msgId);

test('an event delivered five times takes effect once', async () => {
  await probe.emit('prod_repeated');
  await eventually(() => expect(applied).toContain('prod_repeated'));
  const row = await probe.db.system.one<{
    payload: string;
  }>`select payload from outbox where aggregate_id = 'prod_repeated'`;
  for (let copy = 0; copy < 5; copy++) await publishRaw(row?.payload ?? '', `copy:${copy}`);
  await probe.emit('prod_after_repeats');
  await eventually(() => expect(applied).toContain('prod_after_repeats'));
  await eventually(async () => {
    const info = await probe.bus.jsm.consumers.info(probe.bus.streamOf(false), 'catalog-effects');
    expect(info.num_pending + info.num_ack_pending).toBe(0);
  });
  expect(applied.filter((id) => id === 'prod_repeated')).toHaveLength(1);
});

test('listeners and consumers ignore what was published under the subject of another type', async () => {
  const received: string[] = [];
  probe.bus.listen(['product.deleted'], (payload) => received.push((JSON.parse(payload) as { id: string }).id));
  await probe.emit('prod_received');
  await eventually(() => expect(received).toHaveLength(1));
  const row = await probe.db.system.one<{
    payload: string;
  }>`select payload from outbox where aggregate_id = 'prod_received'`;
  const event = JSON.parse(row?.payload ?? '') as Record<string, unknown>;
  await publishRaw(JSON.stringify({ ...event, id: 'evt_forged', merchantid: 'acct_other' }), 'forged:1');
  await probe.emit('prod_after_forged');
  await eventually(() => expect(received).toHaveLength(2));
  expect(received).not.toContain('evt_forged');
  await eventually(async () =>
    expect(
      await probe.db.system.sql`delete from dead_letters where event_id = 'misaddressed:evt_forged' returning 1`,
    ).toHaveLength(1),
  );
});

test('a message that is no event goes to the dead letters and delays no other', async () => {
  await publishRaw('{"not":"an event"}', 'garbage:1');
  await publishRaw('not even JSON', 'garbage:2');
  await probe.emit('prod_after_garbage');
  await eventually(() => expect(applied).toContain('prod_after_garbage'));
  await eventually(async () => {
    const letters = await probe.db.system.sql<{
      eventId: string;
    }>`select event_id from dead_letters order by event_id`;
    expect(letters.map(({ eventId }) => eventId)).toEqual(['garbage:1', 'garbage:2']);
  });
});

test('a handler that throws leaves no trace of its transaction, is counted, and holds up no other object', async () => {
  await probe.emit('prod_poison');
  await probe.emit('prod_after_poison');
  await eventually(() => expect(applied).toContain('prod_after_poison'));
  await eventually(async () => {
    const failures = await probe.db.system.sql<{ lastError: string; attempts: number }>`
      select f.last_error, f.attempts from consumer_failures f join outbox o using (event_id) where o.aggregate_id = 'prod_poison'`;
    expect(failures).toHaveLength(1);
    expect(failures[0]?.lastError).toContain('cannot digest');
  });
  const handled = await probe.db.system.sql`
    select 1 from inbox join outbox using (event_id) where aggregate_id = 'prod_poison'`;
  expect(handled).toHaveLength(0);
});

test('a hundred events that cannot be digested keep no other waiting', async () => {
  for (let i = 0; i < 100; i++) await probe.emit('prod_poison');
  await probe.emit('prod_after_poison');
  await eventually(() => expect(applied).toContain('prod_after_poison'));
});
