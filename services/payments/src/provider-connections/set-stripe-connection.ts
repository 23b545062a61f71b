import type { SetStripeConnection, StripeConnection } from '@mizan/contracts';
import { Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { hasOpenPayments, lockConnection, sealStripeSecrets } from '../providers/stripe/connection.ts';
import type { ProviderConnectionRow } from '../providers/stripe/provider-connection.entity.ts';
import { toStripeConnectionResource } from './stripe-connection.resource.ts';

/** What the platform allows and where it is. */
export interface ConnectionRules {
  readonly allowsTestKeys: boolean;
  readonly publicUrl: string;
}

type Keys = SetStripeConnection & {
  /** Whose they are at Stripe. */
  readonly stripeAccountId: string;
};

/** @throws Problem `parameter_invalid`: keys of Stripe's test mode, where the platform takes real money */
export function assertAllowed({ allowsTestKeys }: ConnectionRules, { secretKey }: SetStripeConnection): void {
  if (!allowsTestKeys && secretKey.split('_')[1] !== 'live')
    throw new Problem('parameter_invalid', 'Live mode takes live keys of Stripe only.', { param: 'secretKey' });
}

/**
 * Connects the transaction's account to Stripe, or replaces its keys.
 *
 * @throws Problem `resource_invalid_state`: keys of another account at Stripe, while this one still has to be asked about
 *   payments or refunds
 */
export async function setStripeConnection(
  tx: Tx,
  secrets: ServiceSecrets,
  { publicUrl }: ConnectionRules,
  { secretKey, publishableKey, callbackSecret, stripeAccountId }: Keys,
): Promise<StripeConnection> {
  const former = (await lockConnection(tx))?.stripe_account_id ?? null;
  const isOther = former !== null && former !== stripeAccountId;
  if (isOther && (await hasOpenPayments(tx)))
    throw new Problem(
      'resource_invalid_state',
      'These keys are of another account at Stripe, and payments or refunds of this one are not over.',
      { param: 'secretKey' },
    );
  const { merchantId, livemode } = tx.scope;
  const row = await tx.one<ProviderConnectionRow>`
    insert into provider_connections
      (merchant_id, livemode, provider, stripe_account_id, publishable_key, secret_key_last4, sealed, created_at,
        updated_at)
    values (${merchantId}, ${livemode}, 'stripe', ${stripeAccountId}, ${publishableKey}, ${secretKey.slice(-4)},
      ${sealStripeSecrets(secrets, { secretKey, callbackSecret })}, ${tx.now}, ${tx.now})
    on conflict (merchant_id, livemode, provider) do update set
      stripe_account_id = excluded.stripe_account_id, publishable_key = excluded.publishable_key,
      secret_key_last4 = excluded.secret_key_last4, sealed = excluded.sealed, updated_at = excluded.updated_at
    returning merchant_id, livemode, provider, stripe_account_id, publishable_key, secret_key_last4, created_at, updated_at`;
  if (!row) throw new Error('bug: a connection was neither written nor replaced');
  return toStripeConnectionResource(row, publicUrl);
}
