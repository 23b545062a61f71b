import type { Database, Scope, ServiceSecrets } from '@mizan/service-kit';

/** What only the platform and Stripe know. */
export interface StripeSecrets {
  readonly secretKey: string;
  /** What Stripe signs its callbacks with. */
  readonly callbackSecret: string;
}

/** The secrets in the only form in which they are written anywhere. */
export const sealStripeSecrets = (secrets: ServiceSecrets, { secretKey, callbackSecret }: StripeSecrets): Buffer =>
  secrets.encrypt(JSON.stringify({ secretKey, callbackSecret }));

/** What a connection holds. */
export interface OpenedConnection extends StripeSecrets {
  /** Of the account at Stripe; null for connections that were made before it was asked. */
  readonly stripeAccountId: string | null;
}

/** The secrets of an account and mode; undefined while it is not connected. Read anew each time: keys are replaced. */
export async function openConnection(
  db: Database,
  secrets: ServiceSecrets,
  { merchantId, livemode }: Scope,
): Promise<OpenedConnection | undefined> {
  const row = await db.system.one<{ sealed: Buffer; stripeAccountId: string | null }>`
    select sealed, stripe_account_id as "stripeAccountId" from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  if (!row) return undefined;
  return { ...(JSON.parse(secrets.decrypt(row.sealed)) as StripeSecrets), stripeAccountId: row.stripeAccountId };
}
