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
      .describe('ID of the account at Stripe. `null` if it has not been retrieved from Stripe.'),
    publishableKey: z.string().describe('`pk_…`, used for the hosted card field of the checkout page.'),
    secretKeyLast4: z.string(),
    callbackUrl: z
      .string()
      .describe('Webhook URL for Stripe. Register it as an event destination in your Stripe account.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'StripeConnection', description: "An account's connection to Stripe, without its secrets." });
export type StripeConnection = z.infer<typeof StripeConnection>;
