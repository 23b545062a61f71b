import { objectIdOf, type EventType, type operations, type WebhookTest } from '@mizan/contracts';
import {
  newId,
  own,
  phased,
  resourceMissing,
  type BusEvent,
  type OperationInput,
  type PhaseContext,
  type Tx,
} from '@mizan/service-kit';
import type { Sender } from '../sending/send.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { SigningKeys } from '../sending/sign.ts';
import { renderEnvelope } from '../events/render-envelope.ts';
import { sampleObject } from './sample-object.ts';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';

/** What sending test events needs of the running service. */
export interface TestApp {
  readonly sender: Sender;
  readonly signingKeys: SigningKeys;
}

type TestInput = OperationInput<(typeof operations)['testWebhookEndpoint']>;

/** Sends a test event to an endpoint and reports the outcome of the one attempt. */
export const testWebhookEndpoint = (app: TestApp) =>
  phased({
    reserve: (tx, { params, body, requestId, idempotencyKey }: TestInput) =>
      prepareTestEvent(tx, { endpointId: params.id, type: body.type, requestId, idempotencyKey }),
    call: (event, context) => sendTestEvent(event, context, app),
    settle: async (_tx, { outcome }) => toWebhookTest(outcome),
  });

/** A test event, ready to be signed and sent. */
interface TestEvent {
  readonly endpointId: string;
  readonly eventId: string;
  /** The exact text to send. */
  readonly body: string;
}

interface TestEventRequest {
  readonly endpointId: string;
  readonly type: EventType;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Creates the event that {@link sendTestEvent} sends. It is not stored: it has no sequence number of its own and affects
 * neither the endpoint's health nor its deliveries.
 *
 * @throws Problem `resource_missing`: no such endpoint for this merchant and mode
 */
async function prepareTestEvent(
  tx: Tx,
  { endpointId, type, requestId, idempotencyKey }: TestEventRequest,
): Promise<TestEvent> {
  const { merchantId, livemode } = tx.scope;
  const endpoint = await tx.one<ShownEndpoint & { lastSequence: number }>`
    select ${shownColumns},
           coalesce((select last_sequence from event_sequences s where ${own(tx, 's')}), 1) as last_sequence
    from webhook_endpoints
    where ${own(tx)} and id = ${endpointId}`;
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
  return {
    endpointId,
    eventId: event.id,
    body: `${beforeSequence}${endpoint.lastSequence}${beforePendingWebhooks}1${end}`,
  };
}

/**
 * Makes the attempt, signed with the endpoint's current secrets; a retry sends the same event.
 *
 * @throws Problem `resource_missing`: the endpoint was deleted meanwhile
 */
async function sendTestEvent(
  { endpointId, eventId, body }: TestEvent,
  { reader }: PhaseContext,
  { sender, signingKeys: keys }: TestApp,
): Promise<SendResult> {
  const sentAt = new Date(); // the attempt's time, which may be later than the request's
  const endpoint = await reader.one<{ url: string; sealed: Buffer; previousSealed: Buffer | null }>`
    select url, secret_sealed as sealed,
           case when previous_secret_until > ${sentAt} then previous_secret_sealed end as previous_sealed
    from webhook_endpoints
    where ${own(reader)} and id = ${endpointId}`;
  if (!endpoint) throw resourceMissing();
  const { url, sealed, previousSealed } = endpoint;
  const signingKeys = [sealed, ...(previousSealed === null ? [] : [previousSealed])].map((each) => keys.open(each));
  return sender.send({ endpointId, url, eventId, attempt: 1, body: Buffer.from(body), signingKeys, sentAt });
}

/** The outcome of a test as the API shows it. */
const toWebhookTest = ({ outcome, statusCode, durationMs }: SendResult): WebhookTest => ({
  delivered: outcome === 'delivered',
  statusCode,
  durationMs,
});
