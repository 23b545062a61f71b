import type { PaymentOutcome } from '../port/provider-outcome.ts';
import { byRedirect, toPaymentOutcome, unsent } from './authorize.ts';
import { reasonOf, refusalOf } from './read-error.ts';
import { expanded, outcomeOf } from './read-intent.ts';
import { attemptOf, intentIdOf, serverConfirmKey, type StripeContext } from './stripe-store.ts';

/**
 * Takes the money of a payment whose buyer has authenticated, because the merchant's server has confirmed it again. A lost
 * answer is unknown: the next query says whether the payment still waits for the server.
 */
export async function confirmByServer(context: StripeContext, chargeId: string): Promise<PaymentOutcome> {
  const { client, returnUrlOf } = context;
  const id = await intentIdOf(context, chargeId);
  if (id === undefined || id === 'never')
    throw new Error(`bug: ${chargeId} waits for its server without a PaymentIntent`);
  const requested = { chargeId, intentId: id, attempt: await attemptOf(context, chargeId) };
  try {
    const idempotencyKey = serverConfirmKey(chargeId);
    const intent = await client.paymentIntents.confirm(id, byRedirect(returnUrlOf(chargeId)), { idempotencyKey });
    return toPaymentOutcome(outcomeOf(intent, requested));
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (!refusal) throw thrown;
    const standing = outcomeOf(await client.paymentIntents.retrieve(id, expanded), requested);
    if (standing.kind !== 'awaits_server' && standing.kind !== 'not_found') return toPaymentOutcome(standing);
    await client.paymentIntents.cancel(id); // a refused payment must not be confirmed later
    return unsent(reasonOf(refusal), refusal);
  }
}
