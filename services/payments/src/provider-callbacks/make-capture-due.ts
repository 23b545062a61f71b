import { type Database, own, type Scope } from '@mizan/service-kit';
import type { ChargeNotice } from '../providers/port/adapter.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';

/**
 * Makes due the undecided capture of a charge whose hold changed: its own schedule may query only tomorrow. One that the process
 * which has just reserved it may still be sending is left to that process.
 */
export async function makeCaptureDue(
  db: Database,
  scope: Scope,
  { id, provider, now }: Pick<ChargeNotice, 'id'> & { readonly provider: string; readonly now: Date },
): Promise<void> {
  await db.system.sql`
    update captures set next_sync_at = ${now}
    where ${own({ scope })} and charge_id = ${id} and status = 'PENDING'
      and created_at <= ${new Date(now.getTime() - crashGraceMs)}
      and exists (select 1 from charges where ${own({ scope })} and id = ${id} and provider = ${provider})`;
}
