import { acrossMerchants, job, newId, type Job } from '@mizan/service-kit';

const everyMs = 60 * 60_000;
const batchRows = 1_000; // short transactions, so that vacuum keeps up
const dayMs = 24 * 60 * 60_000;

/** Deletes the rows of events that were deleted with their day. Ids begin with their time. */
export const pruneUndeliveredEvents = ({ retentionDays }: { readonly retentionDays: number }): Job =>
  job('prune-undelivered-events', {
    everyMs,
    run: async ({ db }) => {
      const before = newId('evt', Date.now() - retentionDays * dayMs);
      const rows = await db.system.sql`
        delete from undelivered_events where ${acrossMerchants} and event_id = any(array(
          select u.event_id from undelivered_events u
          where ${acrossMerchants} and u.event_id < ${before} and not exists (select 1 from events e where e.id = u.event_id)
          order by u.event_id limit ${batchRows})) returning 1`;
      return rows.length;
    },
  });
