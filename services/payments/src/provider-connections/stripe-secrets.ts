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

/** The secrets of an account and mode; undefined while it is not connected. Read anew each time: keys are replaced. */
export async function findStripeSecrets(
  db: Database,
  secrets: ServiceSecrets,
  { merchantId, livemode }: Scope,
): Promise<StripeSecrets | undefined> {
  const row = await db.system.one<{ sealed: Buffer }>`
    select sealed from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  return row && (JSON.parse(secrets.decrypt(row.sealed)) as StripeSecrets);
}
