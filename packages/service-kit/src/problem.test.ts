import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Tx } from './database/database.ts';
import { openProbe, probeScope, type Probe } from './open-probe.test-support.ts';
import { toProblem } from './problem.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`create table seats (id text primary key); insert into seats values ('one')`);
});
afterAll(() => probe.close());

/** What a caller hears of a transaction that fails: status and `Retry-After` in seconds. */
const heardOf = (verb: (tx: Tx) => Promise<unknown>) =>
  probe.db.transact(probeScope, verb).then(
    () => 'committed',
    (thrown: unknown) => {
      const { status, code, retryAfterSeconds, cause } = toProblem(thrown);
      expect([code, cause]).toEqual(['internal_error', thrown]);
      return [status, retryAfterSeconds];
    },
  );

test('a row that another keeps for too long is a 503 that says when to come back', async () => {
  const holder = await probe.world.db('catalog').connect();
  await holder.query('begin; select 1 from seats for update');
  const heard = await heardOf(async (tx) => {
    await tx.sql`select set_config('lock_timeout', '20ms', true)`;
    await tx.sql`update seats set id = 'two'`;
  });
  await holder.query('rollback');
  holder.release();
  expect(heard).toEqual([503, 1]);
});

test('so is a database that ends the connection, and one that takes too long', async () => {
  expect(await heardOf((tx) => tx.sql`select pg_terminate_backend(pg_backend_pid())`)).toEqual([503, 1]);
  const slow = heardOf(async (tx) => {
    await tx.sql`select set_config('statement_timeout', '20ms', true)`;
    await tx.sql`select pg_sleep(60)`;
  });
  expect(await slow).toEqual([503, 1]);
});

test('a statement that is wrong is a 500', async () => {
  expect(await heardOf((tx) => tx.sql`select broken`)).toEqual([500, undefined]);
});
