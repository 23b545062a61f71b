import { job, type Job } from '../jobs.ts';
import { log } from '../telemetry/log.ts';
import { dayOf, daysFrom } from './day.ts';
import type { Database, SystemReader, Tx } from './database.ts';
import { sqlState } from './postgres-errors.ts';
import { fragment, type Fragment } from './sql.ts';
import { constant } from './table.ts';

/** A table with a partition for each day in the ids of events, and a default one for what has none. */
export interface TableOfDays {
  readonly name: string;
  /** Days after which rows are looked at: younger ones are needed in any case. */
  readonly keptDays: number;
  /** Whether a row of an old day is needed still: a condition on its columns, found by an index. */
  readonly keepsRow: Fragment;
  /** Whether nothing may go at present, see {@link pruneJob}. */
  readonly keepsAll?: Fragment;
  /** In the transaction that drops a partition, after which its rows are gone. @param partition its name */
  readonly beforeDrop?: (tx: Tx, partition: Fragment) => Promise<void>;
}

const everyMs = 10 * 60_000;
const batchRows = 5_000; // short transactions, so that vacuum keeps up
const lockTimeoutMs = 250; // a writer behind us waits no longer; the next run tries again
const dropMaxMs = 60_000; // only late writers to that old day wait
const never = fragment`false`;

/** Adds the partitions of the coming days, drops those of which nothing is needed, and empties the default one. */
export const daysJob = (tables: readonly TableOfDays[]): Job =>
  job('days', {
    everyMs,
    run: async ({ db }) => {
      let done = 0;
      for (const table of tables) {
        for (const { name, lower, upper } of daysFrom(new Date()))
          await db.system.sql`select add_day(${table.name}, ${name}, ${lower}, ${upper})`.catch(unlessLocked);
        for (const day of await oldDays(db.system, table))
          done += await dropDay(db, table, day).catch((thrown: unknown) => unlessLocked(thrown) ?? 0);
        done += await pruneDefault(db.system, table);
      }
      return done;
    },
  });

/** The next run finds the lock free, or the next but one. */
function unlessLocked(thrown: unknown): undefined {
  if (!['55P03', '40P01'].includes(sqlState(thrown) ?? '')) throw thrown;
  log.debug({ err: thrown }, 'days.locked');
}

/** Days with a partition that ended more than the kept days ago, oldest first. */
async function oldDays({ sql }: SystemReader, { name, keptDays }: TableOfDays): Promise<string[]> {
  const before = dayOf(new Date(), -keptDays).name;
  const days = await sql<{ day: string }>`
    select right(relname, 8) as day from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${name}) and relname ~ '_[0-9]{8}$' and right(relname, 8) < ${before}
    order by 1`;
  return days.map(({ day }) => day);
}

/** Drops the partition unless a row of it is needed. Whoever writes to it waits meanwhile, the other days' writers do not. */
async function dropDay(db: Database, { name, keepsRow, keepsAll = never, beforeDrop }: TableOfDays, day: string): Promise<number> {
  const partition = constant(`${name}_${day}`);
  return db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await tx.sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`;
    await tx.sql`lock table ${partition} in access exclusive mode`;
    await tx.sql`select set_config('statement_timeout', ${`${dropMaxMs}ms`}, true)`;
    const kept = await tx.one`select 1 where ${keepsAll} or exists (select 1 from ${partition} where ${keepsRow})`;
    if (kept) return 0;
    await beforeDrop?.(tx, partition);
    await tx.sql`select drop_day(${name}, ${day})`;
    return 1;
  });
}

/** Deletes a batch of what is old and has no day: rows of before the table had days, or of a day that was added late. */
async function pruneDefault({ sql }: SystemReader, { name, keptDays, keepsRow, keepsAll = never }: TableOfDays): Promise<number> {
  const rest = constant(`${name}_default`);
  const gone = await sql`
    delete from ${rest} where ctid = any(array(
      select ctid from ${rest}
      where event_id < ${dayOf(new Date(), -keptDays).lower} and not ${keepsRow} and not ${keepsAll} limit ${batchRows}))
    returning 1`;
  return gone.length;
}
