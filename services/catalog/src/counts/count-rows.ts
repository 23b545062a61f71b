import { fragment, type Fragment, type Reader } from '@mizan/service-kit';

/** Lists whose length is kept. */
export type Counted = 'products.active' | 'products.archived' | 'prices.active' | 'prices.archived';

/** Rows of the counter per list: as many as a service has connections, so that two writers seldom meet in one. */
const slots = 16;

/**
 * The statement that moves counters, to run in the same transaction as the rows that it counts: `insert into …`, also as
 * a part of a larger statement.
 */
export function countRows({ scope }: Pick<Reader, 'scope'>, changes: ReadonlyMap<Counted, number>): Fragment {
  // Sorted, so that two writers that share slots lock them in the same order.
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  return fragment`
    insert into row_counts (merchant_id, livemode, counted, slot, rows)
    select ${scope.merchantId}, ${scope.livemode}, counted, pg_backend_pid() % ${slots}::int, rows
    from unnest(${sorted.map(([counted]) => counted)}::text[], ${sorted.map(([, rows]) => rows)}::bigint[]) as change (counted, rows)
    on conflict (merchant_id, livemode, counted, slot) do update set rows = row_counts.rows + excluded.rows`;
}

/** An expression for the number of rows in these lists together. */
export const rowsIn = ({ scope }: Pick<Reader, 'scope'>, lists: readonly Counted[]): Fragment => fragment`(
  select coalesce(sum(rows), 0)::bigint from row_counts
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and counted = any(${lists}::text[]))`;
