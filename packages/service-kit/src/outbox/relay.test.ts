import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import pg from 'pg';
import { consumer } from '../consumers/consumer.ts';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';

let probe: Probe;
const seen: { id: string; object: string; version: number }[] = [];

beforeAll(async () => {
  probe = await openProbe();
  probe.startRelay();
  probe.startConsumer(
    consumer({
      name: 'recorder',
      purpose: 'is a test',
      on: {
        'product.deleted': async (_tx, event) => {
          seen.push({ id: event.id, object: event.object.id, version: event.objectVersion });
        },
      },
    }),
  );
});
afterAll(() => probe.close());

test('12 writers whose commits overtake each other lose no event, and each object keeps its order', async () => {
  const perWriter = 50;
  const gate = new pg.Pool({ connectionString: probe.world.databaseUrls('catalog').runtimeUrl, max: 12 });
  const writer = async (w: number): Promise<void> => {
    for (let version = 1; version <= perWriter; version++) {
      await probe.db.transact(probeScope, async (tx) => {
        // The outbox number is taken first and committed late, so that lower numbers appear after higher ones.
        await tx.sql`
          insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
          values (${`evt_${w}_${version}`}, ${probeScope.merchantId}, false, 'product.deleted', ${`prod_${w}`}, ${version}, ${payload(w, version)})`;
        if ((w + version) % 3 === 0) await gate.query('select pg_sleep($1)', [0.004 * (w % 4)]);
      });
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, w) => writer(w)));
  await gate.end();

  await eventually(() => expect(new Set(seen.map(({ id }) => id)).size).toBe(12 * perWriter));
  expect(seen).toHaveLength(12 * perWriter);
  for (const versions of Map.groupBy(seen, ({ object }) => object).values())
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: perWriter }, (_, i) => i + 1));
});

test('a transaction that rolls back publishes nothing', async () => {
  const before = seen.length;
  await expect(
    probe.db.transact(probeScope, async (tx) => {
      tx.emit('product.deleted', { object: probeProduct('prod_undone'), version: 1 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await probe.emit('prod_marker');
  await eventually(() => expect(seen.at(-1)?.object).toBe('prod_marker'));
  expect(seen.slice(before).map(({ object }) => object)).toEqual(['prod_marker']);
});

function payload(w: number, version: number): string {
  return JSON.stringify({
    specversion: '1.0',
    id: `evt_${w}_${version}`,
    source: '/mizan/catalog',
    type: 'product.deleted',
    subject: `prod_${w}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    merchantid: probeScope.merchantId,
    livemode: false,
    objectversion: version,
    data: { object: probeProduct(`prod_${w}`) },
  });
}
