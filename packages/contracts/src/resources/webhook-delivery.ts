import { z } from 'zod';
import { WebhookDeliveryStatus } from '../enums.ts';
import { Timestamp } from '../primitives.ts';

/** One attempt to deliver an event to an endpoint. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe('`dlv_…`'),
    object: z.literal('webhook_delivery'),
    webhookEndpointId: z.string().describe('`we_…`'),
    eventId: z.string().describe('`evt_…`'),
    eventType: z.string(),
    attempt: z.int().min(1).describe('1 for the first.'),
    status: WebhookDeliveryStatus,
    request: z.object({
      url: z.string(),
      headers: z
        .record(z.string(), z.string())
        .describe('As they were sent, without the signature: `webhook-timestamp` is real time.'),
      body: z.string().describe('The first 4 KiB.'),
    }),
    response: z
      .object({
        statusCode: z.int(),
        headers: z.record(z.string(), z.string()),
        body: z.string().describe('The first 4 KiB.'),
      })
      .nullable()
      .describe('Null before the attempt and when nothing answered.'),
    error: z.string().nullable().describe('Why nothing answered.'),
    durationMs: z.int().nullable().describe('Milliseconds.'),
    createdAt: Timestamp,
    attemptedAt: Timestamp.nullable().describe('Null before the attempt.'),
    nextAttemptAt: Timestamp.nullable().describe('When it is tried again; null when it is not.'),
    livemode: z.boolean(),
  })
  .meta({
    id: 'WebhookDelivery',
    description:
      'One attempt to deliver an event to an endpoint. Its times are those of the account: in test mode of its clock.',
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What a request to send something again answers. */
export const WebhookDeliveries = z
  .object({ deliveries: z.array(WebhookDelivery).describe('First attempts, due now.') })
  .meta({ id: 'WebhookDeliveries', description: 'The deliveries that a request made.' });
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;
