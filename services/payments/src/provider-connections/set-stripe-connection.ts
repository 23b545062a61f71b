import type { SetStripeConnection, StripeConnection } from '@mizan/contracts';
import { type LoadContext, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { hasOpenPayments, lockConnection, saveConnection, type StripeKeys } from '../providers/stripe/connection.ts';
import { toStripeConnectionResource } from './read-stripe-connection.ts';

/**
 * Checks the keys, and reads from Stripe which account they belong to.
 *
 * @throws Problem `resource_missing`: no such account
 * @throws Problem `parameter_invalid`: keys of Stripe's test mode where the platform moves real money, or keys that Stripe
 *   does not accept
 */
export async function loadStripeAccountId(
  context: LoadContext,
  { accounts, providers, allowsStripeTestKeys }: App,
  { secretKey }: SetStripeConnection,
): Promise<string> {
  await accounts.get(context); // resource_missing unless there is such an account
  if (!allowsStripeTestKeys && secretKey.split('_')[1] !== 'live')
    throw new Problem('parameter_invalid', 'Live mode requires live keys of Stripe.', { param: 'secretKey' });
  const { connect } = providers.live;
  await connect.pinAccount(context.scope); // while its former keys are still stored
  return connect.accountIdOf(secretKey);
}

/**
 * Connects the transaction's account to Stripe, or replaces its keys.
 *
 * @throws Problem `resource_invalid_state`: keys of another account at Stripe, while the platform still has to query the
 *   present one about payments or refunds
 */
export async function setStripeConnection(tx: Tx, app: App, keys: StripeKeys): Promise<StripeConnection> {
  const former = (await lockConnection(tx))?.stripeAccountId ?? null;
  const isOther = former !== null && former !== keys.stripeAccountId;
  if (isOther && (await hasOpenPayments(tx)))
    throw new Problem(
      'resource_invalid_state',
      'These keys belong to another account at Stripe, and payments or refunds of the present one are still open.',
      { param: 'secretKey' },
    );
  return toStripeConnectionResource(await saveConnection(tx, app.secrets, keys), app.publicUrl);
}
