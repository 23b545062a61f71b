import { setTimeout as wait } from 'node:timers/promises';
import type { DataCleared } from '@mizan/contracts';
import type { Database, Tx } from '../database/database.ts';
import { sqlState } from '../database/postgres-errors.ts';
import { Fragment, fragment } from '../database/sql.ts';
import { system, type Handler, type Input } from '../handlers.ts';
import { scopeOf, type Scope } from '../identity/identity.ts';

/** What a service does about its part of an account's test data. */
export interface TestDataRules {
  /** Tables that keep their rows: what is configuration, append-only, or a count that must never go back. */
  readonly keep?: readonly string[];
  /** Of these, whose rows are locked first: running totals that every writer of the data updates. */
  readonly lock?: readonly string[];
  /** A query for one JSON value about what is kept, as it is at the moment at which the data is removed. */
  readonly observe?: (scope: Scope) => Fragment;
  /** Adjusts what is kept to what was removed, in the transaction that removes it. */
  readonly finish?: (tx: Tx, observed: unknown) => Promise<void>;
}

/** Events that happened are still published. */
const keptByTheKit = ['outbox'];
const counts = 'row_counts';
/** A large account takes a while; well within the deadline of the call. */
const statementTimeout = '15s';
const clearMaxMs = 12_000;
const retryMs = 50;
/** Conflicts with a writer: serialization failure, deadlock, lock timeout, a reference that was just inserted. */
const conflictStates = ['40001', '40P01', '55P03', '23503'];

/**
 * A service's part in removing an account's test data: every row of the account's test mode in every table that has
 * merchant and mode, in one transaction. So a crash leaves each service as it was or cleared, and a retry finishes.
 *
 * Running totals are locked first, then one statement removes everything it sees: what was written by then goes with
 * its share of the totals, what is written later stays and adds to them.
 */
export function clearAnswer(rules: TestDataRules): Handler<Input, DataCleared> {
  return system(async (db: Database, { identity }) => {
    const scope = scopeOf(identity);
    if (scope.livemode) throw new Error('bug: only test data is removed');
    for (const until = performance.now() + clearMaxMs; ; await wait(retryMs)) {
      try {
        return await db.transact(scope, (tx) => clear(tx, rules));
      } catch (thrown) {
        if (!conflictStates.includes(sqlState(thrown) ?? '') || performance.now() > until) throw thrown;
      }
    }
  });
}

async function clear(tx: Tx, { keep = [], lock = [], observe, finish }: TestDataRules): Promise<DataCleared> {
  await tx.sql`select set_config('statement_timeout', ${statementTimeout}, true)`;
  const tables = await tablesOf(tx);
  const ofAccount = fragment`merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}`;
  for (const { name, sql } of tables)
    if (name === counts || lock.includes(name))
      await tx.sql`select 1 from ${sql} where ${ofAccount} order by ${sql} for update`;
  const cleared = tables.filter(({ name }) => ![...keptByTheKit, ...keep].includes(name));
  const removals = cleared.map(
    ({ sql }) => fragment`gone_${sql} as (delete from ${sql} where ${ofAccount} returning 1)`,
  );
  const rows = cleared.map(({ sql }) => fragment`+ (select count(*) from gone_${sql})`);
  const removed = await tx.one<{ rowsDeleted: number; observed: unknown }>`
    with ${joined(removals, ', ')}
    select (0 ${joined(rows, ' ')})::int as "rowsDeleted", (${observe?.(tx.scope) ?? fragment`select null::jsonb`}) as observed`;
  if (!removed) throw new Error('bug: a select of one row without a row');
  await finish?.(tx, removed.observed);
  return { rowsDeleted: removed.rowsDeleted };
}

const joined = (parts: readonly Fragment[], separator: string): Fragment =>
  new Fragment(['', ...parts.map((_part, index) => (index === parts.length - 1 ? '' : separator))], parts);

/** The tables of the service's schema that hold rows of accounts and modes. */
async function tablesOf(tx: Tx): Promise<{ name: string; sql: Fragment }[]> {
  const tables = await tx.sql<{ name: string }>`
    select class.relname as name from pg_class class
    where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and 2 = (select count(*) from pg_attribute
               where attrelid = class.oid and attname in ('merchant_id', 'livemode') and not attisdropped)
    order by class.relname`;
  return tables.map(({ name }) => {
    if (!/^[a-z_]+$/.test(name)) throw new Error(`bug: a table named ${name}`);
    return { name, sql: new Fragment([name], []) };
  });
}
