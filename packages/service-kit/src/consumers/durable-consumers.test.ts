import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { applyOnce } from './apply-once.ts';
import { parseEventFor, type Consumer } from './consumer.ts';
import { requeueJob } from './dead-letters.ts';
import { deliver } from './deliver.test-support.ts';
import { durableConsumers, together } from './durable-consumers.ts';
import { handleMessages } from './handle-message.ts';
import { noting } from './noting-consumer.test-support.ts';
import { haveHandledAlone, partsOf } from './parts.ts';

const durable = 'catalog-purchases';
const names = ['catalog-stock', 'catalog-sales'];
let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner('create table effects (part text not null, object_id text not null, xid text not null)');
});
afterAll(() => probe.close());
beforeEach(() => probe.world.db('catalog').query('truncate effects, inbox, consumer_failures, dead_letters'));

const both = (failing?: string): Consumer => together('purchases', [noting('stock'), noting('sales', failing)]);
/** As a session of the durable begins: it looks whether consumers have handled events alone. */
const take = async (consumer: Consumer, ...deliveries: ReturnType<typeof deliver>[]) => {
  const parts = partsOf('catalog', consumer);
  const mayBePartial = await haveHandledAlone(probe.db.system, parts);
  await handleMessages(
    { db: probe.db, durable, consumer, parts, mayBePartial, prefix: '', livemode: false },
    deliveries.map(({ message }) => message),
  );
  return deliveries.map(({ answers }) => answers);
};
const effects = () =>
  probe.db.system.sql<{ part: string; objectId: string; xid: string }>`select * from effects order by object_id, part`;
const parted = async (id: string) =>
  (await effects()).filter(({ objectId }) => objectId === `prod_${id}`).map(({ part }) => part);
const inbox = async () =>
  (await probe.db.system.sql<{ consumer: string }>`select consumer from inbox order by 1`).map((row) => row.consumer);

test('an event that two consumers of one durable handle takes effect in one transaction, with one row of the inbox', async () => {
  expect(await take(both(), deliver('one'))).toEqual([['ack']]);
  const [sales, stock] = await effects();
  expect([sales?.part, stock?.part, sales?.xid]).toEqual(['sales', 'stock', stock?.xid]);
  expect(await inbox()).toEqual([durable]);
});

test('events of many accounts that two consumers handle share one transaction, with one row of the inbox each', async () => {
  const deliveries = ['acct_b', 'acct_a', 'acct_c'].map((merchantId) => deliver(merchantId, { merchantId }));
  expect(await take(both(), ...deliveries)).toEqual(Array(3).fill(['ack']));
  const found = await effects();
  expect([found.length, new Set(found.map(({ xid }) => xid)).size]).toEqual([6, 1]);
  expect(await inbox()).toEqual(Array(3).fill(durable));
});

test('an event that is delivered again after its commit, because it was not acknowledged, changes nothing', async () => {
  await take(both(), deliver('again'));
  expect(await take(both(), deliver('again', { deliveryCount: 2 }), deliver('again'))).toEqual([['ack'], ['ack']]);
  expect(await parted('again')).toEqual(['sales', 'stock']);
});

describe('an event that one consumer cannot handle', () => {
  test('takes effect in the other, once, and holds back none of its own or of another account', async () => {
    const deliveries = ['acct_a', 'acct_b', 'acct_b'].map((merchantId, i) => deliver(`p${i}`, { merchantId }));
    expect(await take(both('prod_p1'), ...deliveries)).toEqual([['ack'], ['again in 1 s'], ['ack']]);
    expect([await parted('p0'), await parted('p1'), await parted('p2')]).toEqual([
      ['sales', 'stock'],
      ['stock'],
      ['sales', 'stock'],
    ]);
    for (const deliveryCount of [2, 3])
      expect(await take(both('prod_p1'), deliver('p1', { deliveryCount }))).toEqual([
        [`again in ${[5, 30][deliveryCount - 2]} s`],
      ]);
    expect(await take(both(), deliver('p1', { deliveryCount: 4 }), deliver('p3'))).toEqual([['ack'], ['ack']]);
    expect([await parted('p1'), await parted('p3')]).toEqual([
      ['sales', 'stock'],
      ['sales', 'stock'],
    ]);
  });

  test('comes again as new after the bus was lost, and takes effect in the one that could not handle it alone', async () => {
    await take(both('prod_lost'), deliver('lost'));
    expect(await take(both(), deliver('lost', { seq: 2 }))).toEqual([['ack']]);
    expect(await parted('lost')).toEqual(['sales', 'stock']);
  });

  test('is a dead letter in the end, and takes effect in that one when it is requeued', async () => {
    for (let deliveryCount = 1; deliveryCount <= 8; deliveryCount++)
      await take(both('prod_dead'), deliver('dead', { deliveryCount }));
    const marked = await probe.world
      .db('catalog')
      .query('update dead_letters set requeued_at = now() returning consumer');
    expect(marked.rows).toEqual([{ consumer: durable }]);
    expect(await parted('dead')).toEqual(['stock']);
    await requeue();
    expect(await parted('dead')).toEqual(['sales', 'stock']);
  });
});

/** Runs a process that ends in the consumer `sales`. */
const kill = (deliveryCount: number): string | null =>
  spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./killed-between.test-support.ts', import.meta.url)), `${deliveryCount}`],
    {
      env: { ...process.env, PROBE_DATABASE_URL: probe.world.databaseUrls('catalog').runtimeUrl },
    },
  ).signal;

test('an event that ends its process in one consumer takes effect in the others, wherever they stand', async () => {
  for (const deliveryCount of [3, 4, 5]) expect(kill(deliveryCount)).toBe('SIGKILL');
  expect(await parted('between')).toEqual(['prices', 'stock']);
});

test('a process that ends between two consumers leaves the effect of neither, and the next one applies both', async () => {
  expect([kill(1), await parted('between'), await inbox()]).toEqual(['SIGKILL', [], []]);
  expect(await take(both(), deliver('between', { deliveryCount: 2 }))).toEqual([['ack']]);
  expect(await parted('between')).toEqual(['sales', 'stock']);
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

const requeue = () =>
  requeueJob('catalog', [both()], '').run({ db: probe.db, calls: {} as never, signal: new AbortController().signal });

describe('after an upgrade from a durable for each consumer', () => {
  /** As the version before noted it. */
  const handledBy = (by: readonly string[], id: string) =>
    probe.db.system.sql`
      insert into inbox (consumer, event_id, stream_seq) select *, ${`evt_${id}`}, 7 from unnest(${by}::text[])`;

  test.each([
    ['none', [], ['sales', 'stock']],
    ['the first', ['catalog-stock'], ['sales']],
    ['the second', ['catalog-sales'], ['stock']],
    ['both', names, []],
  ])(
    'an event that was handled by %s of them is handled by exactly those that have not',
    async (_who, handling, left) => {
      await handledBy(['catalog-stock'], 'older');
      await handledBy(handling, 'half');
      for (const deliveryCount of [1, 2, 2])
        expect(await take(both(), deliver('half', { deliveryCount }), deliver('beside'))).toEqual([['ack'], ['ack']]);
      expect([await parted('half'), await parted('beside')]).toEqual([left, ['sales', 'stock']]);
    },
  );

  test('a replica of the version before, or one after a rollback, does not handle again what was handled', async () => {
    await handledBy(['catalog-stock'], 'older');
    const delivery = deliver('rolled_back');
    await take(both(), delivery);
    for (const [name, each] of partsOf('catalog', both())) {
      const event = parseEventFor(each, delivery.message.string());
      expect(
        await applyOnce({ db: probe.db, durable: name, consumer: each }, event, { streamSeq: 9, isRepeated: false }),
      ).toBe(false);
    }
    expect(await parted('rolled_back')).toEqual(['sales', 'stock']);
  });

  test('an event that a replica of the version before is handling is waited for', async () => {
    await handledBy(['catalog-stock'], 'older');
    const old = await probe.world.db('catalog').connect();
    await old.query(
      `begin; insert into inbox (consumer, event_id, stream_seq) values ('catalog-stock', 'evt_racing', 8)`,
    );
    const taken = take(both(), deliver('racing'));
    await old.query(`select pg_sleep(0.1); insert into effects values ('stock', 'prod_racing', 'old'); commit`);
    old.release();
    expect(await taken).toEqual([['ack']]);
    expect(await parted('racing')).toEqual(['sales', 'stock']);
  });

  test('a dead letter of a former durable is handed to the consumer that had it, once', async () => {
    await handledBy(['catalog-sales'], 'letter');
    const { message } = deliver('letter');
    const handOver = async () => {
      await probe.world.db('catalog').query(
        `insert into dead_letters (consumer, event_id, subject, payload, reason, requeued_at)
         values ('catalog-stock', 'evt_letter', $1, $2, 'bug', now()), ('catalog-gone', 'evt_letter', $1, $2, 'bug', now())`,
        [message.subject, message.string()],
      );
      expect(await requeue()).toBe(1);
      const left = await probe.world
        .db('catalog')
        .query('delete from dead_letters returning consumer, requeued_at is null as done');
      expect(left.rows).toEqual([{ consumer: 'catalog-gone', done: false }]);
    };
    await handOver();
    expect(await parted('letter')).toEqual(['stock']);
    await handOver();
    await take(both(), deliver('letter'));
    expect(await parted('letter')).toEqual(['stock']);
  });

  test('nothing more is noted under their names once no row of theirs is left, as in a new installation', async () => {
    await handledBy(['catalog-stock'], 'older');
    await take(both(), deliver('noted'));
    expect(await inbox()).toEqual(['catalog-purchases', 'catalog-sales', 'catalog-stock', 'catalog-stock']);
    await probe.world.db('catalog').query('delete from inbox where stream_seq = 7');
    await take(both(), deliver('not_noted'));
    expect(await inbox()).toEqual(['catalog-purchases', 'catalog-purchases', 'catalog-sales', 'catalog-stock']);
  });
});
