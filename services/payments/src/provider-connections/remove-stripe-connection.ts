import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { hasOpenPayments, lockConnection } from '../providers/stripe/connection.ts';

/**
 * Disconnects the transaction's account; its secrets are gone then.
 *
 * @throws Problem `resource_missing`: it is not connected
 * @throws Problem `resource_invalid_state`: a payment or refund waits for Stripe's answer, or a payment for its capture
 */
export async function removeStripeConnection(
  tx: Tx,
): Promise<{ readonly id: string; readonly object: 'stripe_connection'; readonly deleted: true }> {
  const { merchantId, livemode } = tx.scope;
  if (!(await lockConnection(tx))) throw resourceMissing();
  if (await hasOpenPayments(tx))
    throw new Problem(
      'resource_invalid_state',
      'A payment or refund is not decided, or a payment not captured yet: wait, or cancel it.',
    );
  await tx.sql`
    delete from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  return { id: merchantId, object: 'stripe_connection', deleted: true };
}
