import { acrossMerchants, fragment, job, newId, own, sweep, type Job, type Scope, type Tx } from '@mizan/service-kit';
import { endpointReplays } from './endpoint-replay.table.ts';
import { deliveryIdOf, newDeliveryStem } from '../delivery/delivery-id.ts';
import { deliveries } from '../delivery/delivery.table.ts';
import { deliveryQueue } from '../delivery/queued-delivery.table.ts';

/** Events checked in one transaction. */
const batchEvents = 500;
/** An endpoint with more queued deliveries gets no more until some are sent: a replay never floods the queue. */
const maxQueued = 1_000;
const replaysPerPass = 20;
/** Longer than a fan-out that read the endpoint's status just before it changed can take. */
const settlingSeconds = 60;

/** What replays need of the running service. */
export interface ReplayApp {
  /** Called after a commit that created deliveries, so that they are sent at once. */
  readonly wake: (livemode: boolean) => void;
}

interface Replay extends Scope {
  readonly endpointId: string;
}

/**
 * Starts the replay of what a disabled endpoint missed, which {@link replayMissedEvents} carries out; nothing when it
 * missed nothing. Call it before the endpoint's status changes, in the same transaction.
 */
export function startReplay(tx: Tx, endpointId: string): void {
  tx.alongCommit`
    ${endpointReplays.into('endpointId', 'merchantId', 'livemode', 'replayId', 'afterSequence', 'settledAt')}
    select id, merchant_id, livemode, ${newId('rpl')}, missed_after,
           now() + ${settlingSeconds}::int * interval '1 second' -- the database's time, because it is about its transactions
    from webhook_endpoints where ${own(tx)} and id = ${endpointId} and missed_after is not null`;
}

/**
 * Delivers to re-enabled endpoints what they missed, where the merchant requested it: every stored event that they want
 * and that is neither delivered nor queued, in order per object.
 */
export const replayMissedEvents = ({ wake }: ReplayApp): Job =>
  job('replay-missed', {
    everyMs: 1_000,
    run: (context) =>
      sweep<Replay>(context, {
        failure: { event: 'replay.failed', ids: ({ endpointId }) => ({ endpointId }) },
        find: ({ system }) => system.sql<Replay>`
          select endpoint_id, merchant_id, livemode from endpoint_replays r
          where ${acrossMerchants} and not exists (
            select 1 from delivery_queue q where q.livemode = r.livemode and q.endpoint_id = r.endpoint_id
            offset ${maxQueued})
          order by random() limit ${replaysPerPass}`,
        handle: async ({ endpointId }, scope) =>
          (await context.db.transact(scope, (tx) => replayBatch(tx, { wake }, endpointId))) > 0,
      }),
  });

/** Creates the deliveries of the next events; returns how many events it checked. */
async function replayBatch(tx: Tx, { wake }: ReplayApp, endpointId: string): Promise<number> {
  const { merchantId, livemode } = tx.scope;
  // Disabling takes the same lock first: either it sees the whole batch, or the batch sees it.
  const endpoint = await tx.one<{ enabledEvents: string[] }>`
    select enabled_events from webhook_endpoints
    where ${own(tx)} and id = ${endpointId} and status = 'enabled' for share`;
  if (!endpoint) return 0;

  // In a statement of its own: PostgreSQL 18 crashes where a lock that had to wait is checked again together with a read of a
  // table of partitions that locks, too.
  await tx.sql`select 1 from endpoint_replays where ${own(tx)} and endpoint_id = ${endpointId} for update`;
  const row = await tx.one<{ checked: number; created: number }>`
    with replay as (select * from endpoint_replays where ${own(tx)} and endpoint_id = ${endpointId}),
    batch as (
      select e.id, e.sequence, e.type, e.object_id, e.object_version, replay.replay_id
      from replay cross join lateral (
        select * from events
        where ${own(tx)} and sequence > replay.after_sequence
        order by sequence limit ${batchEvents}) e),
    wanted as (
      select batch.*, ${deliveryIdOf(fragment`${newDeliveryStem()}`, fragment`row_number() over (order by sequence)`)} as delivery_id
      from batch
      where exists (
          select 1 from unnest(${endpoint.enabledEvents}::text[]) pattern
          where pattern = '*' or pattern = type or (right(pattern, 2) = '.*' and starts_with(type, left(pattern, -1))))
        and not exists (
          select 1 from deliveries d
          where d.event_id = batch.id and d.endpoint_id = ${endpointId} and d.state in ('pending', 'succeeded'))),
    delivered as (
      ${deliveries.into('id', 'merchantId', 'livemode', 'endpointId', 'eventId', 'replayId', 'attempt', 'eventType', 'state', 'firstAt', 'nextAt', 'createdAt')}
      select delivery_id, ${merchantId}, ${livemode}, ${endpointId}, id, replay_id, 1, type, 'pending', ${tx.now},
             ${tx.now}, ${tx.now}
      from wanted),
    queued as (
      ${deliveryQueue.into('deliveryId', 'merchantId', 'livemode', 'endpointId', 'eventId', 'objectId', 'objectVersion', 'attempt', 'isReplay', 'firstAt', 'nextAt')}
      select delivery_id, ${merchantId}, ${livemode}, ${endpointId}, id, object_id, object_version, 1, false, ${tx.now},
             ${tx.now}
      from wanted),
    moved as (
      update endpoint_replays set after_sequence = (select max(sequence) from batch)
      where ${own(tx)} and endpoint_id = ${endpointId} and exists (select 1 from batch)),
    done as (
      delete from endpoint_replays
      where ${own(tx)} and endpoint_id = ${endpointId} and settled_at <= now() and not exists (select 1 from batch))
    select (select count(*)::int from batch) as checked, (select count(*)::int from wanted) as created`;
  if ((row?.created ?? 0) > 0) tx.afterCommit(() => wake(livemode));
  return row?.checked ?? 0;
}
