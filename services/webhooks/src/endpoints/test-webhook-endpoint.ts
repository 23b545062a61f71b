import { objectIdOf, type EventType, type WebhookTest } from '@mizan/contracts';
import { newId, resourceMissing, type LoadContext, type BusEvent, type Tx } from '@mizan/service-kit';
import type { Sender } from '../delivery/send.ts';
import type { SendResult } from '../delivery/send-result.ts';
import type { SigningKeys } from '../delivery/signing-keys.ts';
import { renderEnvelope } from '../events/render-envelope.ts';
import { sampleObject } from './sample-object.ts';
import { shownColumns, type ShownEndpoint } from './shown-columns.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

/** A test event, ready to be signed and sent. */
export interface TestEvent {
  readonly eventId: string;
  /** The exact text to send. */
  readonly body: string;
}

/**
 * Makes the event that {@link sendTestEvent} sends. It is stored nowhere: it takes no number of its own, and neither its
 * endpoint's health nor its deliveries know of it.
 *
 * @throws Problem `resource_missing`: no such endpoint for this merchant and mode
 */
export async function prepareTestEvent(
  tx: Tx,
  endpointId: string,
  { type, requestId, idempotencyKey }: { type: EventType; requestId: string; idempotencyKey: string | undefined },
): Promise<TestEvent> {
  const { merchantId, livemode } = tx.scope;
  const endpoint = await tx.one<ShownEndpoint & { lastSequence: number }>`
    select ${shownColumns},
           coalesce((select last_sequence from event_sequences s
                     where s.merchant_id = ${merchantId} and s.livemode = ${livemode}), 1) as "lastSequence"
    from webhook_endpoints
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${endpointId}`;
  if (!endpoint) throw resourceMissing();
  const object = type.startsWith('webhook_endpoint.')
    ? toWebhookEndpointResource(endpoint)
    : sampleObject(type, { now: tx.now, livemode });
  const event: BusEvent = {
    id: newId('evt'),
    type,
    scope: tx.scope,
    object,
    previousAttributes: undefined,
    mergedInto: undefined,
    objectVersion: 1,
    time: tx.now,
    requestId,
    idempotencyKey,
    traceparent: undefined,
  };
  const { beforeSequence, beforePendingWebhooks, end } = renderEnvelope(event, objectIdOf(object, merchantId));
  return { eventId: event.id, body: `${beforeSequence}${endpoint.lastSequence}${beforePendingWebhooks}1${end}` };
}

/**
 * Makes the one attempt, signed with the endpoint's secrets of this moment; a repeat sends the same event.
 *
 * @throws Problem `resource_missing`: the endpoint was deleted meanwhile
 */
export async function sendTestEvent(
  { eventId, body }: TestEvent,
  endpointId: string,
  { reader }: Pick<LoadContext, 'reader'>,
  { sender, keys }: { sender: Sender; keys: SigningKeys },
): Promise<SendResult> {
  const sentAt = new Date(); // of the attempt, which may be a later one than the request's
  const endpoint = await reader.one<{ url: string; sealed: Buffer; previousSealed: Buffer | null }>`
    select url, secret_sealed as sealed,
           case when previous_secret_until > ${sentAt} then previous_secret_sealed end as "previousSealed"
    from webhook_endpoints
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} and id = ${endpointId}`;
  if (!endpoint) throw resourceMissing();
  const { url, sealed, previousSealed } = endpoint;
  const signingKeys = [sealed, ...(previousSealed === null ? [] : [previousSealed])].map((each) => keys.open(each));
  return sender.send({ endpointId, url, eventId, attempt: 1, body: Buffer.from(body), signingKeys, sentAt });
}

/** What the API says of a test. */
export const toWebhookTest = ({ outcome, statusCode, durationMs }: SendResult): WebhookTest => ({
  delivered: outcome === 'delivered',
  statusCode,
  durationMs,
});
