import type { StripeConnection } from '@mizan/contracts';
import type { ShownConnection } from '../providers/stripe/connection.ts';

/** A connection as the API shows it: nothing that is sealed. @param publicUrl base of the platform */
export const toStripeConnectionResource = (row: ShownConnection, publicUrl: string): StripeConnection => ({
  object: 'stripe_connection',
  accountId: row.merchant_id,
  livemode: row.livemode,
  stripeAccountId: row.stripe_account_id,
  publishableKey: row.publishable_key,
  secretKeyLast4: row.secret_key_last4,
  callbackUrl: `${publicUrl}/providers/stripe/callbacks?account=${encodeURIComponent(row.merchant_id)}`,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
