import type { ChargeRequest, CompleteActionRequest } from '../provider.ts';
import type { SyncOutcome } from '../provider-outcome.ts';
import { refusalOf } from './read-error.ts';
import { expanded, outcomeOf } from './read-intent.ts';
import { begunAt, intentIdOf, type StripeContext } from './stripe-context.ts';

/** Asks Stripe how a payment stands. */
export async function sync(context: StripeContext, { chargeId }: ChargeRequest): Promise<SyncOutcome> {
  const id = await intentIdOf(context, chargeId);
  if (id === undefined) return { kind: 'not_found' };
  if (id === 'never') return { kind: 'canceled' };
  const intent = await context.client.paymentIntents.retrieve(id, expanded);
  return outcomeOf(intent, await begunAt(context, chargeId));
}

/**
 * The buyer came back from authentication. Stripe knows what happened there, so what the browser says counts for
 * nothing; a payment that still waits after the buyer's time is given up.
 */
export async function completeAction(
  context: StripeContext,
  { chargeId, now }: CompleteActionRequest,
): Promise<SyncOutcome> {
  const standing = await sync(context, { chargeId, now });
  if (standing.kind !== 'requires_action' || now < standing.expiresAt) return standing;
  const id = await intentIdOf(context, chargeId);
  if (id === undefined || id === 'never')
    throw new Error(`bug: ${chargeId} waits for its buyer without a PaymentIntent`);
  await context.client.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }).catch((thrown: unknown) => {
    if (!refusalOf(thrown)) throw thrown; // refused: the buyer was quicker
  });
  return sync(context, { chargeId, now });
}
