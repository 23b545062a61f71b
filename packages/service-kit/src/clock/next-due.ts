import type { Reader } from '../database/database.ts';
import { fragment, type Fragment } from '../database/sql.ts';

/** When the next of an account's rows comes due; undefined when none will. For `nextDueAt` of jobs. */
export async function nextDueIn(
  reader: Reader,
  table: Fragment,
  column: Fragment,
  where: Fragment = fragment`true`,
): Promise<Date | undefined> {
  const row = await reader.one<{ at: Date | null }>`
    select min(${column}) as at from ${table}
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      and ${column} is not null and ${where}`;
  return row?.at ?? undefined;
}
