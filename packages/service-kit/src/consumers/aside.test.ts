import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import { eventually } from '@mizan/testing';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { Aside } from './aside.ts';
import { consumer, type Consumer } from './consumer.ts';
import { deliver } from './deliver.test-support.ts';
import { handleMessages } from './handle-message.ts';

let probe: Probe;
let aside: Aside;
let cameBack: JsMsg[];
let started: string[];
let unlock: () => Promise<void>;
let prepare: () => Promise<void>;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(
    'create table locked (merchant_id text primary key); create table effects (object_id text not null)',
  );
});
afterAll(() => probe.close());
beforeEach(() => {
  cameBack = [];
  started = [];
  aside = new Aside(({ heldBack }) => cameBack.push(...heldBack));
  return probe.world.db('catalog').query('truncate effects, inbox');
});

afterEach(() => unlock()); // also when the test has failed

/** What an event does needs the row of its account. */
const needingRow: Consumer = consumer({
  name: 'probe',
  purpose: 'is a test',
  on: {
    'product.deleted': async (tx, { object }) => {
      started.push(object.id);
      await tx.sql`select 1 from locked where merchant_id = ${tx.scope.merchantId} for update`;
      await tx.sql`insert into effects values (${object.id})`;
    },
    'product.created': { before: () => prepare(), handle: () => Promise.resolve() },
  },
});
const place = () => ({
  db: probe.db,
  durable: 'catalog-probe',
  consumer: needingRow,
  prefix: '',
  livemode: false,
  aside,
});
const take = (messages: readonly JsMsg[]) =>
  aside.during(() => handleMessages(place(), messages).then(() => undefined));
const effects = async () =>
  (await probe.db.system.sql<{ objectId: string }>`select object_id from effects`).map(({ objectId }) => objectId);

/** Locks the rows of accounts until `unlock` is called. */
async function lock(...merchants: string[]): Promise<void> {
  const db = probe.world.db('catalog');
  await db.query('insert into locked select * from unnest($1::text[]) on conflict do nothing', [merchants]);
  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('select 1 from locked where merchant_id = any($1) for update', [merchants]);
  let unlocked: Promise<void> | undefined;
  unlock = () => (unlocked ??= holder.query('rollback').then(() => holder.release()));
}
const of = (merchantId: string, id: string, deliveryCount = 1) => deliver(id, { merchantId, deliveryCount });

test('an account whose rows are locked keeps neither the events beside its own waiting nor the batches after them', async () => {
  await lock('acct_locked');
  const [locked, beside, next] = [of('acct_locked', 'locked'), of('acct_free', 'beside'), of('acct_free', 'next')];
  await take([locked.message, beside.message]);
  await take([next.message]);
  expect([locked.answers, beside.answers, next.answers]).toEqual([[], ['ack'], ['ack']]);
  await unlock();
  await aside.ended();
  expect(locked.answers).toEqual(['ack']);
  expect(await effects()).toEqual(['prod_beside', 'prod_next', 'prod_locked']);
});

test('what follows of such an account waits until its turn, in its order', async () => {
  await lock('acct_locked');
  const [first, second, third] = ['first', 'second', 'third'].map((id) => of('acct_locked', id)) as [
    ReturnType<typeof of>,
    ReturnType<typeof of>,
    ReturnType<typeof of>,
  ];
  await take([first.message]);
  await take([second.message, third.message]);
  expect([second.answers, third.answers, started]).toEqual([[], [], ['prod_first']]);
  expect([first, second, third].map(({ message }) => aside.has(message))).toEqual([true, true, true]);
  await unlock();
  await aside.ended();
  expect(cameBack).toEqual([second.message, third.message]);
  await take(cameBack);
  expect(await effects()).toEqual(['prod_first', 'prod_second', 'prod_third']);
  expect([first, second, third].map(({ message }) => aside.has(message))).toEqual([false, false, false]);
});

test('what follows of such an account waits for its turn, also when the work ends while its batch is handled', async () => {
  await lock('acct_locked');
  const [first, second, third] = ['first', 'second', 'third'].map((id) => of('acct_locked', id)) as [
    ReturnType<typeof of>,
    ReturnType<typeof of>,
    ReturnType<typeof of>,
  ];
  const between = deliver('between', { merchantId: 'acct_free', type: 'product.created' });
  await take([first.message]);
  prepare = async () => {
    await unlock();
    await eventually(() => expect(first.answers).toEqual(['ack']));
  };
  await take([second.message, between.message, third.message]);
  expect([between.answers, third.answers]).toEqual([['ack'], []]);
  await aside.ended();
  expect(cameBack).toEqual([second.message, third.message]);
});

test('events that were delivered often wait for locks beside the batches too, one after the other', async () => {
  await lock('acct_locked');
  const often = ['often_1', 'often_2'].map((id) => of('acct_locked', id, 3));
  const next = of('acct_free', 'next');
  await take(often.map(({ message }) => message));
  await take([next.message]);
  expect([next.answers, started]).toEqual([['ack'], ['prod_often_1', 'prod_next']]);
  await unlock();
  await aside.ended();
  expect(often.map(({ answers }) => answers)).toEqual([['ack'], ['ack']]);
});

test('so many accounts at once are left aside that connections remain, and others are waited for', async () => {
  const names = Array.from({ length: 9 }, (_, i) => `acct_${i}`);
  await lock(...names);
  const deliveries = names.map((name) => of(name, name));
  let isOver = false;
  const taken = take(deliveries.map(({ message }) => message)).then(() => (isOver = true));
  await eventually(() => expect(deliveries.filter(({ message }) => aside.has(message))).toHaveLength(8));
  expect(isOver).toBe(false);
  await unlock();
  await Promise.all([taken, aside.ended()]);
  expect((await effects()).sort()).toEqual(names.map((name) => `prod_${name}`));
});
