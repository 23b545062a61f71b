import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { Database } from './database/database.ts';
import { command } from './handlers.ts';
import { keyedRequests } from './idempotency/keyed-requests.test-support.ts';
import { openProbe, type Probe } from './open-probe.test-support.ts';
import { Problem } from './problem.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.test-support.ts';

let probe: Probe;
let proxy: TcpProxy;
let db: Database;
let send: ReturnType<typeof keyedRequests>;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner('create table effects (key text primary key)');
  const { runtimeUrl } = probe.world.databaseUrls('catalog');
  proxy = await openTcpProxy(runtimeUrl);
  db = new Database(proxy.through(runtimeUrl), 'catalog');
  send = keyedRequests({ ...probe, db });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await probe.close();
});

/** With every connection lost, and none to be had. */
async function whileDown(act: () => Promise<void>): Promise<void> {
  await proxy.down();
  try {
    await eventually(async () => expect(await db.isReachable()).toBe(false));
    await act();
  } finally {
    await proxy.up();
    await eventually(async () => expect(await db.isReachable()).toBe(true));
  }
}

const run = () => Promise.resolve('in a transaction');
const effectsOf = (key: string) => probe.db.system.sql`select key from effects where key = ${key}`;
const storedAnswers = () => probe.db.system.sql`select state from idempotency_keys`;

test('a shortcut answers and stores nothing; where it answers undefined, the transaction stores its answer', async () => {
  const known = command({ shortcut: () => Promise.resolve('known'), run });
  expect(await send(known, { key: 'short' })).toMatchObject({ status: 201, body: '"known"', replayed: false });
  expect(await storedAnswers()).toEqual([]);
  const unknown = command({ shortcut: () => Promise.resolve(undefined), run });
  expect(await send(unknown, { key: 'long' })).toMatchObject({ body: '"in a transaction"' });
  expect(await send(unknown, { key: 'long' })).toMatchObject({ body: '"in a transaction"', replayed: true });
  expect(await storedAnswers()).toHaveLength(1);
});

test('a shortcut that collides with another transaction gives way to its own', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const colliding = command({ shortcut: () => Promise.reject(deadlock), run });
  expect(await send(colliding, { key: 'deadlock' })).toMatchObject({ status: 201, body: '"in a transaction"' });
});

test('a read that is lost changed nothing, so it is 503 and can be repeated', async () => {
  const reading = command({
    shortcut: async ({ reader }) => (await reader.one<{ slept: string }>`select pg_sleep(60)::text as slept`)?.slept,
    run,
  });
  const lost = send(reading, { key: 'read' });
  await eventually(async () => {
    const running = await probe.db.system.sql`select from pg_stat_activity where query like 'select pg_sleep(60)%'`;
    expect(running).toHaveLength(1);
  });
  await whileDown(async () => expect(await lost).toMatchObject({ status: 503 }));
});

test('a change whose answer is lost is never called undone: it may have been committed, and was', async () => {
  const changing = command({
    shortcut: async ({ autocommit }) => (await autocommit.sql`insert into effects values ('lost') returning key`)[0],
    run,
  });
  await db.system.sql`select 1`; // a connection whose answers can be held
  const release = proxy.holdAnswers();
  const lost = send(changing, { key: 'change' }).catch((thrown: unknown) => thrown);
  await eventually(async () => expect(await effectsOf('lost')).toHaveLength(1));
  await whileDown(async () => {
    release();
    expect(await lost).not.toBeInstanceOf(Problem); // answered 500, which says nothing about the outcome
  });
});

test('a change that was never sent is 503', async () => {
  const changing = command({
    shortcut: async ({ autocommit }) => (await autocommit.sql`insert into effects values ('unsent') returning key`)[0],
    run,
  });
  await whileDown(async () => expect(await send(changing, { key: 'unsent' })).toMatchObject({ status: 503 }));
  expect(await effectsOf('unsent')).toEqual([]);
});
