import { job, type Job } from '../jobs.ts';
import { keyRetentionHours } from '../idempotency/idempotency.ts';
import { fragment } from './sql.ts';
import type { TableOfDays } from './table-of-days.ts';

const batchRows = 5_000; // short transactions, so that vacuum keeps up
const everyMs = 10 * 60_000;
const outboxDays = 7; // as long as the stream, which it can refill
const inboxDays = 21; // longer than stream and outbox together, so that no redelivery can outlive its record

/** A repair still reads the outbox, however old its rows become meanwhile. */
const isRepairing = fragment`exists (
  select 1 from bus_state where name in ('stream_live', 'stream_test') and value::jsonb -> 'repair' is not null)`;

/** The tables of every service that have a partition for each day. */
export const kitDays: readonly TableOfDays[] = [
  {
    name: 'outbox',
    by: 'event_id',
    keptDays: outboxDays,
    keepsRow: fragment`(kept.published_at is null or kept.published_at > now() - ${outboxDays} * interval '1 day')`,
    keepsAll: isRepairing,
  },
  // A repeat renews its row, in the partition of its event.
  {
    name: 'inbox',
    by: 'event_id',
    order: fragment`consumer, event_id`,
    keptDays: inboxDays,
    keepsRow: fragment`(kept.handled_at > now() - ${inboxDays} * interval '1 day')`,
    // What consumers of a durable have handled of a dead letter, which may be handed over again however old it is.
    outlivesDay: fragment`kept.event_id in (select event_id from dead_letters)`,
  },
];

/** Deletes what is no longer needed and belongs to no day: answered keys, failures of events. Dead letters are kept. */
export const pruneJob: Job = job('prune', {
  everyMs,
  run: async ({ db }) => {
    const keys = await db.system.sql`
      delete from idempotency_keys where (merchant_id, livemode, key) in (
        select merchant_id, livemode, key from idempotency_keys
        where created_at < now() - ${keyRetentionHours} * interval '1 hour' limit ${batchRows}) returning 1`;
    const failures = await db.system.sql`
      delete from consumer_failures where (consumer, event_id) in (
        select consumer, event_id from consumer_failures
        where failed_at < now() - ${inboxDays} * interval '1 day' limit ${batchRows}) returning 1`;
    return keys.length + failures.length;
  },
});
