import { z } from 'zod';
import { WebhookDeliveryStatus } from '../enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** One attempt to deliver an event to an endpoint. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe('`dlv_…`'),
    object: z.literal('webhook_delivery'),
    webhookEndpointId: z.string().describe('`we_…`'),
    eventId: z.string().describe('`evt_…`'),
    eventType: z.string(),
    attempt: z.int().min(1).describe('Starts at 1.'),
    status: WebhookDeliveryStatus,
    request: z.object({
      url: z.string(),
      headers: z
        .record(z.string(), z.string())
        .describe('The headers that were sent, without the signature. `webhook-timestamp` is in real time.'),
      body: z.string().describe('The first 4 KiB.'),
    }),
    response: z
      .object({
        statusCode: z.int(),
        headers: z.record(z.string(), z.string()),
        body: z.string().describe('The first 4 KiB.'),
      })
      .nullable()
      .describe('`null` before the attempt, and if there was no response.'),
    error: z.string().nullable().describe('Why there was no response.'),
    durationMs: z.int().nullable().describe('In milliseconds.'),
    createdAt: Timestamp,
    attemptedAt: Timestamp.nullable().describe('`null` before the attempt.'),
    nextAttemptAt: Timestamp.nullable().describe('When the next attempt is made. `null` if there is none.'),
    livemode: z.boolean(),
  })
  .meta({
    id: 'WebhookDelivery',
    description:
      'An attempt to deliver an event to an endpoint. Its timestamps follow the clock of the account, which in test mode is the test clock.',
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What a request to send something again answers. */
export const WebhookDeliveries = namedObject('WebhookDeliveries', 'The deliveries that the request created.', {
  deliveries: z.array(WebhookDelivery).describe('The first attempts. They are due immediately.'),
});
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;
