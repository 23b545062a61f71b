import type { Database } from './database/database.ts';
import type { JobContext } from './jobs.ts';
import type { Scope } from './identity/identity.ts';
import { log } from './telemetry/log.ts';

/** What a janitor does. */
export interface Sweep<Row extends Scope> {
  /** The log's event when one fails, for example `payment.resolve_failed`, and which of the row's fields name it there. */
  readonly failure: {
    readonly event: string;
    /** `error` unless given. */
    readonly level?: (row: Row) => 'warn' | 'error';
    readonly ids: (row: Row) => object;
  };
  /** Rows of every merchant that are due now, the most urgent first, at most a batch. */
  readonly due: (db: Database) => Promise<readonly Row[]>;
  /** Handles one row, in transactions of its own. @returns false when it was not done, for example because another did it */
  readonly handle: (row: Row, scope: Scope, now: Date) => Promise<boolean | void>;
}

/**
 * One pass of a janitor: finds rows that are due and handles each in its own merchant and mode. One that fails is logged
 * and keeps no other from being handled; it is found again by a later pass.
 *
 * @returns how many were handled; 0 lets the job rest until its next turn
 */
export async function sweep<Row extends Scope>(
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
  { failure, due, handle }: Sweep<Row>,
): Promise<number> {
  let handled = 0;
  for (const row of await due(db)) {
    if (signal.aborted) break;
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
