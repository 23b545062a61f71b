import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { ConsumerRunner } from './consumer-runner.ts';
import { consumer, type Consumer } from './consumer.ts';
import { together } from './durable-consumers.ts';
import { noting } from './noting-consumer.test-support.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe();
  await probe.asOwner('create table effects (part text not null, object_id text not null, xid text not null)');
  probe.startRelay();
});
afterAll(() => probe.close());

const run = (each: Consumer): ConsumerRunner => {
  const { bus, db } = probe;
  const runner = new ConsumerRunner(
    { bus, db, service: 'catalog', metrics: new Metrics('probe'), livemode: false },
    each,
  );
  runner.start();
  return runner;
};
const effects = async () =>
  (
    await probe.db.system.sql<{ effect: string }>`
      select part || ' ' || substr(object_id, 6) as effect from effects order by 1`
  ).map(({ effect }) => effect);
/** Of the version before, whose second consumer fails on what is named so. */
const sales = consumer({
  name: 'sales',
  purpose: 'is a test',
  on: {
    'product.deleted': (tx, event) =>
      event.object.id.endsWith('half')
        ? Promise.reject(new Error('bug'))
        : noting('sales').handle(tx, [event], (_, body) => body()),
  },
});

test('events before, during and after an upgrade take effect once for each consumer, wherever its durable stood', async () => {
  const before = [run(noting('stock')), run(sales)];
  await probe.emit('prod_whole');
  await probe.emit('prod_half');
  await eventually(async () => expect(await effects()).toEqual(['sales whole', 'stock half', 'stock whole']));
  await before[1]?.stop();
  await probe.emit('prod_first');
  await eventually(async () => expect(await effects()).toContain('stock first'));
  await before[0]?.stop();
  await probe.emit('prod_neither');

  const after = run(together('purchases', [noting('stock'), noting('sales')]));
  const beside = run(noting('stock')); // a replica of the version before that still runs
  for (let i = 0; i < 5; i++) await probe.emit(`prod_after_${i}`);
  const all = ['whole', 'half', 'first', 'neither', ...[0, 1, 2, 3, 4].map((i) => `after_${i}`)];
  const once = all.flatMap((id) => [`sales ${id}`, `stock ${id}`]).sort();
  await eventually(async () => expect(await effects()).toEqual(once));
  await eventually(async () => {
    for (const durable of ['catalog-purchases', 'catalog-stock']) {
      const { num_pending, num_ack_pending } = await probe.bus.jsm.consumers.info(probe.bus.streamOf(false), durable);
      expect([durable, num_pending, num_ack_pending]).toEqual([durable, 0, 0]);
    }
  });
  expect(await effects()).toEqual(once);
  await Promise.all([after.stop(), beside.stop()]);
});
