import type { StripeConnection } from '@mizan/contracts';
import type { ShownConnection } from '../providers/stripe/connection.ts';

/** A connection as the API shows it: nothing that is sealed. @param publicUrl base of the platform */
export const toStripeConnectionResource = (row: ShownConnection, publicUrl: string): StripeConnection => ({
  object: 'stripe_connection',
  accountId: row.merchantId,
  livemode: row.livemode,
  stripeAccountId: row.stripeAccountId,
  publishableKey: row.publishableKey,
  secretKeyLast4: row.secretKeyLast4,
  callbackUrl: `${publicUrl}/providers/stripe/callbacks?account=${encodeURIComponent(row.merchantId)}`,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
