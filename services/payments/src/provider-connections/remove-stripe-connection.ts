import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { deleteConnection, hasOpenPayments, lockConnection } from '../providers/stripe/connection.ts';

/**
 * Disconnects the transaction's account and deletes its secrets.
 *
 * @throws Problem `resource_missing`: it is not connected
 * @throws Problem `resource_invalid_state`: a payment or refund waits for Stripe's answer, or a payment for its capture
 */
export async function removeStripeConnection(
  tx: Tx,
): Promise<{ readonly id: string; readonly object: 'stripe_connection'; readonly deleted: true }> {
  if (!(await lockConnection(tx))) throw resourceMissing();
  if (await hasOpenPayments(tx))
    throw new Problem(
      'resource_invalid_state',
      'Payments or refunds of this account are still open, or payments are not captured. Wait, or cancel them.',
    );
  await deleteConnection(tx);
  return { id: tx.scope.merchantId, object: 'stripe_connection', deleted: true };
}
