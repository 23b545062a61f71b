import type { calls } from '@mizan/contracts';
import type { CallInput, Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { noPayment, type SessionPayment, toConfirmedPayment } from '../payment/payment-intent.resource.ts';
import { lockPayment, lockSessionPayment } from '../payment/payment.ts';
import type { CancelOutcome } from '../providers/port/provider-outcome.ts';
import {
  type Cancellation,
  isCanceledOrFailed,
  planCancellation,
  settleCancellation,
} from '../settle/cancel-payment.ts';

type CancelInput = CallInput<typeof calls.cancelSessionPayment>;

/**
 * Checks that a session's payment can be called off; null when the session has none, or one that came to nothing by
 * itself. See `cancel-payment.ts` for the phases.
 *
 * @throws Problem as `planCancellation`
 */
export async function cancelSessionPayment(tx: Tx, { body }: CancelInput): Promise<Cancellation | null> {
  const payment = await lockSessionPayment(tx, body.checkoutSessionId);
  return !payment || isCanceledOrFailed(payment) ? null : planCancellation(tx, payment);
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleSessionCancellation(
  tx: Tx,
  app: App,
  cancellation: Cancellation | null,
  outcome: CancelOutcome,
  { body }: CancelInput,
): Promise<SessionPayment> {
  if (!cancellation) {
    const payment = await lockSessionPayment(tx, body.checkoutSessionId);
    return payment ? toConfirmedPayment(payment, app) : noPayment;
  }
  const payment = await lockPayment(tx, cancellation.paymentIntentId);
  if (outcome.kind === 'canceled' && isCanceledOrFailed(payment)) return toConfirmedPayment(payment, app);
  return toConfirmedPayment(await settleCancellation(tx, app, payment, outcome, 'ABANDONED'), app);
}
