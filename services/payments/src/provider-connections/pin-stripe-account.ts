import type { Database, Scope } from '@mizan/service-kit';

/**
 * Writes down whose account at Stripe a connection leads to, for one that was made before this was asked: from then on
 * keys of another account are told apart. A connection that knows its account keeps it.
 */
export async function pinStripeAccount(
  db: Database,
  { merchantId, livemode }: Scope,
  stripeAccountId: string,
): Promise<void> {
  await db.system.sql`
    update provider_connections set stripe_account_id = ${stripeAccountId}
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' and stripe_account_id is null`;
}
