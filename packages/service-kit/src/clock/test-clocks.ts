import type { SystemReader } from '../database/database.ts';
import { fragment, type Fragment } from '../database/sql.ts';
import type { Scope } from '../identity/identity.ts';

/** A condition: `column` is due by the clock of its row's account. @param row name of the table with `merchant_id` and `livemode` */
export interface DueClocks {
  isDue(column: Fragment, row: Fragment): Fragment;
}

/**
 * How far the test mode of each account is ahead of real time: the service's own table, cached in memory because every
 * request needs it. Clocks only go forward and tick in real time between advances; live mode has none.
 */
export class TestClocks implements DueClocks {
  readonly #ahead = new Map<string, number>(); // milliseconds, by account
  #furthestMs = 0;

  /** The instant it is for an account and mode. */
  nowOf({ merchantId, livemode }: Scope): Date {
    return new Date(Date.now() + (livemode ? 0 : (this.#ahead.get(merchantId) ?? 0)));
  }

  /**
   * The first half uses the index on the column; the second half applies only while some account is ahead, and then the index
   * leads to every row that would be due by that account's clock: a job that reads many rows uses {@link parts}.
   */
  isDue(column: Fragment, row: Fragment): Fragment {
    const now = new Date();
    if (this.#furthestMs === 0) return fragment`${column} <= ${now}`;
    return fragment`(${column} <= ${new Date(now.getTime() + this.#furthestMs)} and ${column} <= ${now}::timestamptz + coalesce((
      select ahead_ms from test_clocks where test_clocks.merchant_id = ${row}.merchant_id and not ${row}.livemode
    ), 0) * interval '1 millisecond')`;
  }

  /**
   * The condition in two parts that exclude each other, each for a query of its own: what is due in real time, and what is due
   * because its account is ahead. The second may read many rows that are not due, of other accounts as well; what is due in real
   * time, live mode included, is found by the first without them.
   */
  parts(): readonly DueClocks[] {
    const now = new Date();
    const inRealTime: DueClocks = { isDue: (column) => fragment`${column} <= ${now}` };
    if (this.#furthestMs === 0) return [inRealTime];
    const accounts = [...this.#ahead.keys()];
    const isDue = (column: Fragment, row: Fragment) => fragment`(
      ${row}.merchant_id = any(${accounts}::text[]) and not ${row}.livemode and ${column} > ${now} and ${this.isDue(column, row)})`;
    return [inRealTime, { isDue }];
  }

  /** Reads what other replicas have written. */
  async load(db: SystemReader): Promise<void> {
    const rows = await db.sql<{ merchantId: string; aheadMs: number }>`
      select merchant_id as "merchantId", ahead_ms as "aheadMs" from test_clocks`;
    for (const { merchantId, aheadMs } of rows) this.#remember(merchantId, aheadMs);
  }

  /** Sets an account's clock ahead of real time, unless it is further already. @returns how often, for the event's version */
  async advance(db: SystemReader, merchantId: string, aheadMs: number): Promise<number> {
    const row = await db.one<{ aheadMs: number; version: number }>`
      insert into test_clocks as known (merchant_id, ahead_ms, version)
      values (${merchantId}, ${aheadMs}, 1)
      on conflict (merchant_id) do update
        set ahead_ms = greatest(known.ahead_ms, excluded.ahead_ms), version = known.version + 1
      returning ahead_ms as "aheadMs", version`;
    if (!row) throw new Error('bug: an upsert without a row');
    this.#remember(merchantId, row.aheadMs);
    return row.version;
  }

  #remember(merchantId: string, aheadMs: number): void {
    this.#ahead.set(merchantId, aheadMs);
    this.#furthestMs = Math.max(this.#furthestMs, aheadMs);
  }
}
