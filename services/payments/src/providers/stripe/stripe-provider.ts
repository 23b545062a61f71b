import type { Provider } from '../provider.ts';
import type { Unknown } from '../provider-outcome.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import { isOfStripe, unknownAfter } from './read-error.ts';
import { refund, syncRefund } from './refund.ts';
import { stripeAmountStepOf } from './stripe-currencies.ts';
import type { StripeContext } from './stripe-context.ts';
import { completeAction, sync } from './sync.ts';

/** Kept on every charge that went through Stripe. */
export const stripeName = 'stripe';

/**
 * Stripe behind the provider port. A payment takes two requests: the PaymentIntent is created, which moves no money and
 * gives the payment a name that can be asked for; then it is confirmed, with the charge's id as the idempotency key. So
 * an answer that got lost is found by asking, and never by sending again.
 *
 * @param connect the context of the account; may fail while it is not connected
 */
export function createStripeProvider(connect: () => Promise<StripeContext>): Provider {
  /** What Stripe did not answer is unknown; a bug of ours is thrown. */
  const asking =
    <Request, Outcome>(ask: (context: StripeContext, request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unknown> => {
      try {
        return await ask(await connect(), request);
      } catch (thrown) {
        if (isOfStripe(thrown)) return unknownAfter(thrown);
        throw thrown;
      }
    };
  return {
    name: stripeName,
    amountStepOf: stripeAmountStepOf,
    authorize: asking(authorize),
    sync: asking(sync),
    completeAction: asking(completeAction),
    capture: asking(capture),
    cancel: asking(cancel),
    refund: asking(refund),
    syncRefund: asking(syncRefund),
  };
}
