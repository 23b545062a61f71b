import { z } from 'zod';
import { Timestamp } from '../primitives.ts';

/** Something that happened, as webhooks receive it. */
export const Event = z
  .object({
    id: z.string().describe('`evt_…`: the same in every delivery; use it to drop duplicates.'),
    object: z.literal('event'),
    type: z.string().describe('For example `payment_intent.succeeded`.'),
    timestamp: Timestamp.describe('When it happened.'),
    createdAt: Timestamp.describe('The same moment.'),
    apiVersion: z.string().describe('YYYY-MM-DD: the version that shaped the payload.'),
    livemode: z.boolean(),
    merchantId: z.string().describe('`acct_…`'),
    sequence: z.int().min(1).describe('Without gaps per account and mode.'),
    objectId: z
      .string()
      .describe('Of the object, or `<account>:balance` and `<account>:test_clock` for what an account has one of.'),
    objectVersion: z.int().min(1).describe('Grows with each event of the object: drop what is older than you have.'),
    data: z.object({
      object: z.record(z.string(), z.unknown()).describe('The resource, exactly as its GET answered then.'),
      previousAttributes: z.record(z.string(), z.unknown()).optional().describe('On updates: what changed, before.'),
      mergedInto: z.string().optional().describe('On `customer.deleted`: the id that the customer goes on under.'),
    }),
    request: z.object({ id: z.string().nullable(), idempotencyKey: z.string().nullable() }),
    pendingWebhooks: z.int().min(0).describe('Deliveries not yet done.'),
  })
  .meta({ id: 'Event', description: 'Something that happened, as webhooks receive it.' });
export type Event = z.infer<typeof Event>;
