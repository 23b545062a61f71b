import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { WebhookDeliveryStatus, WebhookEndpointStatus } from '../enums.ts';
import { booleanParameter, listOf, listQuery, timezoneParameter } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { exampleIdOf } from '../primitives.ts';
import {
  CreateWebhookEndpoint,
  describeWrongPattern,
  isEventPattern,
  RotateWebhookSecret,
  SendTestEvent,
  UpdateWebhookEndpoint,
  ResendEvent,
} from '../requests/webhook-endpoint-input.ts';
import { Event } from '../resources/event.ts';
import { MailboxMail } from '../resources/mail.ts';
import { WebhookDeliveries, WebhookDelivery } from '../resources/webhook-delivery.ts';
import { WebhookEndpoint, WebhookEndpointWithSecret } from '../resources/webhook-endpoint.ts';
import { WebhookTest } from '../resources/test-helpers.ts';

const merchant = { service: 'webhooks', audience: 'merchant' } as const;
const mailbox = { service: 'webhooks', permission: null } as const;
const dates = { date: dateParameter.optional(), timezone: timezoneParameter.default('UTC') };
const eventPattern = z
  .string()
  .refine(isEventPattern, { error: ({ input }) => describeWrongPattern(String(input)) })
  .optional()
  .describe('An event type or `family.*`.');

/** Webhook endpoints, what was delivered to them, and the events themselves. */
export const webhookOperations = {
  createWebhookEndpoint: operation('POST /webhook-endpoints', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_WRITE',
    summary: 'Create a webhook endpoint',
    description:
      'The response contains the signing secret, which is shown only once. An account can have 50 endpoints in each mode.',
    body: CreateWebhookEndpoint,
    example: { url: 'https://example.com/hooks/mizan', enabledEvents: ['checkout.session.*', 'refund.*'] },
    echoes: commonEchoes,
    response: WebhookEndpointWithSecret,
    status: 201,
    errors: ['resource_limit_reached'],
  }),
  listWebhookEndpoints: operation('GET /webhook-endpoints', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_READ',
    summary: 'List webhook endpoints',
    description: 'Newest first, enabled and disabled. Secrets are not returned.',
    query: listQuery({ status: WebhookEndpointStatus.optional() }),
    response: listOf(WebhookEndpoint).meta({ id: 'WebhookEndpointList', description: 'A page of webhook endpoints.' }),
    errors: ['parameter_out_of_range'],
  }),
  getWebhookEndpoint: operation('GET /webhook-endpoints/{id}', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_READ',
    summary: 'Retrieve a webhook endpoint',
    description: 'Contains its status and subscribed events. The secret is not returned.',
    response: WebhookEndpoint,
  }),
  updateWebhookEndpoint: operation('PATCH /webhook-endpoints/{id}', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_WRITE',
    summary: 'Update a webhook endpoint',
    description: 'Changes its address, its events or whether it is enabled. The secret stays the same.',
    body: UpdateWebhookEndpoint,
    example: { enabledEvents: ['payment_intent.*', 'refund.*'] },
    echoes: commonEchoes,
    response: WebhookEndpoint,
    errors: ['parameter_requires_another', 'resource_invalid_state'],
  }),
  deleteWebhookEndpoint: operation('DELETE /webhook-endpoints/{id}', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_WRITE',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries are dropped.',
    response: deletedResource('webhook_endpoint').meta({
      id: 'DeletedWebhookEndpoint',
      description: 'A deleted webhook endpoint.',
    }),
  }),
  rotateWebhookSecret: operation('POST /webhook-endpoints/{id}/rotate-secret', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_WRITE',
    summary: 'Rotate the signing secret of an endpoint',
    description:
      'The response contains the new secret, which is shown only once. Deliveries are signed with two secrets at most: a second rotation while the old secret is still valid ends the oldest at once. If the response is lost, repeat the request with the same `Idempotency-Key`, which returns the same secret.',
    body: RotateWebhookSecret,
    example: { expireOldAfterSeconds: 3600 },
    response: WebhookEndpointWithSecret,
    errors: ['parameter_out_of_range'],
  }),
  testWebhookEndpoint: operation('POST /webhook-endpoints/{id}/test', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_WRITE',
    summary: 'Send a test event to an endpoint',
    description:
      'Sends one signed event immediately, without retries, even if the endpoint is disabled. The object is the endpoint itself for `webhook_endpoint.*`, and otherwise an example whose IDs end in zeros. The event is not stored; its `sequence` is that of the newest event.',
    body: SendTestEvent,
    example: { type: 'payment_intent.succeeded' },
    response: WebhookTest,
    maxPerSecond: 5,
    deadlineMs: 20_000,
  }),
  listWebhookDeliveries: operation('GET /webhook-endpoints/{id}/deliveries', {
    ...merchant,
    permission: 'WEBHOOK_ENDPOINT_READ',
    summary: 'List the delivery attempts of an endpoint',
    description: 'Newest first, with what was sent and what your server responded.',
    query: cursorListQuery({ status: WebhookDeliveryStatus.optional(), eventType: eventPattern, ...dates }),
    response: cursorListOf(WebhookDelivery).meta({
      id: 'WebhookDeliveryList',
      description: 'A page of delivery attempts.',
    }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  listEvents: operation('GET /events', {
    ...merchant,
    permission: 'EVENT_READ',
    summary: 'List events',
    description: 'Events are available for 30 days by default.',
    query: cursorListQuery({
      type: eventPattern,
      objectId: z.string().min(1).max(255).optional().describe('ID of the object that the event describes.'),
      deliverySuccess: booleanParameter
        .optional()
        .describe(
          '`true`: delivered to all of its endpoints. `false`: not delivered to at least one of them, or not yet.',
        ),
      ...dates,
    }),
    response: cursorListOf(Event).meta({ id: 'EventList', description: 'A page of events.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  // Before `/events/{id}`, which would match its path, too.
  streamEvents: operation('GET /events/stream', {
    ...merchant,
    permission: 'EVENT_READ',
    summary: 'Stream events',
    description:
      'Returns server-sent events in the order of `sequence`, without gaps or duplicates. Each message has the `id` of its event, and its data is byte-for-byte the webhook payload. To resume, send the last `id` you received as `Last-Event-ID` or `after`; the first `id` of a stream marks where it started. Lines that start with a colon are heartbeats, sent every 15 seconds. A stream closes after ten minutes and when its server restarts: connect again.',
    query: z.strictObject({
      after: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe(
          '`evt_…`: start with the event after this one. To start after a sequence number, send `evt_` followed by the number, zero-padded to 24 digits. If absent, the stream starts with new events.',
        ),
    }),
    response: Event,
    streams: true,
    deadlineMs: 5_000,
    forward: ['last-event-id'],
    errors: ['resource_missing'],
  }),
  getEvent: operation('GET /events/{id}', {
    ...merchant,
    permission: 'EVENT_READ',
    summary: 'Retrieve an event',
    description: 'Contains the object as it was when the event occurred.',
    response: Event,
  }),
  resendEvent: operation('POST /events/{id}/resend', {
    ...merchant,
    permission: 'EVENT_WRITE',
    summary: 'Resend an event',
    description:
      'Creates new deliveries of the same bytes with the same `webhook-id` and their own retries. Send an `Idempotency-Key`; without one, every request creates new deliveries.',
    body: ResendEvent,
    example: { webhookEndpointId: exampleIdOf('we') },
    response: WebhookDeliveries,
    status: 202,
    errors: ['resource_invalid_state'],
    maxPerSecond: 25,
  }),
  showMailbox: operation('GET /dev/mail', {
    ...mailbox,
    audience: 'page',
    summary: 'The mail of test mode',
    description: 'Newest first. Only with `npm start`: 404 in production.',
    response: z.string(),
  }),
  showMail: operation('GET /dev/mail/{id}', {
    ...mailbox,
    audience: 'page',
    summary: 'A mail of test mode',
    description: 'As a mail program shows it. Only with `npm start`: 404 in production.',
    response: z.string(),
  }),
  readMailbox: operation('GET /dev/mail.json', {
    ...mailbox,
    audience: 'public',
    summary: 'The mail of test mode as JSON',
    description: 'The newest 100, newest first. Only with `npm start`: 404 in production.',
    response: z.array(MailboxMail),
    errors: ['resource_missing'],
  }),
};
