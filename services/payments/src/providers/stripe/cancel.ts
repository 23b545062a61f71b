import type { Stripe } from 'stripe';
import type { CancelOutcome } from '../port/provider-outcome.ts';
import type { CancelRequest } from '../port/provider.ts';
import { expectIntent, type RequestedIntent } from './expect-intent.ts';
import { refusalOf } from './read-error.ts';
import { expanded } from './read-intent.ts';
import { attemptOf, type StripeContext, intentKey, releaseKey } from './stripe-store.ts';
import { expectRecord } from '../port/record-store.ts';

/** Releases what is authorized and not captured, or cancels an attempt that waits for its buyer, for good. */
export async function cancel(context: StripeContext, request: CancelRequest): Promise<CancelOutcome> {
  const { client, store } = context;
  const { chargeId } = request;
  // Without a PaymentIntent this closes the way to one: an authorization that is under way finds it before it confirms.
  const standing = expectRecord(await store.putIfAbsent(intentKey(chargeId), { op: 'never' }), 'intent', 'never');
  if (standing.op === 'never') return { kind: 'canceled' };
  const requested = { chargeId, intentId: standing.id, attempt: await attemptOf(context, chargeId) };
  const query = async () => expectIntent(await client.paymentIntents.retrieve(standing.id, expanded), requested);
  const intent = await query();
  if (intent.amount_received > request.recorded) return { kind: 'already_captured' };
  try {
    const after = await release(context, requested, intent);
    if (after) return { kind: after.amount_received > request.recorded ? 'already_captured' : 'canceled' };
  } catch (thrown) {
    if (!refusalOf(thrown)) throw thrown; // refused: something else happened to it in between
    return answerOf(context, request, await query());
  }
  return answerOf(context, request, intent);
}

/** Releases what an intent holds; undefined when it holds nothing and waits for nothing. */
async function release(
  { client, store }: StripeContext,
  requested: RequestedIntent,
  { id, status, amount_received: amountReceived }: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent | undefined> {
  const { chargeId } = requested;
  if (status === 'requires_capture' && amountReceived > 0) {
    await store.putIfAbsent(releaseKey(chargeId), { op: 'release' });
    // Stripe's way to release the rest of a payment that is captured in part.
    const after = await client.paymentIntents.capture(
      id,
      { amount_to_capture: 0, final_capture: true },
      { idempotencyKey: releaseKey(chargeId) },
    );
    return expectIntent(after, requested);
  }
  if (status === 'succeeded' || status === 'canceled') return undefined;
  // One that was declined, too: its client secret would still pay it with another card.
  return expectIntent(await client.paymentIntents.cancel(id), requested);
}

/** What an intent that was not released now says. */
async function answerOf(
  { store }: StripeContext,
  { chargeId, recorded }: CancelRequest,
  { status, amount, amount_received: amountReceived }: Stripe.PaymentIntent,
): Promise<CancelOutcome> {
  if (status === 'canceled') return { kind: 'canceled' };
  if (status !== 'succeeded')
    return { kind: 'unknown', cause: new Error(`Stripe: neither canceled nor captured: ${status}`) };
  const isRecorded = amountReceived <= recorded && amountReceived < amount;
  const wasReleased = isRecorded && (await store.get(releaseKey(chargeId))) !== undefined;
  return { kind: wasReleased ? 'canceled' : 'already_captured' };
}
