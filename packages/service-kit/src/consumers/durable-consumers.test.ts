import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { applyOnce } from './apply-once.ts';
import { parseEventFor, type Consumer } from './consumer.ts';
import { requeueJob } from './dead-letters.ts';
import { deliver } from './deliver.test-support.ts';
import { durableConsumers, together } from './durable-consumers.ts';
import { findFormerDurables, formerDurablesOf, type FormerDurables } from './former-durables.ts';
import { handleMessages } from './handle-message.ts';
import { noting } from './noting-consumer.test-support.ts';

const durable = 'catalog-purchases';
const formers = ['catalog-stock', 'catalog-sales'];
let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner('create table effects (part text not null, object_id text not null, xid text not null)');
});
afterAll(() => probe.close());
beforeEach(() => probe.world.db('catalog').query('truncate effects, inbox, consumer_failures, dead_letters'));

const both = (failing?: string): Consumer => together('purchases', [noting('stock'), noting('sales', failing)]);
const take = async (consumer: Consumer, active: FormerDurables, ...deliveries: ReturnType<typeof deliver>[]) => {
  const place = { db: probe.db, durable, consumer, formers: active, prefix: '', livemode: false };
  await handleMessages(
    place,
    deliveries.map(({ message }) => message),
  );
  return deliveries.map(({ answers }) => answers);
};
const none: FormerDurables = new Map();
const effects = () =>
  probe.db.system.sql<{ part: string; objectId: string; xid: string }>`select * from effects order by object_id, part`;
const partsOf = async (id: string) =>
  (await effects()).filter(({ objectId }) => objectId === `prod_${id}`).map(({ part }) => part);
const inbox = async () =>
  (await probe.db.system.sql<{ consumer: string }>`select consumer from inbox order by 1`).map((row) => row.consumer);

test('an event that two consumers of one durable handle takes effect in one transaction, with one row of the inbox', async () => {
  expect(await take(both(), none, deliver('one'))).toEqual([['ack']]);
  const [sales, stock] = await effects();
  expect([sales?.part, stock?.part, sales?.xid]).toEqual(['sales', 'stock', stock?.xid]);
  expect(await inbox()).toEqual([durable]);
});

test('events of many accounts that two consumers handle share one transaction, with one row of the inbox each', async () => {
  const deliveries = ['acct_b', 'acct_a', 'acct_c'].map((merchantId) => deliver(merchantId, { merchantId }));
  expect(await take(both(), none, ...deliveries)).toEqual(Array(3).fill(['ack']));
  const found = await effects();
  expect([found.length, new Set(found.map(({ xid }) => xid)).size]).toEqual([6, 1]);
  expect(await inbox()).toEqual(Array(3).fill(durable));
});

test('an event that is delivered again after its commit, because it was not acknowledged, changes nothing', async () => {
  await take(both(), none, deliver('again'));
  expect(await take(both(), none, deliver('again', { deliveryCount: 2 }), deliver('again'))).toEqual([
    ['ack'],
    ['ack'],
  ]);
  expect(await partsOf('again')).toEqual(['sales', 'stock']);
});

test('one that fails in one consumer has no effect in the other, and holds back none of its own or another account', async () => {
  const deliveries = ['acct_a', 'acct_b', 'acct_b'].map((merchantId, i) => deliver(`p${i}`, { merchantId }));
  expect(await take(both('prod_p1'), none, ...deliveries)).toEqual([['ack'], ['again in 1 s'], ['ack']]);
  expect([await partsOf('p0'), await partsOf('p1'), await partsOf('p2')]).toEqual([
    ['sales', 'stock'],
    [],
    ['sales', 'stock'],
  ]);
  expect(await take(both(), none, deliver('p1', { deliveryCount: 2, merchantId: 'acct_b' }))).toEqual([['ack']]);
  expect(await partsOf('p1')).toEqual(['sales', 'stock']);
});

test('a process that ends between two consumers leaves the effect of neither, and the next one applies both', async () => {
  const program = fileURLToPath(new URL('./killed-between.test-support.ts', import.meta.url));
  const { signal } = spawnSync(process.execPath, [program], {
    env: { ...process.env, PROBE_DATABASE_URL: probe.world.databaseUrls('catalog').runtimeUrl },
  });
  expect([signal, await partsOf('between'), await inbox()]).toEqual(['SIGKILL', [], []]);
  expect(await take(both(), none, deliver('between', { deliveryCount: 2 }))).toEqual([['ack']]);
  expect(await partsOf('between')).toEqual(['sales', 'stock']);
});

test('the contract decides which consumers have one durable, and any other has its own', () => {
  const named = ['stock', 'sales', 'other'].map((name) => noting(name));
  const found = durableConsumers('catalog', named);
  expect(found.map(({ name, parts }) => [name, parts?.map((part) => part.name)])).toEqual([
    ['purchases', ['stock', 'sales']],
    ['other', undefined],
  ]);
  expect(() => together('stock', named)).toThrow(/bug/);
});

describe('after an upgrade from a durable for each consumer', () => {
  const former = () => findFormerDurables(probe.db.system, formerDurablesOf('catalog', both()));
  /** As the version before noted it. */
  const handledBy = (names: readonly string[], id: string) =>
    probe.db.system.sql`
      insert into inbox (consumer, event_id, stream_seq) select *, ${`evt_${id}`}, 7 from unnest(${names}::text[])`;

  test.each([
    ['none', [], ['sales', 'stock']],
    ['the first', ['catalog-stock'], ['sales']],
    ['the second', ['catalog-sales'], ['stock']],
    ['both', formers, []],
  ])('an event that was handled by %s of them is handled by exactly those that have not', async (_who, names, left) => {
    await handledBy(['catalog-stock'], 'older');
    await handledBy(names, 'half');
    for (const deliveryCount of [1, 2, 2])
      expect(await take(both(), await former(), deliver('half', { deliveryCount }), deliver('beside'))).toEqual([
        ['ack'],
        ['ack'],
      ]);
    expect([await partsOf('half'), await partsOf('beside')]).toEqual([left, ['sales', 'stock']]);
  });

  test('a replica of the version before, or one after a rollback, does not handle again what was handled', async () => {
    await handledBy(['catalog-stock'], 'older');
    const delivery = deliver('rolled_back');
    await take(both(), await former(), delivery);
    for (const [name, each] of formerDurablesOf('catalog', both())) {
      const event = parseEventFor(each, delivery.message.string());
      expect(await applyOnce({ db: probe.db, durable: name, consumer: each }, event, { streamSeq: 9 })).toBe(false);
    }
    expect(await partsOf('rolled_back')).toEqual(['sales', 'stock']);
  });

  test('an event that a replica of the version before is handling is waited for', async () => {
    await handledBy(['catalog-stock'], 'older');
    const old = await probe.world.db('catalog').connect();
    await old.query(
      `begin; insert into inbox (consumer, event_id, stream_seq) values ('catalog-stock', 'evt_racing', 8)`,
    );
    const taken = take(both(), await former(), deliver('racing'));
    await old.query(`select pg_sleep(0.1); insert into effects values ('stock', 'prod_racing', 'old'); commit`);
    old.release();
    expect(await taken).toEqual([['ack']]);
    expect(await partsOf('racing')).toEqual(['sales', 'stock']);
  });

  test('a dead letter of a former durable is handed to the consumer that had it, once', async () => {
    await handledBy(['catalog-sales'], 'letter');
    const { message } = deliver('letter');
    const requeue = async () => {
      await probe.world.db('catalog').query(
        `insert into dead_letters (consumer, event_id, subject, payload, reason, requeued_at)
         values ('catalog-stock', 'evt_letter', $1, $2, 'bug', now()), ('catalog-gone', 'evt_letter', $1, $2, 'bug', now())`,
        [message.subject, message.string()],
      );
      const context = { db: probe.db, calls: {} as never, signal: new AbortController().signal };
      expect(await requeueJob('catalog', [both()], '').run(context)).toBe(1);
      const left = await probe.world
        .db('catalog')
        .query('delete from dead_letters returning consumer, requeued_at is null as done');
      expect(left.rows).toEqual([{ consumer: 'catalog-gone', done: false }]);
    };
    await requeue();
    expect(await partsOf('letter')).toEqual(['stock']);
    await requeue();
    await take(both(), await former(), deliver('letter'));
    expect(await partsOf('letter')).toEqual(['stock']);
  });

  test('once no row of theirs is left, and in a new installation, nothing is noted under their names', async () => {
    expect(await former()).toEqual(none);
    await handledBy(['catalog-stock'], 'older');
    expect([...(await former()).keys()]).toEqual(formers);
    await take(both(), await former(), deliver('noted'));
    await probe.world.db('catalog').query('delete from inbox where stream_seq = 7');
    expect(await inbox()).toEqual([...formers.toReversed(), durable].sort());
    expect(await former()).toEqual(none);
  });
});
