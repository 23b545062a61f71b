import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { type SessionPayment, toConfirmedPayment, toSessionPayment } from '../payment/payment-intent.resource.ts';
import { lockPayment, lockSessionPayment } from '../payment/payment.ts';
import {
  type Cancellation,
  isCanceledOrFailed,
  planCancellation,
  type ReleaseOutcome,
  settleCancellation,
} from '../settle/cancel-payment.ts';

/** What the provider answered to the cancellation of a session's payment, or attempt. */
export interface AnsweredCancellation {
  readonly checkoutSessionId: string;
  /** Null when there was nothing to cancel. */
  readonly cancellation: Cancellation | null;
  readonly outcome: ReleaseOutcome;
}

/** Checks that a session's payment can be canceled; null when there is nothing to cancel. @throws Problem as `planCancellation` */
export async function cancelSessionPayment(tx: Tx, checkoutSessionId: string): Promise<Cancellation | null> {
  const payment = await lockSessionPayment(tx, checkoutSessionId);
  return !payment || isCanceledOrFailed(payment) ? null : planCancellation(tx, payment);
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleSessionCancellation(
  tx: Tx,
  app: App,
  { checkoutSessionId, cancellation, outcome }: AnsweredCancellation,
): Promise<SessionPayment> {
  if (!cancellation) return toSessionPayment(await lockSessionPayment(tx, checkoutSessionId), app);
  const payment = await lockPayment(tx, cancellation.paymentIntentId);
  if (outcome.kind === 'canceled' && isCanceledOrFailed(payment)) return toConfirmedPayment(payment, app);
  const { chargeId } = cancellation;
  return toConfirmedPayment(
    await settleCancellation(tx, app, { payment, chargeId, outcome, reason: 'ABANDONED' }),
    app,
  );
}
