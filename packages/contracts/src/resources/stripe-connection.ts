import { z } from 'zod';
import { Timestamp } from '../primitives.ts';

/** An account's connection to Stripe, without its secrets. */
export const StripeConnection = z
  .object({
    object: z.literal('stripe_connection'),
    accountId: z.string().describe('`acct_…`'),
    livemode: z.boolean(),
    stripeAccountId: z
      .string()
      .nullable()
      .describe('Of the account at Stripe; null when the connection was made before it was asked.'),
    publishableKey: z.string().describe('`pk_…`, for the hosted card field of the page.'),
    secretKeyLast4: z.string(),
    callbackUrl: z.string().describe('Where Stripe sends its events: register it there.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'StripeConnection', description: 'An account’s connection to Stripe, without its secrets.' });
export type StripeConnection = z.infer<typeof StripeConnection>;
