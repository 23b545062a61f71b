import { job, type Job } from '../jobs.ts';
import { keyRetentionHours } from '../idempotency/idempotency.ts';

const batchRows = 5_000; // short transactions, so that vacuum keeps up
const everyMs = 10 * 60_000;
const outboxDays = 7; // as long as the stream, which it can refill
const inboxDays = 21; // longer than stream and outbox together, so that no redelivery can outlive its record

/** Deletes what is no longer needed: published events, handled and failed events, answered keys. Dead letters are kept. */
export const pruneJob: Job = job('prune', {
  everyMs,
  run: async ({ db }) => {
    const outbox = await db.system.sql`
      delete from outbox where id in (
        select id from outbox
        where livemode = any(array(
            select livemode from (values (true, 'stream_live'), (false, 'stream_test')) as modes (livemode, record)
            where not exists (
              select 1 from bus_state where name = record and value::jsonb -> 'repair' is not null)))
          and published_at < now() - ${outboxDays} * interval '1 day' limit ${batchRows}) returning 1`; // a repair still reads its mode's rows
    const inbox = await db.system.sql`
      delete from inbox where (consumer, event_id) in (
        select consumer, event_id from inbox where handled_at < now() - ${inboxDays} * interval '1 day' limit ${batchRows}) returning 1`;
    const keys = await db.system.sql`
      delete from idempotency_keys where (merchant_id, livemode, key) in (
        select merchant_id, livemode, key from idempotency_keys
        where created_at < now() - ${keyRetentionHours} * interval '1 hour' limit ${batchRows}) returning 1`;
    const failures = await db.system.sql`
      delete from consumer_failures where (consumer, event_id) in (
        select consumer, event_id from consumer_failures
        where failed_at < now() - ${inboxDays} * interval '1 day' limit ${batchRows}) returning 1`;
    return outbox.length + inbox.length + keys.length + failures.length;
  },
});
