import type { StripeConnection } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { findConnection, type ShownConnection } from '../providers/stripe/connection.ts';

/** @throws Problem `resource_missing`: the account is not connected */
export async function getStripeConnection(reader: Reader, { publicUrl }: App): Promise<StripeConnection> {
  const found = await findConnection(reader);
  if (!found) throw resourceMissing();
  return toStripeConnectionResource(found, publicUrl);
}

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
