import { objectIdOf, type operations, type WebhookTest } from '@mizan/contracts';
import { newId, own, phased, resourceMissing } from '@mizan/service-kit';
import type { BusEvent, OperationInput, PhaseContext, Tx } from '@mizan/service-kit';
import { describeSendError } from '../sending/describe-send-error.ts';
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
    reserve: (tx, input: TestInput) => prepareTestEvent(tx, input),
    call: (event, context) => sendTestEvent(event, context, app),
    settle: async (_tx, { outcome: result }): Promise<WebhookTest> => ({
      delivered: result.outcome === 'delivered',
      statusCode: result.statusCode,
      error: result.outcome === 'failed' ? describeSendError(result.error, result.statusCode) : null,
      durationMs: result.durationMs,
    }),
  });

/** A test event, ready to be signed and sent. */
interface TestEvent {
  readonly endpointId: string;
  readonly eventId: string;
  /** The exact text to send. */
  readonly body: string;
}

/**
 * Creates the event that {@link sendTestEvent} sends. It is not stored: it has no sequence number of its own and affects
 * neither the endpoint's health nor its deliveries. @throws Problem `resource_missing`: no such endpoint for this
 * merchant and mode
 */
async function prepareTestEvent(tx: Tx, { params, body, requestId, idempotencyKey }: TestInput): Promise<TestEvent> {
  const { type } = body;
  const { merchantId, livemode } = tx.scope;
  const endpoint = await tx.one<ShownEndpoint & { lastSequence: number }>`
    select ${shownColumns},
           coalesce((select last_sequence from event_sequences s where ${own(tx, 's')}), 1) as last_sequence
    from webhook_endpoints where ${own(tx)} and id = ${params.id}`;
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
  const text = `${beforeSequence}${endpoint.lastSequence}${beforePendingWebhooks}1${end}`;
  return { endpointId: params.id, eventId: event.id, body: text };
}

/**
 * Makes the attempt, signed with the endpoint's current secrets; a retry sends the same event.
 * @throws Problem `resource_missing`: the endpoint was deleted meanwhile
 */
async function sendTestEvent(
  { endpointId, eventId, body }: TestEvent,
  { reader, now }: PhaseContext,
  { sender, signingKeys: keys }: TestApp,
): Promise<SendResult> {
  const sentAt = new Date(); // the attempt's time, which may be later than the request's, and real for the receiver's clock
  const endpoint = await reader.one<{ url: string; sealed: Buffer; previousSealed: Buffer | null }>`
    select url, secret_sealed as sealed,
           case when previous_secret_until > ${now} then previous_secret_sealed end as previous_sealed
    from webhook_endpoints where ${own(reader)} and id = ${endpointId}`;
  if (!endpoint) throw resourceMissing();
  const { url, sealed, previousSealed } = endpoint;
  const signingKeys = [sealed, ...(previousSealed === null ? [] : [previousSealed])].map((each) => keys.open(each));
  return sender.send({ endpointId, url, eventId, attempt: 1, body: Buffer.from(body), signingKeys, sentAt });
}
