import type { ClockReport, ClockRequest } from '@mizan/contracts';
import type { Calls } from '../calls/call-client.ts';
import type { Database, Reader } from '../database/database.ts';
import { fragment, type Fragment } from '../database/sql.ts';
import { system, type Handler, type Input } from '../handlers.ts';
import type { Job } from '../jobs.ts';
import { scopeOf, type Scope } from '../identity/identity.ts';

const jobMaxMs = 4_000;

/** Work that follows the clock and does not run in a job. */
export interface TimedWork {
  /** When the next of the account's rows is due, or was. */
  readonly nextDueAt: (reader: Reader) => Promise<Date | undefined>;
  /** Runs what is due by the instant, for a few seconds at most. @returns how much that was */
  readonly runDue: (reader: Reader, at: Date) => Promise<number>;
}

interface Handling {
  readonly livemode: boolean;
  /** Whether everything up to this number of the stream has been handled. */
  hasHandled(streamSeq: number): Promise<boolean>;
}

/** What a service does by the clock and by events. */
interface ClockedService {
  readonly db: Database;
  readonly calls: Calls;
  readonly jobs: readonly Job[];
  readonly timed: readonly TimedWork[];
  readonly consumers: readonly Handling[];
}

/** A service's part in advancing an account's test clock: sets it and runs what is due by then, or only says what is next. */
export function clockAnswer(service: ClockedService): Handler<Input, ClockReport> {
  const { db } = service;
  const consumers = service.consumers.filter(({ livemode }) => !livemode); // live mode has no clock
  const timed = [...service.jobs.flatMap((job) => asTimedWork(job, service)), ...service.timed];
  return system(async (_db, { identity, body }) => {
    const scope = scopeOf(identity);
    const { at, aheadMs, sinceOutboxId, throughStreamSeq } = body as ClockRequest;
    if (at !== null) await db.clocks.advance(db.system, scope.merchantId, aheadMs);
    // First, because handling an event may make more work due.
    const isHandled = await haveHandled(consumers, throughStreamSeq);
    let jobsRun = 0;
    if (at !== null) for (const work of timed) jobsRun += await work.runDue(db.reader(scope), new Date(at));
    const outbox = await outboxOf(db, scope, sinceOutboxId);
    return { jobsRun, nextDueAt: await nextOf(db, timed, scope), ...outbox, isHandled };
  });
}

/**
 * A job that follows the clock runs until nothing of the account is due by the instant, until it makes no progress, or
 * for a few seconds: what is left then runs as usual, and is reported as due.
 */
function asTimedWork({ nextDueAt, run }: Job, { db, calls }: ClockedService): TimedWork[] {
  if (!nextDueAt) return [];
  const { signal } = new AbortController();
  const runDue = async (reader: Reader, at: Date): Promise<number> => {
    let jobsRun = 0;
    for (const until = performance.now() + jobMaxMs; performance.now() < until;) {
      const next = await nextDueAt(reader);
      if (!next || next > at) break;
      const done = await run({ db, calls, signal });
      jobsRun += done;
      if (done === 0) break;
    }
    return jobsRun;
  };
  return [{ nextDueAt, runDue }];
}

/** While the bus is down, its events cannot all have been handled. */
const haveHandled = (consumers: readonly Handling[], streamSeq: number): Promise<boolean> =>
  Promise.all(consumers.map((each) => each.hasHandled(streamSeq))).then(
    (handled) => handled.every(Boolean),
    () => false,
  );

async function nextOf(db: Database, timed: readonly TimedWork[], scope: Scope): Promise<string | null> {
  const pending = timed.map(({ nextDueAt }) => nextDueAt(db.reader(scope)));
  const known = (await Promise.all(pending)).filter((time) => time !== undefined).map((time) => time.toISOString());
  return known.sort()[0] ?? null;
}

/** What the account's test mode has published since, and what still waits for the bus. */
async function outboxOf(db: Database, { merchantId }: Scope, since: number | null) {
  const row = await db.system.one<
    Pick<ClockReport, 'lastOutboxId' | 'eventsEmitted' | 'unpublished' | 'lastStreamSeq'>
  >`
    select
      coalesce((select max(id) from outbox), 0) as "lastOutboxId",
      coalesce((select max(stream_seq) from outbox where not livemode), 0) as "lastStreamSeq",
      (select count(*)::int from outbox
        where id > ${since ?? Number.MAX_SAFE_INTEGER} and merchant_id = ${merchantId} and not livemode) as "eventsEmitted",
      (select count(*)::int from outbox where published_at is null and merchant_id = ${merchantId} and not livemode) as unpublished`;
  if (!row) throw new Error('bug: an aggregate without a row');
  return row;
}

/** The rows of a table that come due, and the column or expression that says when. */
export interface DueRows {
  readonly table: Fragment;
  readonly column: Fragment;
  /** Which rows; all of them unless given. */
  readonly where?: Fragment;
}

/** When the next of an account's rows comes due; undefined when none will. For `nextDueAt` of jobs. */
export async function nextDueIn(
  reader: Reader,
  { table, column, where = fragment`true` }: DueRows,
): Promise<Date | undefined> {
  const row = await reader.one<{ at: Date | null }>`
    select min(${column}) as at from ${table}
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      and ${column} is not null and ${where}`;
  return row?.at ?? undefined;
}
