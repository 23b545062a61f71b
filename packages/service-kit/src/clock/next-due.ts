import type { Reader } from '../database/database.ts';
import { fragment, type Fragment } from '../database/sql.ts';

/** The rows of a table that come due, and the column or expression that says when. */
interface DueRows {
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
