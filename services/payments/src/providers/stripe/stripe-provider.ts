import type { SyncOutcome, Unknown } from '../port/provider-outcome.ts';
import type { ChargeRequest, CompleteActionRequest, Provider } from '../port/provider.ts';
import { authorize } from './authorize.ts';
import { confirmByServer } from './confirm-by-server.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import { isOfKey, isOfStripe, refusalOf, unknownAfter } from './read-error.ts';
import { expanded, outcomeOf } from './read-intent.ts';
import { refund, syncRefund } from './refund.ts';
import { attemptOf, intentIdOf, type StripeContext } from './stripe-store.ts';

/**
 * Stripe behind the provider port. A payment takes two requests: the PaymentIntent is created, which moves no money and
 * gives the payment an id that can be queried; then it is confirmed, with the charge's id as the idempotency key. So
 * a lost answer is found by a query, and never by sending again.
 */
export function createStripeProvider(connect: () => Promise<StripeContext>): Provider {
  /**
   * What Stripe did not answer is unknown, and so is what it refuses for the key alone, which is reported. A bug of ours is
   * thrown.
   */
  const withUnknown =
    <Request, Outcome>(call: (context: StripeContext, request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unknown> => {
      const context = await connect();
      try {
        return await call(context, request);
      } catch (thrown) {
        if (!isOfStripe(thrown)) throw thrown;
        if (isOfKey(thrown)) await context.onKeyRefused();
        return unknownAfter(thrown);
      }
    };
  return {
    authorize: withUnknown(authorize),
    sync: withUnknown(sync),
    completeAction: withUnknown(completeAction),
    capture: withUnknown(capture),
    cancel: withUnknown(cancel),
    refund: withUnknown(refund),
    syncRefund: withUnknown(syncRefund),
  };
}

/** Queries the state of a payment at Stripe. */
export async function sync(context: StripeContext, { chargeId }: ChargeRequest): Promise<SyncOutcome> {
  const id = await intentIdOf(context, chargeId);
  if (id === undefined) return { kind: 'not_found' };
  if (id === 'never') return { kind: 'canceled' };
  const intent = await context.client.paymentIntents.retrieve(id, expanded);
  return outcomeOf(intent, { chargeId, intentId: id, attempt: await attemptOf(context, chargeId) });
}

/**
 * The buyer came back from authentication. Stripe knows what happened there, so what the browser says counts for
 * nothing; a payment that still waits after the buyer's time is canceled. One that the merchant's server confirms takes its
 * money only when the server has done so.
 */
export async function completeAction(
  context: StripeContext,
  { chargeId, now, by }: CompleteActionRequest,
): Promise<SyncOutcome> {
  const standing = await sync(context, { chargeId, now });
  if (standing.kind !== 'requires_action' && standing.kind !== 'awaits_server') return standing;
  if (now < standing.expiresAt)
    return standing.kind === 'awaits_server' && by === 'server' ? confirmByServer(context, chargeId) : standing;
  const id = await intentIdOf(context, chargeId);
  if (id === undefined || id === 'never')
    throw new Error(`bug: ${chargeId} waits for its buyer without a PaymentIntent`);
  await context.client.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }).catch((thrown: unknown) => {
    if (!refusalOf(thrown)) throw thrown; // refused: the buyer was quicker
  });
  return sync(context, { chargeId, now });
}
