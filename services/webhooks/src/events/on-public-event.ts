import { objectIdOf } from '@mizan/contracts';
import {
  consumerOfAll,
  failpoint,
  fragment,
  own,
  type BusEvent,
  type Consumer,
  type Scope,
  type Tx,
} from '@mizan/service-kit';
import { packEnvelope } from './event-body.ts';
import { renderEnvelope } from './render-envelope.ts';
import { eventSequences } from './event-sequence.table.ts';
import { events as storedEvents } from './stored-event.table.ts';
import { deliveryIdOf, newDeliveryStem } from '../delivery/delivery-id.ts';
import { deliveries } from '../delivery/delivery.table.ts';
import { deliveryQueue } from '../delivery/queued-delivery.table.ts';

/** What a fan-out is set to do, and what is notified after it has committed. */
export interface FanOutOptions {
  /** Whether events are kept compressed. */
  readonly compresses: boolean;
  /** Deliveries of this mode were created. */
  readonly deliveriesCreated: (livemode: boolean) => void;
  /** Events of this account and mode were stored. */
  readonly eventsStored: (scope: Scope) => void;
}

/**
 * Stores every public event with one delivery for each endpoint that wants it. The inbox row of the same transaction
 * makes a redelivered message a no-op.
 */
export const onPublicEvent = (options: FanOutOptions): Consumer =>
  consumerOfAll({
    name: 'fanout',
    purpose: 'stores every public event, with a delivery for each endpoint that wants it',
    handleAll: (tx, events) => fanOut(tx, options, events),
  });

/** An event as it will be stored, except for the numbers that only the statement knows. */
function toArrival(event: BusEvent, { merchantId }: Scope, compresses: boolean) {
  const objectId = objectIdOf(event.object, merchantId);
  const envelope = renderEnvelope(event, objectId);
  return {
    event,
    objectId,
    ...(compresses ? { ...packEnvelope(envelope), envelope: null } : { packed: null, packedFrom: null, envelope }),
    patterns: patternsMatching(event.type).join(' '),
    traceparent: event.traceparent?.endsWith('-01') ? event.traceparent : null, // sampled
    deliveryStem: newDeliveryStem(),
  };
}

/**
 * Stores events: the next sequence numbers of their account and mode, the exact bytes that will be sent, and one pending
 * delivery per enabled endpoint that wants the type now. Concurrent events of one account queue on the sequence row,
 * which keeps the numbers free of gaps; one statement does it all, so that the row is locked no longer than that and the
 * commit take.
 */
export async function fanOut(tx: Tx, options: FanOutOptions, events: readonly BusEvent[]): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const arrivals = events.map((event) => toArrival(event, tx.scope, options.compresses));
  const count = arrivals.length;

  const created = await tx.sql`
    with arriving as (
      select * from unnest(
        ${arrivals.map(({ event }) => event.id)}::text[], ${arrivals.map(({ event }) => event.type)}::text[],
        ${arrivals.map(({ patterns }) => patterns)}::text[], ${arrivals.map(({ objectId }) => objectId)}::text[],
        ${arrivals.map(({ event }) => event.objectVersion)}::int[],
        ${arrivals.map(({ envelope }) => envelope?.beforeSequence ?? null)}::text[],
        ${arrivals.map(({ envelope }) => envelope?.beforePendingWebhooks ?? null)}::text[],
        ${arrivals.map(({ envelope }) => envelope?.end ?? null)}::text[],
        ${arrivals.map(({ packed }) => packed)}::bytea[], ${arrivals.map(({ packedFrom }) => packedFrom)}::int[],
        ${arrivals.map(({ traceparent }) => traceparent)}::text[],
        ${arrivals.map(({ event }) => event.time)}::timestamptz[],
        ${arrivals.map(({ deliveryStem }) => deliveryStem)}::text[])
      with ordinality as arriving (id, type, patterns, object_id, object_version, before_sequence, before_pending,
                                   envelope_end, packed, packed_from, traceparent, time, delivery_stem, place)),
    taken as (
      ${eventSequences.into('merchantId', 'livemode', 'lastSequence', 'storedCount')}
      values (${merchantId}, ${livemode}, ${count}, ${count})
      on conflict (merchant_id, livemode) do update
        set last_sequence = event_sequences.last_sequence + excluded.last_sequence,
            stored_count = event_sequences.stored_count + excluded.stored_count
      returning last_sequence),
    wanting as (
      select arriving.id as event_id, endpoint.id as endpoint_id,
             ${deliveryIdOf(fragment`arriving.delivery_stem`, fragment`row_number() over (partition by arriving.id)`)} as delivery_id
      from arriving join webhook_endpoints endpoint
        on ${own(tx, 'endpoint')} and status = 'enabled'
        and enabled_events && string_to_array(patterns, ' ')),
    stored as (
      ${storedEvents.into('id', 'merchantId', 'livemode', 'sequence', 'type', 'objectId', 'objectVersion', 'body', 'packed', 'packedFrom', 'endpoints', 'traceparent', 'createdAt', 'storedAt')}
      select id, ${merchantId}, ${livemode}, last_sequence - ${count} + place, type, object_id, object_version,
             case when packed is null
               then concat(before_sequence, last_sequence - ${count} + place, before_pending, wanted, envelope_end) end,
             packed, packed_from, case when packed is not null then wanted end, traceparent, time, ${tx.now}
      from arriving, taken
      cross join lateral (select count(*)::int as wanted from wanting where event_id = arriving.id) as wanted),
    made as (
      ${deliveries.into('id', 'merchantId', 'livemode', 'endpointId', 'eventId', 'replayId', 'attempt', 'eventType', 'state', 'firstAt', 'nextAt', 'createdAt')}
      select delivery_id, ${merchantId}, ${livemode}, endpoint_id, event_id, '', 1, type, 'pending', ${tx.now},
             ${tx.now}, ${tx.now}
      from wanting join arriving on arriving.id = event_id
      returning id, endpoint_id, event_id)
    ${deliveryQueue.into('deliveryId', 'merchantId', 'livemode', 'endpointId', 'eventId', 'objectId', 'objectVersion', 'attempt', 'isReplay', 'firstAt', 'nextAt')}
    select made.id, ${merchantId}, ${livemode}, endpoint_id, event_id, object_id, object_version, 1, false, ${tx.now}, ${tx.now}
    from made join arriving on arriving.id = event_id
    order by place returning 1`;
  tx.afterCommit(() => {
    if (created.length > 0) options.deliveriesCreated(livemode);
    options.eventsStored(tx.scope);
  });
  failpoint('fanout.before_commit');
}

/**
 * Every pattern that an event of this type matches, any of which its endpoints enabled: itself, `*`, and `family.*` of
 * each family.
 */
export function patternsMatching(type: string): string[] {
  const parts = type.split('.');
  const families = parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  return ['*', type, ...families];
}
