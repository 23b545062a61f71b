import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import type { Tx } from '../database/database.ts';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';
import { consumer, type BusEvent } from './consumer.ts';
import { requeueJob } from './dead-letters.ts';
import { handleMessages } from './handle-message.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner('create table effects (object_id text not null)');
});
afterAll(() => probe.close());

type Handle = (tx: Tx, event: BusEvent<'product.deleted'>) => Promise<void>;
const durable = 'catalog-probe';
const consumerOf = (handle: Handle) => consumer('probe', { 'product.deleted': handle });
const takeEffect: Handle = async (tx, event) => void (await tx.sql`insert into effects values (${event.object.id})`);

/** A delivery as the server makes it, which notes how it was answered. */
function deliver(id: string, options: { deliveryCount?: number; payload?: string } = {}) {
  const payload = {
    specversion: '1.0',
    id: `evt_${id}`,
    source: '/mizan/catalog',
    type: 'product.deleted',
    subject: `prod_${id}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    merchantid: probeScope.merchantId,
    livemode: false,
    objectversion: 1,
    data: { object: probeProduct(`prod_${id}`) },
  };
  const answers: string[] = [];
  const message = {
    seq: 1,
    subject: 'events.v1.test.acct_probe.product.deleted',
    info: { deliveryCount: options.deliveryCount ?? 1 },
    headers: undefined,
    string: () => options.payload ?? JSON.stringify(payload),
    ack: () => answers.push('ack'),
    nak: (delayMs: number) => answers.push(`again in ${delayMs / 1000} s`),
    term: () => answers.push('term'),
  };
  return { message: message as unknown as JsMsg, answers };
}

const handle = async (run: Handle, delivery: ReturnType<typeof deliver>) => {
  await handleMessages(probe.db, durable, consumerOf(run), [delivery.message]);
  return delivery.answers;
};
const lettersOf = (id: string) =>
  probe.db.system.sql<{
    reason: string;
    requeued_at: Date | null;
  }>`select * from dead_letters where event_id = ${`evt_${id}`}`;
const failuresOf = (id: string) =>
  probe.db.system.one<{ attempts: number }>`select attempts from consumer_failures where event_id = ${`evt_${id}`}`;
const effectsOf = async (id: string) =>
  (await probe.db.system.sql`select 1 from effects where object_id = ${`prod_${id}`}`).length;

test('a handler that keeps failing is tried 8 times, ever more rarely, and then its event is a dead letter with the reason', async () => {
  const answers: string[] = [];
  for (let attempt = 1; attempt <= 8; attempt++)
    answers.push(
      ...(await handle(
        async (tx, event) => takeEffect(tx, event).then(() => Promise.reject(new Error(`failure ${attempt}`))),
        deliver('fails'),
      )),
    );
  expect(answers).toEqual([...[1, 5, 30, 120, 600, 600, 600].map((seconds) => `again in ${seconds} s`), 'term']);
  expect(await lettersOf('fails')).toMatchObject([{ reason: 'Error: failure 8', requeued_at: null }]);
  expect(await effectsOf('fails')).toBe(0);
});

test('an event that was delivered 25 times without ever failing in order is a dead letter before its handler runs again', async () => {
  expect(await handle(takeEffect, deliver('survives', { deliveryCount: 24 }))).toEqual(['ack']);
  expect(await handle(takeEffect, deliver('crashes', { deliveryCount: 25 }))).toEqual(['term']);
  expect(await effectsOf('crashes')).toBe(0);
  expect(await lettersOf('crashes')).toMatchObject([{ reason: expect.stringContaining('crash loop') }]);
});

test('25 deliveries that a restarted server or a failing handler explains bury nothing', async () => {
  await handle(takeEffect, deliver('repeated'));
  expect(await handle(takeEffect, deliver('repeated', { deliveryCount: 25 }))).toEqual(['ack']);
  await handle(() => Promise.reject(new Error('once')), deliver('failed_once'));
  expect(await handle(takeEffect, deliver('failed_once', { deliveryCount: 40 }))).toEqual(['ack']);
  expect([await effectsOf('repeated'), await effectsOf('failed_once')]).toEqual([1, 1]);
  expect([...(await lettersOf('repeated')), ...(await lettersOf('failed_once'))]).toEqual([]);
});

test('a database that ends the handler’s session is no failure of the event', async () => {
  const interrupted: Handle[] = [
    (tx) => tx.sql`select pg_terminate_backend(pg_backend_pid())`.then(() => undefined),
    async (tx) => {
      const own = await tx.one<{ pid: number }>`select pg_backend_pid() as pid`;
      await probe.world.db('catalog').query('select pg_terminate_backend($1, 1000)', [own?.pid]);
      await tx.sql`select 1`;
    },
  ];
  for (const each of interrupted) expect(await handle(each, deliver('interrupted'))).toEqual(['again in 1 s']);
  expect(await failuresOf('interrupted')).toBeUndefined();
  expect(await handle(takeEffect, deliver('interrupted'))).toEqual(['ack']);
});

test('a handler whose statement takes too long has failed, so that it cannot be tried for ever', async () => {
  const slow: Handle = async (tx) => {
    await tx.sql`select set_config('statement_timeout', '20ms', true)`;
    await tx.sql`select pg_sleep(5)`;
  };
  await handle(slow, deliver('slow'));
  expect(await failuresOf('slow')).toEqual({ attempts: 1 });
});

test('a dead letter that an operator requeues takes effect once and leaves the table', async () => {
  for (let attempt = 1; attempt <= 8; attempt++)
    await handle(() => Promise.reject(new Error('bug')), deliver('repaired'));
  const requeue = (run: Handle) =>
    requeueJob('catalog', [consumerOf(run)]).run({
      db: probe.db,
      calls: {} as never,
      signal: new AbortController().signal,
    });
  const mark = () =>
    probe.world.db('catalog').query(`update dead_letters set requeued_at = now() where event_id = 'evt_repaired'`);

  expect(await requeue(takeEffect)).toBe(0); // nobody asked
  await mark();
  await requeue(() => Promise.reject(new Error('still a bug')));
  expect(await lettersOf('repaired')).toMatchObject([{ reason: 'Error: still a bug', requeued_at: null }]);
  await mark();
  expect(await requeue(takeEffect)).toBe(1);
  expect([await effectsOf('repaired'), (await lettersOf('repaired')).length]).toEqual([1, 0]);
  expect(await handle(takeEffect, deliver('repaired'))).toEqual(['ack']);
  expect(await effectsOf('repaired')).toBe(1);
});

test('a requeued letter whose handler kills the process is not run again by the next leader', async () => {
  for (let attempt = 1; attempt <= 8; attempt++)
    await handle(() => Promise.reject(new Error('bug')), deliver('deadly'));
  await probe.world.db('catalog').query(`update dead_letters set requeued_at = now() where event_id = 'evt_deadly'`);
  const marks: unknown[] = [];
  const looksBeforeItDies: Handle = async () => {
    marks.push(...(await lettersOf('deadly')).map(({ requeued_at }) => requeued_at));
    throw new Error('killed');
  };
  await requeueJob('catalog', [consumerOf(looksBeforeItDies)]).run({
    db: probe.db,
    calls: {} as never,
    signal: new AbortController().signal,
  });
  expect(marks).toEqual([null]);
});
