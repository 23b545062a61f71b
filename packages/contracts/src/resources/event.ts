import { z } from 'zod';
import { largerItem, maxEventBytes } from '../bounds.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** What an event says besides its object, on the bus and in the API. */
export const eventChanges = {
  previousAttributes: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('On updates: the previous values of the fields that changed. Large ones are cut like the object.'),
  mergedInto: z
    .string()
    .optional()
    .describe('On `customer.deleted`: the ID of the customer that this one was merged into.'),
};

const event = namedObject('Event', 'An event, as delivered to webhook endpoints.', {
  id: z.string().describe('`evt_…`. Identical in every delivery: use it to detect duplicates.'),
  object: z.literal('event'),
  type: z.string().describe('For example `payment_intent.succeeded`.'),
  timestamp: Timestamp.describe('When the event occurred.'),
  createdAt: Timestamp.describe('Same as `created`.'),
  apiVersion: z.string().describe('The API version of the payload, YYYY-MM-DD.'),
  livemode: z.boolean(),
  merchantId: z.string().describe('`acct_…`'),
  sequence: z.int().min(1).describe('Increases by 1 with each event of the account and mode, without gaps.'),
  objectId: z
    .string()
    .describe(
      'ID of the object. `<account>:balance` and `<account>:test_clock` for the balance and the test clock of an account.',
    ),
  objectVersion: z
    .int()
    .min(1)
    .describe(
      'Increases with each event of the object. Do not replace a copy of the object with that of an event of a lower version.',
    ),
  data: z.object({
    object: z
      .record(z.string(), z.unknown())
      .describe(
        'The object, as its GET endpoint returned it at that time, without client secrets. Nested lists are cut if it would be larger than 64 KiB.',
      ),
    ...eventChanges,
  }),
  request: z.object({ id: z.string().nullable(), idempotencyKey: z.string().nullable() }),
  pendingWebhooks: z.int().min(0).describe('Number of deliveries that are not completed.'),
});
export const Event = largerItem(event, maxEventBytes);
export type Event = z.infer<typeof Event>;
