import type { StripeConnection } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { ProviderConnectionRow } from '../providers/stripe/provider-connection.entity.ts';
import { toStripeConnectionResource } from './stripe-connection.resource.ts';

/**
 * The connection of the reader's account.
 *
 * @throws Problem `resource_missing`: it has none
 */
export async function getStripeConnection(reader: Reader, publicUrl: string): Promise<StripeConnection> {
  const row = await reader.one<ProviderConnectionRow>`
    select merchant_id, livemode, provider, stripe_account_id, publishable_key, secret_key_last4, created_at, updated_at
    from provider_connections
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} and provider = 'stripe'`;
  if (!row) throw resourceMissing();
  return toStripeConnectionResource(row, publicUrl);
}
