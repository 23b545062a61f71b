import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { AckPolicy } from '@nats-io/jetstream';
import { ConsumerWatchdog } from './consumer-watchdog.ts';
import { consumer } from './consumer.ts';

const durable = 'catalog-watched';
let probe: Probe;
let delivered: string[] = [];

beforeAll(async () => {
  probe = await openProbe();
  probe.startRelay();
  probe.startConsumer(
    consumer({
      name: 'watched',
      purpose: 'is a test',
      on: { 'product.deleted': async (_tx, event) => void delivered.push(event.object.id) },
    }),
  );
});
afterAll(() => probe.close());
beforeEach(() => {
  delivered = [];
});

const info = () => probe.bus.jsm.consumers.info(probe.bus.streamOf(false), durable);
const handled = (count: number) => eventually(() => expect(delivered).toHaveLength(count));
const misplaced = async () => {
  const { created } = await info();
  return probe.db.system.sql`
    select event_id from inbox join outbox using (event_id)
    where inbox.stream_seq is distinct from outbox.stream_seq or durable_created is distinct from ${created}::timestamptz`;
};
const emitMany = (prefix: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => probe.emit(`${prefix}_${i}`)));

test('events that are delivered again after a loss have places again, and take effect once', async () => {
  await emitMany('prod_placed', 10);
  await handled(10);
  await probe.world.nats.wipe();
  await probe.world.nats.start();
  await eventually(async () => expect(await misplaced()).toEqual([]));
  expect(delivered).toHaveLength(10);
});

test('a durable whose newest messages are no longer where they were starts again behind the last that is', async () => {
  await emitMany('prod_kept', 5);
  await handled(5);
  const before = await info();
  await emitMany('prod_moved', 5);
  await handled(10);
  const kept = before.delivered.stream_seq;
  // As if the stream had lost its tail and others had published since: what is stored there is not what was handled.
  await probe.world
    .db('catalog')
    .query(`update inbox set event_id = 'evt_other_' || stream_seq where consumer = $1 and stream_seq > $2`, [
      durable,
      kept,
    ]);
  await eventually(async () => {
    const after = await info();
    expect(after.created).not.toBe(before.created);
    expect(after.config.opt_start_seq).toBe(kept + 1);
  });
  await handled(15); // its inbox rows are gone, so what follows the last common message takes effect
});

test('a replica opens a durable again that another one recreated', async () => {
  const replica = () =>
    new ConsumerWatchdog({
      bus: probe.bus,
      db: probe.db.system,
      livemode: false,
      durable: 'catalog-shared',
      configuration: () => ({ durable_name: 'catalog-shared', ack_policy: AckPolicy.Explicit }),
    });
  const [one, other] = [replica(), replica()];
  await one.ensure();
  expect(await one.isHealthy()).toBe(true);
  await probe.bus.jsm.consumers.delete(probe.bus.streamOf(false), 'catalog-shared');
  await other.ensure();
  expect([await one.isHealthy(), await other.isHealthy()]).toEqual([false, true]);
  await one.ensure();
  expect(await one.isHealthy()).toBe(true);
});

test('what was purged after it was handled is not lost', async () => {
  await emitMany('prod_purged', 5);
  await handled(5);
  const { created } = await info();
  await probe.bus.jsm.streams.purge(probe.bus.streamOf(false));
  await probe.world.nats.stop();
  await probe.world.nats.start();
  await emitMany('prod_next', 5);
  await handled(10);
  expect((await info()).created).toBe(created);
});
