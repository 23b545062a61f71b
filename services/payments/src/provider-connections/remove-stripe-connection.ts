import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';

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
  const waiting = await tx.one`
    select 1 from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where charges.merchant_id = ${merchantId} and charges.livemode = ${livemode} and charges.provider = 'stripe'
      and (charges.status = 'PENDING' or payment_intents.amount_capturable > 0
        or exists (select 1 from refunds where refunds.charge_id = charges.id and refunds.status = 'PENDING'))
    limit 1`;
  if (waiting)
    throw new Problem(
      'resource_invalid_state',
      'A payment or refund is not decided, or a payment not captured yet: wait, or cancel it.',
    );
  const gone = await tx.one`
    delete from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' returning 1`;
  if (!gone) throw resourceMissing();
  return { id: merchantId, object: 'stripe_connection', deleted: true };
}
