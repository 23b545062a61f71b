import { matchesEventPatterns } from '@mizan/contracts';
import {
  consumerOfAll,
  currentWork,
  failpoint,
  formatTraceparent,
  newId,
  type BusEvent,
  type Consumer,
  type Tx,
} from '@mizan/service-kit';
import { renderEnvelope } from './render-envelope.ts';

/**
 * Hears every public event and stores it with one delivery for each endpoint that wants it. The inbox row of the same
 * transaction makes a repeated message a no-op.
 *
 * @param wake called after a commit that made deliveries, so that they leave at once
 */
export const fanOutConsumer = (wake: (livemode: boolean) => void): Consumer =>
  consumerOfAll('fanout', (tx, event) => fanOut(tx, event, wake));

/**
 * Stores one event: next sequence number of its account and mode, the exact bytes that will be sent, and one pending
 * delivery per enabled endpoint that matches its type now. Concurrent events of one account queue on the sequence row,
 * which is what keeps the numbers free of gaps.
 */
export async function fanOut(tx: Tx, event: BusEvent, wake: (livemode: boolean) => void): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const { sequence, endpoints } = await takeSequence(tx);
  const wanting = endpoints.filter((endpoint) => matchesEventPatterns(event.type, endpoint.enabledEvents));
  const objectId = (event.object as { id?: string }).id ?? merchantId; // a balance is the account's own
  const body = renderEnvelope(event, objectId, sequence, wanting.length);
  const work = currentWork();
  const traceparent = work?.sampled ? formatTraceparent(work) : null;

  await tx.sql`
    with stored as (
      insert into events (id, merchant_id, livemode, sequence, type, object_id, object_version, body, traceparent,
                          created_at, stored_at)
      values (${event.id}, ${merchantId}, ${livemode}, ${sequence}, ${event.type}, ${objectId}, ${event.objectVersion},
              ${body}, ${traceparent}, ${event.time}, ${tx.now}))
    insert into deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, object_id,
                            object_version, state, first_at, next_at, created_at)
    select made.id, ${merchantId}, ${livemode}, made.endpoint_id, ${event.id}, '', 1, ${event.type}, ${objectId},
           ${event.objectVersion}, 'pending', ${tx.now}, ${tx.now}, ${tx.now}
    from unnest(${wanting.map(() => newId('dlv'))}::text[], ${wanting.map(({ id }) => id)}::text[]) as made (id, endpoint_id)`;
  if (wanting.length > 0) tx.afterCommit(() => wake(livemode));
  failpoint('fanout.before_commit');
}

interface EnabledEndpoint {
  readonly id: string;
  readonly enabledEvents: readonly string[];
}

async function takeSequence(tx: Tx): Promise<{ sequence: number; endpoints: readonly EnabledEndpoint[] }> {
  const { merchantId, livemode } = tx.scope;
  const row = await tx.one<{ sequence: number; endpoints: readonly EnabledEndpoint[] }>`
    with taken as (
      insert into event_sequences as s (merchant_id, livemode, last_sequence, stored_count)
      values (${merchantId}, ${livemode}, 1, 1)
      on conflict (merchant_id, livemode) do update
        set last_sequence = s.last_sequence + 1, stored_count = s.stored_count + 1
      returning last_sequence)
    select (select last_sequence from taken) as sequence,
           coalesce(jsonb_agg(jsonb_build_object('id', id, 'enabledEvents', enabled_events)), '[]') as endpoints
    from webhook_endpoints
    where merchant_id = ${merchantId} and livemode = ${livemode} and status = 'enabled'`;
  if (!row) throw new Error('bug: an aggregate always has a row');
  return row;
}
