import type { DueClocks } from './clock/test-clocks.ts';
import type { Database } from './database/database.ts';
import type { JobContext } from './jobs.ts';
import type { Scope } from './identity/identity.ts';
import { log } from './telemetry/log.ts';

/** What a janitor does. */
export type Sweep<Row extends Scope> = Found<Row> & {
  /** The log's event when one fails, for example `payment.resolve_failed`, and which of the row's fields name it there. */
  readonly failure: {
    readonly event: string;
    /** `error` unless given. */
    readonly level?: (row: Row) => 'warn' | 'error';
    readonly ids: (row: Row) => object;
  };
  /**
   * Whom a row waits for, where that may take long: the rows of one lane are handled in order, and lanes side by side. A
   * batch must have few. All rows are one lane unless given.
   */
  readonly laneOf?: (row: Row) => string;
  /** Handles one row, in transactions of its own. @returns false when it was not done, for example because another did it */
  readonly handle: (row: Row, scope: Scope, now: Date) => Promise<boolean | void>;
};

/** How the rows of every merchant are found, the most urgent first, at most a batch. */
type Found<Row> =
  /** By a time that has come; one query for each of {@link DueClocks}, whose rows are handled before the next. */
  | { readonly due: (db: Database, clocks: DueClocks) => Promise<readonly Row[]> }
  /** By anything else. */
  | { readonly find: (db: Database) => Promise<readonly Row[]> };

/**
 * After that, a pass with lanes starts no more rows once one lane has handled all of its own, and leaves them to the next: a lane
 * that waits for each of its rows must not keep the others from their next batch.
 */
const lanesMs = 1_000;

/**
 * One pass of a janitor: finds rows and handles each in its own merchant and mode. One that fails is logged and keeps no
 * other from being handled; it is found again by a later pass.
 *
 * @returns how many were handled; 0 lets the job rest until its next turn
 */
export async function sweep<Row extends Scope>(
  context: Pick<JobContext, 'db' | 'signal'>,
  job: Sweep<Row>,
): Promise<number> {
  const { db } = context;
  if ('find' in job) return handleAll(context, job, await job.find(db));
  let handled = 0;
  for (const clocks of db.clocks.parts())
    try {
      handled += await handleAll(context, job, await job.due(db, clocks));
    } catch (thrown) {
      if (handled === 0) throw thrown;
      // What was handled counts, so that the next pass follows at once.
      log.warn({ event: 'sweep.part_failed', of: job.failure.event, err: thrown });
    }
  return handled;
}

async function handleAll<Row extends Scope>(
  context: Pick<JobContext, 'db' | 'signal'>,
  job: Sweep<Row>,
  rows: readonly Row[],
): Promise<number> {
  const { laneOf } = job;
  const { db, signal } = context;
  if (!laneOf) return handleInOrder({ db, mayStart: () => !signal.aborted }, job, rows);
  const endsAtMs = performance.now() + lanesMs;
  let wantsNextBatch = false;
  const mayStart = (): boolean => !signal.aborted && !(wantsNextBatch && performance.now() >= endsAtMs);
  const lanes = [...Map.groupBy(rows, laneOf).values()].map(async (lane) => {
    const count = await handleInOrder({ db, mayStart }, job, lane);
    wantsNextBatch = true;
    return count;
  });
  const handled = await Promise.all(lanes);
  return handled.reduce((sum, count) => sum + count, 0);
}

async function handleInOrder<Row extends Scope>(
  { db, mayStart }: Pick<JobContext, 'db'> & { readonly mayStart: () => boolean },
  { failure, handle }: Sweep<Row>,
  rows: readonly Row[],
): Promise<number> {
  let handled = 0;
  for (const row of rows) {
    if (!mayStart()) break;
    const scope = { merchantId: row.merchantId, livemode: row.livemode };
    try {
      if ((await handle(row, scope, db.clocks.nowOf(scope))) !== false) handled++;
    } catch (thrown) {
      const { event, level } = failure;
      log[level?.(row) ?? 'error']({ event, merchantId: row.merchantId, ...failure.ids(row), err: thrown });
    }
  }
  return handled;
}
