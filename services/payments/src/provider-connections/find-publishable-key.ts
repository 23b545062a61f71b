import type { Reader } from '@mizan/service-kit';

/** The key by which pages name the reader's account to Stripe; undefined while it is not connected. */
export async function findPublishableKey(reader: Reader): Promise<string | undefined> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<{ publishable_key: string }>`
    select publishable_key from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  return row?.publishable_key;
}
