import {
  acrossMerchants,
  fragment,
  own,
  type CountOfAccount,
  type Fragment,
  type TableOfDays,
  type Tx,
} from '@mizan/service-kit';
import { eventSequences } from './event-sequence.table.ts';

/** Versions before 0.3 did not say which event a queued delivery is of. */
const keepsAll = fragment`exists (select 1 from delivery_queue where ${acrossMerchants} and event_id is null)`;
/** An event is kept while it is on its way somewhere, perhaps resent on its last day. */
const isQueued = (event: Fragment): Fragment =>
  fragment`exists (select 1 from delivery_queue q where ${acrossMerchants} and q.event_id = ${event})`;

/** Events and their deliveries go with the day of the event, once that is older than `retentionDays`. */
export const eventDays = (keptDays: number): readonly TableOfDays[] => [
  { name: 'events', by: 'id', keptDays, keepsRow: isQueued(fragment`kept.id`), keepsAll, uncount },
  { name: 'deliveries', by: 'event_id', keptDays, keepsRow: isQueued(fragment`kept.event_id`), keepsAll },
];

async function uncount(tx: Tx, gone: readonly CountOfAccount[]): Promise<void> {
  await tx.sql`
    update event_sequences s set stored_count = s.stored_count - gone.rows
    from unnest(${gone.map(({ merchantId }) => merchantId)}::text[], ${gone.map(({ livemode }) => livemode)}::boolean[],
      ${gone.map(({ rows }) => rows)}::bigint[]) as gone (merchant_id, livemode, rows)
    where ${acrossMerchants} and s.merchant_id = gone.merchant_id and s.livemode = gone.livemode`;
}

/** After all events of a test mode were deleted: none is stored, and numbering continues after the last one. */
export async function resetStoredCount(tx: Tx): Promise<void> {
  await tx.sql`update event_sequences set ${eventSequences.set({ storedCount: 0 })} where ${own(tx)}`;
}
