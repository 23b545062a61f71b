import { job, newId, type Job, type Scope, type Tx } from '@mizan/service-kit';

const everyMs = 1_000;
/** Events looked at in one transaction; their deliveries differ in the last four characters of their ids. */
const batchEvents = 500;
/** An endpoint with more waiting gets no more until it has taken some: a replay never piles up what cannot be sent. */
const maxWaiting = 1_000;
const replaysPerPass = 20;

interface Replay extends Scope {
  readonly endpointId: string;
}

/**
 * Delivers to endpoints that were enabled again what they missed, as was asked for: every stored event that they want
 * and that neither reached nor waits for them, in order per object.
 *
 * @param wake called after a commit that made deliveries, so that they leave at once
 */
export const replayMissedEvents = (wake: (livemode: boolean) => void): Job =>
  job('replay-missed', {
    everyMs,
    run: async ({ db }) => {
      const replays = await db.system.sql<Replay>`
        select endpoint_id as "endpointId", merchant_id as "merchantId", livemode from endpoint_replays r
        where not exists (
          select 1 from delivery_queue q where q.livemode = r.livemode and q.endpoint_id = r.endpoint_id
          offset ${maxWaiting})
        order by random() limit ${replaysPerPass}`;
      let looked = 0;
      for (const { endpointId, ...scope } of replays)
        looked += await db.transact(scope, (tx) => replayBatch(tx, endpointId, wake));
      return looked;
    },
  });

/** Makes the deliveries of the next events; returns how many events it looked at. */
async function replayBatch(tx: Tx, endpointId: string, wake: (livemode: boolean) => void): Promise<number> {
  const { merchantId, livemode } = tx.scope;
  // Disabling takes this lock first: it sees all of a batch, or the batch sees it.
  const endpoint = await tx.one<{ enabledEvents: string[] }>`
    select enabled_events as "enabledEvents" from webhook_endpoints
    where id = ${endpointId} and merchant_id = ${merchantId} and livemode = ${livemode} and status = 'enabled' for share`;
  if (!endpoint) return 0;

  const row = await tx.one<{ looked: number; made: number }>`
    with replay as (select * from endpoint_replays where endpoint_id = ${endpointId} for update),
    batch as (
      select e.id, e.sequence, e.type, e.object_id, e.object_version, replay.replay_id
      from replay cross join lateral (
        select * from events
        where merchant_id = ${merchantId} and livemode = ${livemode} and sequence > replay.after_sequence
        order by sequence limit ${batchEvents} for key share) e),
    wanted as (
      select batch.*, ${newId('dlv').slice(0, -4)} || lpad((row_number() over (order by sequence))::text, 4, '0') as delivery_id
      from batch
      where exists (
          select 1 from unnest(${endpoint.enabledEvents}::text[]) pattern
          where pattern = '*' or pattern = type or (right(pattern, 2) = '.*' and starts_with(type, left(pattern, -1))))
        and not exists (
          select 1 from deliveries d
          where d.event_id = batch.id and d.endpoint_id = ${endpointId} and d.state in ('pending', 'succeeded'))),
    made as (
      insert into deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, state,
                              first_at, next_at, created_at)
      select delivery_id, ${merchantId}, ${livemode}, ${endpointId}, id, replay_id, 1, type, 'pending', ${tx.now},
             ${tx.now}, ${tx.now}
      from wanted),
    queued as (
      insert into delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt,
                                  is_replay, first_at, next_at)
      select delivery_id, ${merchantId}, ${livemode}, ${endpointId}, object_id, object_version, 1, false, ${tx.now},
             ${tx.now}
      from wanted),
    moved as (
      update endpoint_replays set after_sequence = (select max(sequence) from batch)
      where endpoint_id = ${endpointId} and exists (select 1 from batch)),
    done as (
      delete from endpoint_replays
      where endpoint_id = ${endpointId} and settled_at <= now() and not exists (select 1 from batch))
    select (select count(*)::int from batch) as looked, (select count(*)::int from wanted) as made`;
  if ((row?.made ?? 0) > 0) tx.afterCommit(() => wake(livemode));
  return row?.looked ?? 0;
}
