import type { SetStripeConnection, StripeConnection } from '@mizan/contracts';
import { Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import type { ProviderConnectionRow } from './provider-connection.entity.ts';
import { toStripeConnectionResource } from './stripe-connection.resource.ts';
import { sealStripeSecrets } from './stripe-secrets.ts';

/** What the platform allows and where it is. */
export interface ConnectionRules {
  readonly allowsTestKeys: boolean;
  readonly publicUrl: string;
}

/**
 * Connects the transaction's account to Stripe, or replaces its keys.
 *
 * @throws Problem `parameter_invalid`: keys of Stripe's test mode, where the platform takes real money
 */
export async function setStripeConnection(
  tx: Tx,
  secrets: ServiceSecrets,
  { allowsTestKeys, publicUrl }: ConnectionRules,
  { secretKey, publishableKey, callbackSecret }: SetStripeConnection,
): Promise<StripeConnection> {
  if (!allowsTestKeys && secretKey.split('_')[1] !== 'live')
    throw new Problem('parameter_invalid', 'Live mode takes live keys of Stripe only.', { param: 'secretKey' });
  const { merchantId, livemode } = tx.scope;
  const row = await tx.one<ProviderConnectionRow>`
    insert into provider_connections
      (merchant_id, livemode, provider, publishable_key, secret_key_last4, sealed, created_at, updated_at)
    values (${merchantId}, ${livemode}, 'stripe', ${publishableKey}, ${secretKey.slice(-4)},
      ${sealStripeSecrets(secrets, { secretKey, callbackSecret })}, ${tx.now}, ${tx.now})
    on conflict (merchant_id, livemode, provider) do update set
      publishable_key = excluded.publishable_key, secret_key_last4 = excluded.secret_key_last4,
      sealed = excluded.sealed, updated_at = excluded.updated_at
    returning merchant_id, livemode, provider, publishable_key, secret_key_last4, created_at, updated_at`;
  if (!row) throw new Error('bug: a connection was neither written nor replaced');
  return toStripeConnectionResource(row, publicUrl);
}
