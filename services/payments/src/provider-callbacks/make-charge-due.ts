import { type Database, own, type Scope } from '@mizan/service-kit';
import type { ChargeNotice } from '../providers/port/adapter.ts';

/**
 * Makes due an undecided charge, a failed one whose money arrived after all, and an authorized one whose hold changed,
 * also one that was captured in part: its own columns do not show whether its hold is closed. One that is due already gets
 * the new time, so that a query that runs now sees that more was reported.
 *
 * Only columns of the charge decide: a transaction that settles it meanwhile has it locked, and Postgres then checks the condition
 * again with the new row of the charge, but with the former rows of other tables.
 */
export async function makeChargeDue(
  db: Database,
  scope: Scope,
  { id, bringsMoney, changesHold, provider, now }: ChargeNotice & { readonly provider: string; readonly now: Date },
): Promise<void> {
  await db.system.sql`
    update charges set next_sync_at = ${now}
    where ${own({ scope })} and id = ${id} and provider = ${provider}
      and (status = 'PENDING' or (status = 'FAILED' and ${bringsMoney})
        or (status = 'SUCCEEDED' and ${changesHold} and not is_surplus and amount_captured < amount))`;
}
