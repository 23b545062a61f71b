import type { Reader } from '../database/database.ts';
import { fragment, type Fragment } from '../database/sql.ts';

/** Rows of the counter per list: as many as a service has connections, so that two writers rarely update the same one. */
const slots = 16;

/**
 * The statement that moves counts, for the transaction that adds or takes the rows: `insert into …`, also as the last
 * part of a larger statement.
 *
 * @param changes by how much each list grows, or shrinks when negative
 * @param where a condition: counts only what another part of the statement added, or locks only after another part
 */
export function countRows<Counted extends string>(
  { scope }: Pick<Reader, 'scope'>,
  changes: ReadonlyMap<Counted, number>,
  where: Fragment = fragment``,
): Fragment {
  // Sorted, so that two writers that share slots lock them in the same order.
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  return fragment`
    insert into row_counts (merchant_id, livemode, counted, slot, rows)
    select ${scope.merchantId}, ${scope.livemode}, counted, pg_backend_pid() % ${slots}::int, rows
    from unnest(${sorted.map(([counted]) => counted)}::text[], ${sorted.map(([, rows]) => rows)}::bigint[]) as change (counted, rows) ${where}
    on conflict (merchant_id, livemode, counted, slot) do update set rows = row_counts.rows + excluded.rows`;
}

/** An expression for the number of rows in these lists together. */
export const storedCount = <Counted extends string>(
  { scope }: Pick<Reader, 'scope'>,
  lists: readonly Counted[],
): Fragment => fragment`(
  select coalesce(sum(rows), 0)::bigint from row_counts
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and counted = any(${lists}::text[]))`;
