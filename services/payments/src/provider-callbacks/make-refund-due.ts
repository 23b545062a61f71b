import { type Database, own, type Scope } from '@mizan/service-kit';

/**
 * Makes due a pending refund, and one that the buyer's bank may have returned, whose queries start over: the first one must not
 * be the last.
 */
export async function makeRefundDue(
  db: Database,
  scope: Scope,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await db.system.sql`
    update refunds set
      next_sync_at = least(next_sync_at, ${now}),
      sync_attempts = case when status = 'SUCCEEDED' then 0 else sync_attempts end
    where ${own({ scope })} and id = ${id} and status in ('PENDING', 'SUCCEEDED') and action_expires_at is null`;
}
