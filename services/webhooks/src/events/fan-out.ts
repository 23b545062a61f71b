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
import { patternsMatching } from './event-patterns.ts';
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
 * delivery per enabled endpoint that wants its type now. Concurrent events of one account queue on the sequence row,
 * which keeps the numbers free of gaps; one statement does it all, so that the row is locked no longer than that and the
 * commit take.
 */
export async function fanOut(tx: Tx, event: BusEvent, wake: (livemode: boolean) => void): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const objectId = (event.object as { id?: string }).id ?? merchantId; // a balance is the account's own
  const envelope = renderEnvelope(event, objectId);
  const work = currentWork();
  const traceparent = work?.sampled ? formatTraceparent(work) : null;
  const idStem = newId('dlv').slice(0, -4); // the deliveries of an event differ in the last four characters

  const made = await tx.sql`
    with taken as (
      insert into event_sequences as s (merchant_id, livemode, last_sequence, stored_count)
      values (${merchantId}, ${livemode}, 1, 1)
      on conflict (merchant_id, livemode) do update
        set last_sequence = s.last_sequence + 1, stored_count = s.stored_count + 1
      returning last_sequence),
    wanting as (
      select id, row_number() over () as number from webhook_endpoints
      where merchant_id = ${merchantId} and livemode = ${livemode} and status = 'enabled'
        and enabled_events && ${patternsMatching(event.type)}),
    stored as (
      insert into events (id, merchant_id, livemode, sequence, type, object_id, object_version, body, traceparent,
                          created_at, stored_at)
      select ${event.id}, ${merchantId}, ${livemode}, last_sequence, ${event.type}, ${objectId}, ${event.objectVersion},
             concat(${envelope.beforeSequence}::text, last_sequence, ${envelope.beforePendingWebhooks}::text,
                    (select count(*) from wanting), ${envelope.end}::text),
             ${traceparent}, ${event.time}, ${tx.now}
      from taken),
    made as (
      insert into deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, state,
                              first_at, next_at, created_at)
      select ${idStem} || lpad(number::text, 4, '0'), ${merchantId}, ${livemode}, id, ${event.id}, '', 1, ${event.type},
             'pending', ${tx.now}, ${tx.now}, ${tx.now}
      from wanting returning id, endpoint_id)
    insert into delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt,
                                is_replay, first_at, next_at)
    select id, ${merchantId}, ${livemode}, endpoint_id, ${objectId}, ${event.objectVersion}, 1, false, ${tx.now}, ${tx.now}
    from made returning 1`;
  if (made.length > 0) tx.afterCommit(() => wake(livemode));
  failpoint('fanout.before_commit');
}
