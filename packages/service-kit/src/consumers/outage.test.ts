import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { Database } from '../database/database.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.test-support.ts';
import { ConsumerRunner } from './consumer-runner.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { consumer } from './consumer.ts';

let probe: Probe;
let proxy: TcpProxy;
let close: () => Promise<void>;

beforeAll(async () => {
  probe = await openProbe();
  await probe.asOwner('create table effects (object_id text not null)');
  probe.startRelay();
  const { runtimeUrl } = probe.world.databaseUrls('catalog');
  proxy = await openTcpProxy(runtimeUrl);
  const db = new Database(proxy.through(runtimeUrl), 'catalog');
  const runner = new ConsumerRunner(
    { bus: probe.bus, db, service: 'catalog', metrics: new Metrics('probe'), livemode: false },
    consumer({
      name: 'effects',
      purpose: 'is a test',
      on: {
        'product.deleted': async (tx, event) => void (await tx.sql`insert into effects values (${event.object.id})`),
      },
    }),
  );
  runner.start();
  close = async () => {
    await runner.stop();
    await db.close();
    await proxy.close();
  };
});
afterAll(async () => {
  await close();
  await probe.close();
});

const effects = async () =>
  (await probe.db.system.sql<{ objectId: string }>`select object_id from effects order by 1`).map(
    (row) => row.objectId,
  );

test('what is delivered while Postgres is away takes effect once when it is back, and counts as no failure', async () => {
  await probe.emit('prod_before');
  await eventually(async () => expect(await effects()).toEqual(['prod_before']));
  await proxy.down();
  await Promise.all(Array.from({ length: 20 }, (_, i) => probe.emit(`prod_during_${i}`)));
  const info = () => probe.bus.jsm.consumers.info(probe.bus.streamOf(false), 'catalog-effects');
  await eventually(async () => expect((await info()).num_redelivered).toBeGreaterThan(0)); // tried at least once in vain
  await proxy.up();
  await probe.emit('prod_after');
  await eventually(async () => expect(await effects()).toHaveLength(22));
  expect(new Set(await effects()).size).toBe(22);
  expect(
    await probe.db.system.sql`select event_id from consumer_failures union all select event_id from dead_letters`,
  ).toEqual([]);
});
