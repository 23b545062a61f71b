import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { Database } from '../database/database.ts';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';

let probe: Probe;
let plain: Database;
beforeEach(async () => {
  probe = await openProbe({ compressesEvents: true });
  plain = new Database(probe.world.databaseUrls('catalog').runtimeUrl, 'catalog');
  await eventually(() => expect(probe.bus.isUp).toBe(true));
});
afterEach(async () => {
  await plain.close();
  await probe.close();
});

const emit = (db: Database, id: string, objects = 1) =>
  db.transact(probeScope, (tx) => {
    for (let version = 1; version <= objects; version++)
      tx.emit('product.deleted', { object: probeProduct(id), version });
    return Promise.resolve();
  });
interface Row {
  readonly eventId: string;
  readonly payload: string | null;
  readonly packed: Buffer | null;
  readonly streamSeq: number | null;
}
const rows = () => probe.db.system.sql<Row>`select event_id, payload, packed, stream_seq from outbox order by id`;
const published = async () => {
  const messages = [];
  for (const { streamSeq: seq } of await rows())
    messages.push(
      seq === null ? null : (await probe.bus.jsm.streams.getMessage(probe.bus.streamOf(false), { seq }))?.string(),
    );
  return messages;
};

test('events that are kept compressed are published as they would be otherwise, beside others', async () => {
  await emit(probe.db, 'prod_packed', 2);
  await emit(plain, 'prod_plain');
  const kept = await rows();
  expect(kept.map(({ payload, packed }) => [payload === null, packed === null])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  await probe.relay.pass();
  const messages = (await published()).map((each) => JSON.parse(each ?? '') as Record<string, unknown>);
  expect(messages.map(({ id }) => id)).toEqual(kept.map(({ eventId }) => eventId));
  expect(messages.map(({ objectversion }) => objectversion)).toEqual([1, 2, 1]);
  expect(Object.keys(messages[0] ?? {})).toEqual(Object.keys(messages[2] ?? {}));
});

test('one in a form that is not known waits, and holds up its own object alone', async () => {
  await emit(probe.db, 'prod_newer', 2);
  await probe.db.system.sql`update outbox set packed = ${Buffer.of(2)} where aggregate_version = 1`;
  await emit(probe.db, 'prod_other');
  await probe.relay.pass();
  await probe.relay.pass();
  const found = await published();
  expect(found.map((each) => each === null)).toEqual([true, true, false]);
  expect(probe.relay.parked(false)).toBe(1);
});
