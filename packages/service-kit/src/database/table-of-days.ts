import { job, type Job } from '../jobs.ts';
import { log } from '../telemetry/log.ts';
import { dayOf, daysFrom, type Day } from './day.ts';
import type { Database, SystemReader, Tx } from './database.ts';
import { sqlState } from './postgres-errors.ts';
import { fragment, json, type Fragment } from './sql.ts';
import { constant } from './table.ts';

/** A table with a partition for each day in the ids of events, and a default one for what has none. */
export interface TableOfDays {
  readonly name: string;
  /** The column that holds an event's id. */
  readonly by: string;
  /** Columns of an index in whose order rows without a day are looked at; `by` unless given. */
  readonly order?: Fragment;
  /** Days after which rows are looked at: younger ones are needed in any case. */
  readonly keptDays: number;
  /** Whether an old row is needed still, named `kept`: a condition that an index answers. */
  readonly keepsRow: Fragment;
  /** Whether an old row, named `kept`, goes on in the default partition when its day goes. Few rows at a time are such. */
  readonly outlivesDay?: Fragment;
  /** Whether nothing may go at present. */
  readonly keepsAll?: Fragment;
  /** Takes rows that went off what counts them. They are in order of accounts. */
  readonly uncount?: (tx: Tx, gone: readonly CountOfAccount[]) => Promise<void>;
}

/** How many rows of an account and mode. */
export interface CountOfAccount {
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly rows: number;
}

const everyMs = 10 * 60_000;
const batchRows = 5_000; // short transactions, so that vacuum keeps up
const lockTimeoutMs = 250; // a writer behind us waits no longer; the next run tries again
const dropMaxMs = 60_000; // only late writers of that old day wait so long
const validateMaxMs = 3_600_000; // reads what was there before days were, and keeps no one waiting
const never = fragment`false`;

/**
 * Adds the partitions of the coming days, drops those of which nothing is needed, and empties the default one. A table that
 * fails keeps no other from its days. @throws the first failure, after every table has been tried
 */
export const daysJob = (tables: readonly TableOfDays[]): Job =>
  job('days', {
    everyMs,
    run: async ({ db }) => {
      const failures: unknown[] = [];
      const tried = (work: Promise<number>): Promise<number> =>
        work.catch((thrown: unknown) => {
          failures.push(thrown);
          return 0;
        });
      let done = 0;
      for (const table of tables) await tried(addDays(db, table));
      for (const table of tables) done += (await tried(dropDays(db, table))) + (await tried(pruneDefault(db, table)));
      if (failures.length > 0) throw failures[0];
      return done;
    },
  });

async function addDays(db: Database, { name: table }: TableOfDays): Promise<number> {
  const [today, ...coming] = daysFrom(new Date());
  if (today) await unlessLocked(addDay(db, table, today));
  for (const day of coming)
    await unlessLocked(addDay(db, table, day).then((isAdded) => isAdded || addBesideMany(db, table, day)));
  return coming.length;
}

async function addDay({ system }: Database, table: string, { name, lower, upper }: Day): Promise<boolean> {
  const row = await system.one<{ added: boolean }>`select add_day(${table}, ${name}, ${lower}, ${upper}) as added`;
  return row?.added === true;
}

/**
 * Adds a day that has not begun while the default partition is long, in transactions of their own. When the process dies
 * between them, nothing of that day can be written, and the next run, days before, goes on.
 */
async function addBesideMany(db: Database, table: string, day: Day): Promise<boolean> {
  const { name, lower, upper } = day;
  const excluded = await db.system.one<{
    done: boolean;
  }>`select exclude_day(${table}, ${name}, ${lower}, ${upper}) as done`;
  if (excluded?.done !== true) return false; // it is there, or has rows in the default partition
  try {
    await db.transact(everyAccount, async (tx) => {
      await tx.sql`
        select set_config(name, ${String(validateMaxMs)}, true) from unnest(array['statement_timeout', 'transaction_timeout']) name`;
      await tx.sql`select validate_day(${table}, ${name})`;
    });
  } catch (thrown) {
    await db.system.sql`select include_day(${table}, ${name})`;
    throw thrown;
  }
  return addDay(db, table, day);
}

async function dropDays(db: Database, table: TableOfDays): Promise<number> {
  let dropped = 0;
  for (const day of await oldDays(db.system, table)) dropped += (await unlessLocked(dropDay(db, table, day))) ?? 0;
  return dropped;
}

/** Undefined when others hold the lock: the next run finds it free, or the next but one. */
const unlessLocked = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((thrown: unknown) => {
    if (!['55P03', '40P01'].includes(sqlState(thrown) ?? '')) throw thrown;
    log.debug({ err: thrown }, 'days.locked');
    return undefined;
  });

/** Days with a partition that ended more than the kept days ago, oldest first. */
async function oldDays({ sql }: SystemReader, { name, keptDays }: TableOfDays): Promise<string[]> {
  const before = dayOf(new Date(), -keptDays).name;
  const days = await sql<{ day: string }>`
    select right(relname, 8) as day from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${name}) and relname ~ '_[0-9]{8}$' and right(relname, 8) < ${before}
    order by 1`;
  return days.map(({ day }) => day);
}

/** For work on the rows of all accounts. */
const everyAccount = { merchantId: '', livemode: false };

/**
 * Drops the partition unless a row of it is needed. It can be read while its rows are looked at. Counts change last: who changes
 * them may hold locks on the table.
 */
const dropDay = (db: Database, table: TableOfDays, day: string) =>
  db.transact(everyAccount, async (tx) => {
    const { name, keepsRow, outlivesDay = never, keepsAll = never, uncount } = table;
    const partition = constant(`${name}_${day}`);
    await tx.sql`
      select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true), set_config('statement_timeout', ${`${dropMaxMs}ms`}, true)`;
    await tx.sql`lock table ${partition} in share row exclusive mode`;
    const kept = await tx.one`select 1 where ${keepsAll} or exists (select 1 from ${partition} kept where ${keepsRow})`;
    if (kept) return 0;
    const gone = uncount && (await tx.sql<CountOfAccount>`${countOf(partition)}`);
    const outliving = await tx.sql<{
      row: unknown;
    }>`select to_jsonb(kept) as row from ${partition} kept where ${outlivesDay}`;
    await tx.sql`select drop_day(${name}, ${day})`;
    if (outliving.length > 0)
      await tx.sql`
        insert into ${constant(name)} select * from jsonb_populate_recordset(null::${constant(name)}, ${json(outliving.map(({ row }) => row))}::jsonb)`;
    if (gone) await uncount(tx, gone);
    return 1;
  });

/** Deletes a batch of what is old and has no day: rows of before the table had days, or of a day that was added late. */
const pruneDefault = (db: Database, table: TableOfDays) =>
  db.transact(everyAccount, async (tx) => {
    const {
      name,
      by,
      order = constant(by),
      keptDays,
      keepsRow,
      outlivesDay = never,
      keepsAll = never,
      uncount,
    } = table;
    const rest = constant(`${name}_default`);
    const gone = fragment`
      delete from ${rest} where ctid = any(array(
        select ctid from ${rest} kept
        where ${constant(by)} < ${dayOf(new Date(), -keptDays).lower} and not ${keepsRow} and not ${outlivesDay} and not ${keepsAll}
        order by ${order} limit ${batchRows} for update skip locked))
      returning *`;
    if (!uncount) return (await tx.sql`${gone}`).length;
    const counts = await tx.sql<CountOfAccount>`with gone as (${gone}) ${countOf(constant('gone'))}`;
    await uncount(tx, counts);
    return counts.reduce((sum, { rows }) => sum + rows, 0);
  });

const countOf = (table: Fragment): Fragment => fragment`
  select merchant_id, livemode, count(*)::int as rows from ${table} group by merchant_id, livemode order by 1, 2`;
