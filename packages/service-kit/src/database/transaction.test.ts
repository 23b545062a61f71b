import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';
import { Database, type Tx } from './database.ts';
import { sqlState, violatedConstraint, wasNotCommitted } from './postgres-errors.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`
    create table accounts (id text primary key, balance int not null constraint accounts_balance_in_credit check (balance >= 0));
    create table pairs (id text primary key, partner text references pairs deferrable initially deferred);
    insert into accounts values ('left', 100), ('right', 100)`);
});
afterAll(() => probe.close());

const transact = <T>(verb: (tx: Tx) => Promise<T>) => probe.db.transact(probeScope, verb);
const balanceOf = async (id: string) =>
  (await probe.db.system.one<{ balance: number }>`select balance from accounts where id = ${id}`)?.balance;

test('a deadlock costs the caller nothing: the loser runs again and both commit', async () => {
  let runs = 0;
  let arrived = 0;
  let open: () => void;
  const bothHoldOne = new Promise<void>((resolve) => (open = resolve));
  const move = (from: string, to: string) =>
    transact(async (tx) => {
      runs++;
      await tx.sql`update accounts set balance = balance - 10 where id = ${from}`;
      if (++arrived === 2) open();
      await bothHoldOne;
      await tx.sql`update accounts set balance = balance + 10 where id = ${to}`;
    });
  await Promise.all([move('left', 'right'), move('right', 'left')]);
  expect(runs).toBeGreaterThan(2);
  expect([await balanceOf('left'), await balanceOf('right')]).toEqual([100, 100]);
});

test('statements that travel with the commit belong to the transaction, and one that fails undoes it for its own reason', async () => {
  await transact(async (tx) => {
    tx.alongCommit`insert into accounts values ('along', 1)`;
    expect(await tx.one`select 1 from accounts where id = 'along'`).toBeUndefined();
  });
  expect(await balanceOf('along')).toBe(1);
  const failing = transact(async (tx) => {
    await tx.sql`insert into accounts values ('before_along', 1)`;
    tx.alongCommit`insert into accounts values ('along', 2)`;
    tx.emit('product.deleted', { object: probeProduct('prod_along'), version: 1 });
  });
  await expect(failing).rejects.toMatchObject({ constraint: 'accounts_pkey' });
  expect(await balanceOf('before_along')).toBeUndefined();
  expect(await probe.db.system.one`select 1 from outbox where aggregate_id = 'prod_along'`).toBeUndefined();
});

test('statements of one turn leave in one write: begin with the first statement, the last ones with the commit', async () => {
  await transact((tx) => tx.sql`select 1`); // connected
  const writes = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as '_write')];
  await transact(async (tx) => {
    await tx.sql`select 1`;
    tx.alongCommit`insert into accounts values ('gathered', 1)`;
    tx.emit('product.deleted', { object: probeProduct('prod_gathered'), version: 1 });
  });
  expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
  for (const each of writes) each.mockRestore();
});

test('a verb that throws undoes its statements and its events, and its after-commit effects never run', async () => {
  const effects: string[] = [];
  const undone = transact(async (tx) => {
    await tx.sql`insert into accounts values ('undone', 1)`;
    tx.alongCommit`insert into accounts values ('undone_too', 1)`;
    tx.emit('product.deleted', { object: probeProduct('prod_undone'), version: 1 });
    tx.afterCommit(() => effects.push('ran'));
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(effects).toEqual([]);
  expect(await balanceOf('undone')).toBeUndefined();
  expect(await balanceOf('undone_too')).toBeUndefined();
  expect(await probe.db.system.one`select 1 from outbox where aggregate_id = 'prod_undone'`).toBeUndefined();
});

test('a verb that goes on after a failed statement does not report a commit that never happened', async () => {
  const swallowing = transact(async (tx) => {
    await tx.sql`insert into accounts values ('swallowed', 1)`;
    await tx.sql`insert into accounts values ('swallowed', 2)`.catch(() => 'swallowed');
    return 'done';
  });
  await expect(swallowing).rejects.toThrow('bug');
  expect(await balanceOf('swallowed')).toBeUndefined();
});

test('a statement that was not awaited never runs in the connection’s next transaction', async () => {
  let late: Promise<unknown> = Promise.resolve();
  let ended: () => void;
  const end = new Promise<void>((resolve) => (ended = resolve));
  await transact(async (tx) => {
    late = end.then(() => tx.sql`insert into accounts values ('late', 1)`);
  });
  ended!();
  await expect(late).rejects.toThrow('bug: the transaction is over');
  expect(await balanceOf('late')).toBeUndefined();
});

test('an after-commit effect that throws does not turn a commit into a failure', async () => {
  const effects: string[] = [];
  await transact(async (tx) => {
    await tx.sql`insert into accounts values ('kept', 7)`;
    tx.afterCommit(() => {
      throw new Error('no one is listening');
    });
    tx.afterCommit(() => effects.push('next'));
  });
  expect(await balanceOf('kept')).toBe(7);
  expect(effects).toEqual(['next']);
});

test('a violated rule keeps its SQLSTATE and constraint, whether found by a statement, along the commit or by it', async () => {
  const failures = [
    transact((tx) => tx.sql`insert into accounts values ('overdrawn', -1)`),
    transact(async (tx) => tx.alongCommit`insert into accounts values ('overdrawn', -1)`),
    transact((tx) => tx.sql`insert into pairs values ('one', 'missing')`),
  ].map((each) =>
    each.then(
      () => 'committed',
      (thrown: unknown) => [sqlState(thrown), violatedConstraint(thrown)],
    ),
  );
  expect(await Promise.all(failures)).toEqual([
    ['23514', 'accounts_balance_in_credit'],
    ['23514', 'accounts_balance_in_credit'],
    ['23503', 'pairs_partner_fkey'],
  ]);
});

test('a database that does not answer a connection attempt has certainly committed nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const db = new Database(`postgres://mizan@127.0.0.1:${port}/mizan`, 'catalog');
  const thrown = await db.transact(probeScope, (tx) => tx.sql`select 1`).catch((failure: unknown) => failure);
  expect([wasNotCommitted(thrown), String(thrown)]).toEqual([true, expect.stringContaining('timeout')]);
  silent.close();
  await db.close();
});

test('a database that is still starting is waited for, a wrong password is not', async () => {
  const real = new URL(probe.world.databaseUrls('catalog').runtimeUrl);
  let turnedAway = 0;
  const door = createServer((socket) => {
    if (turnedAway++ < 2) socket.once('data', () => socket.end(refusal('57P03', 'the database system is starting up')));
    else socket.pipe(connect(Number(real.port), real.hostname)).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const url = new URL(real);
  url.port = String((door.address() as AddressInfo).port);
  const db = new Database(url.href, 'catalog');
  await db.whenReachable();
  expect(turnedAway).toBe(3);
  await db.close();
  door.close();

  url.href = real.href;
  url.password = 'wrong';
  const stranger = new Database(url.href, 'catalog');
  await expect(stranger.whenReachable()).rejects.toMatchObject({ code: '28P01' });
  await stranger.close();
});

/** What Postgres answers to a connection that it refuses. */
function refusal(sqlState: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('failures of every kind give their connections back', async () => {
  const fail = (verb: (tx: Tx) => Promise<unknown>) => transact(verb).catch(() => 'failed');
  for (let round = 0; round < 10; round++)
    await Promise.all([
      fail(() => Promise.reject(new Error('thrown'))),
      fail((tx) => tx.sql`select broken`),
      fail((tx) => tx.sql`insert into pairs values ('one', 'missing')`),
      fail((tx) => tx.sql`select pg_terminate_backend(pg_backend_pid())`),
    ]);
  const all = await Promise.all(Array.from({ length: 16 }, () => transact((tx) => tx.one`select 1 as one`)));
  expect(all).toHaveLength(16);
});
