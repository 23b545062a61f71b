import { acrossMerchants, job, own, type Job, type Tx } from '@mizan/service-kit';
import { eventSequences } from './event-sequence.table.ts';

const batchRows = 2_000; // short transactions, so that vacuum keeps up

/**
 * Deletes events older than `retentionDays` with their deliveries. An event with a pending delivery, perhaps resent on its
 * last day, is kept until that is done.
 */
export const pruneEvents = (retentionDays: number): Job =>
  job('prune-events', {
    everyMs: 10 * 60_000,
    run: async ({ db }) => {
      const pruned = await db.system.sql`
        with old as (
          select id from events e
          where ${acrossMerchants} and stored_at < now() - ${retentionDays} * interval '1 day'
            and not exists (select 1 from deliveries d where d.event_id = e.id and d.state = 'pending')
          order by stored_at limit ${batchRows} for update skip locked),
        forgotten as (delete from deliveries d using old where d.event_id = old.id),
        gone as (delete from events e using old where e.id = old.id returning e.merchant_id, e.livemode),
        counts as (select merchant_id, livemode, count(*) as gone from gone group by 1, 2)
        update event_sequences s set stored_count = s.stored_count - counts.gone
        from counts where s.merchant_id = counts.merchant_id and s.livemode = counts.livemode
        returning counts.gone`;
      return pruned.length;
    },
  });

/** After all events of a test mode were deleted: none is stored, and numbering continues after the last one. */
export async function resetStoredCount(tx: Tx): Promise<void> {
  await tx.sql`update event_sequences set ${eventSequences.set({ storedCount: 0 })} where ${own(tx)}`;
}
