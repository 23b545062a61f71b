import { toPublicPaymentIntent, type ConfirmedCheckout } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import { completeFreeSession, completeSession } from '../sessions/complete-session.ts';
import { findSession } from '../sessions/session-rows.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import type { Attempt } from './begin-confirm.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';
import type { PaidAttempt } from './pay-session.ts';

/**
 * Third phase of a confirm: applies the payment to its session and answers. The intent's event may have done so
 * already, or do so again later; both go through `completeSession`.
 *
 * @returns the session and its payment, declined ones too
 */
export async function settleConfirm(
  rendering: Rendering,
  tx: Tx,
  { sessionId, attempt, isOpened }: Attempt,
  { paymentIntent, objectVersion, paymentMethodId }: PaidAttempt,
): Promise<ConfirmedCheckout> {
  const session = paymentIntent
    ? await completeSession(
        rendering,
        tx,
        sessionId,
        { intent: paymentIntent, version: objectVersion, from: 'answer', endsAttempt: true },
        attempt,
      )
    : await settleWithoutPayment(rendering, tx, sessionId, attempt, paymentMethodId);
  const checkout = toHostedCheckout(session, rendering, tx.now);
  return {
    checkoutSession: isOpened ? withSecret(checkout, sessionId, rendering) : checkout,
    paymentIntent: session.paymentIntent && toPublicPaymentIntent(session.paymentIntent),
  };
}

async function settleWithoutPayment(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  attempt: number,
  paymentMethodId: string | undefined,
) {
  const session = await findSession(tx, sessionId);
  if (!session) throw resourceMissing();
  return session.amountTotal === 0 ? completeFreeSession(rendering, tx, sessionId, attempt, paymentMethodId) : session;
}
