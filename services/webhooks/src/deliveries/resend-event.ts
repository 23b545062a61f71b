import type { WebhookDelivery } from '@mizan/contracts';
import { fragment, newId, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { shownBodyOf, toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';
import { deliveryIdOf, newDeliveryStem } from '../delivery/delivery-id.ts';
import { deliveries } from '../delivery/delivery.table.ts';
import type { StoredEvent } from '../events/stored-event.entity.ts';
import { events } from '../events/stored-event.table.ts';
import { patternsMatching } from '../events/on-public-event.ts';
import { deliveryQueue } from '../delivery/queued-delivery.table.ts';

/** What operations on deliveries need of the running service. */
export interface DeliveryApp {
  /** Called after a commit that created deliveries, so that they are sent at once. */
  readonly wake: (livemode: boolean) => void;
}

interface ResendEvent {
  readonly eventId: string;
  /** Undefined: all endpoints that want the type, possibly none. */
  readonly endpointId: string | undefined;
}

type ResentEvent = Pick<StoredEvent, 'id' | 'type' | 'objectId' | 'objectVersion'>;

/**
 * Creates new deliveries of a stored event: to one endpoint, whatever types it enabled, or to every enabled endpoint that
 * wants the type. They send the stored bytes with the same `webhook-id` and do not wait for other deliveries of the
 * object.
 *
 * @throws Problem `resource_missing`: no such event, or no such endpoint (`webhookEndpointId`), for this merchant and
 *   mode
 * @throws Problem `resource_invalid_state`: the endpoint is disabled
 */
export async function resendEvent(
  tx: Tx,
  { wake }: DeliveryApp,
  { eventId, endpointId }: ResendEvent,
): Promise<{ deliveries: WebhookDelivery[] }> {
  const event = await findEvent(tx, eventId);
  if (endpointId !== undefined) await assertEndpointEnabled(tx, endpointId);

  const rows = await insertDeliveries(tx, event, endpointId);
  if (rows.length > 0) tx.afterCommit(() => wake(tx.scope.livemode));
  return { deliveries: rows.map(toDeliveryResource) };
}

async function findEvent(tx: Tx, id: string): Promise<ResentEvent> {
  const event = await tx.one<ResentEvent>`
    select ${events.pick('id', 'type', 'objectId', 'objectVersion')} from events
    where ${own(tx)} and id = ${id}
    for key share`; // so that it is not pruned before its deliveries exist
  if (!event) throw resourceMissing();
  return event;
}

/** The shared lock makes a change of status wait until the deliveries exist, to be dropped with the others. */
async function assertEndpointEnabled(tx: Tx, id: string): Promise<void> {
  const endpoint = await tx.one<{ status: string }>`
    select status from webhook_endpoints where ${own(tx)} and id = ${id} for share`;
  if (!endpoint) throw resourceMissing('webhookEndpointId');
  const disabled = 'The endpoint is disabled. Enable it before you resend events to it.';
  if (endpoint.status !== 'enabled')
    throw new Problem('resource_invalid_state', disabled, { param: 'webhookEndpointId' });
}

/** Creates the deliveries and their queue entries, and returns what the response shows of them, in one statement. */
function insertDeliveries(
  tx: Tx,
  { id: eventId, type, objectId, objectVersion }: ResentEvent,
  endpointId: string | undefined,
): Promise<DeliveryRow[]> {
  const { merchantId, livemode } = tx.scope;
  const wanting =
    endpointId === undefined
      ? fragment`enabled_events && ${patternsMatching(type)}::text[]`
      : fragment`id = ${endpointId}`;
  return tx.sql<DeliveryRow>`
    with receiver as (
      select id, url, ${deliveryIdOf(fragment`${newDeliveryStem()}`, fragment`row_number() over (order by created_at, id)`)} as delivery_id
      from webhook_endpoints
      where ${own(tx)} and status = 'enabled' and ${wanting}),
    made as (
      ${deliveries.into('id', 'merchantId', 'livemode', 'endpointId', 'eventId', 'replayId', 'attempt', 'eventType', 'state', 'firstAt', 'nextAt', 'createdAt')}
      select delivery_id, ${merchantId}, ${livemode}, id, ${eventId}, ${newId('rpl')}, 1, ${type}, 'pending', ${tx.now},
             ${tx.now}, ${tx.now}
      from receiver
      returning *),
    queued as (
      ${deliveryQueue.into('deliveryId', 'merchantId', 'livemode', 'endpointId', 'eventId', 'objectId', 'objectVersion', 'attempt', 'isReplay', 'firstAt', 'nextAt')}
      select id, ${merchantId}, ${livemode}, endpoint_id, event_id, ${objectId}, ${objectVersion}, 1, true, ${tx.now}, ${tx.now}
      from made)
    select ${deliveries.as('d')}, receiver.url, ${shownBodyOf(fragment`e`)}
    from made d join receiver on receiver.delivery_id = d.id
      join events e on ${own(tx, 'e')} and e.id = ${eventId}
    order by d.id`;
}
