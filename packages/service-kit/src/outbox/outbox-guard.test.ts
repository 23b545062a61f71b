import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { consumer } from '../consumers/consumer.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';

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
  // What was lost follows what is new.
  await eventually(async () => {
    const again = await probe.db.system.sql<{ name: string; again: number; waiting: number }>`
      select split_part(aggregate_id, '_', 1) as name, count(*) filter (where epoch > 1)::int as again,
        count(*) filter (where published_at is null)::int as waiting
      from outbox where split_part(aggregate_id, '_', 1) in ('kept', 'lost', 'next') group by 1 order by 1`;
    expect(again).toEqual([
      { name: 'kept', again: 0, waiting: 0 },
      { name: 'lost', again: 40, waiting: 0 },
      { name: 'next', again: 0, waiting: 0 },
    ]);
  });
});
