import type { calls } from '@mizan/contracts';
import type { CallInput, Tx } from '@mizan/service-kit';
import type { CancelOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf, noPayment, type SessionPayment } from './answer-payment.ts';
import { isOver, planCancellation, settleReleased, type Cancellation } from './cancel-payment.ts';
import { lockPayment, lockSessionPayment } from './payment.ts';

type Canceling = CallInput<typeof calls.cancelSessionPayment>;

/**
 * Checks that a session's payment can be called off; null when the session has none, or one that came to nothing by
 * itself. See `cancel-payment.ts` for the phases.
 *
 * @throws Problem as `planCancellation`
 */
export async function cancelSessionPayment(tx: Tx, { body }: Canceling): Promise<Cancellation | null> {
  const payment = await lockSessionPayment(tx, body.checkoutSessionId);
  return !payment || isOver(payment) ? null : planCancellation(tx, payment);
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleCancellation(
  tx: Tx,
  wiring: Wiring,
  cancellation: Cancellation | null,
  outcome: CancelOutcome,
  { body }: Canceling,
): Promise<SessionPayment> {
  if (!cancellation) {
    const payment = await lockSessionPayment(tx, body.checkoutSessionId);
    return payment ? answerOf(payment, wiring) : noPayment;
  }
  const payment = await lockPayment(tx, cancellation.paymentIntentId);
  if (outcome.kind === 'canceled' && isOver(payment)) return answerOf(payment, wiring);
  return answerOf(await settleReleased(tx, wiring, payment, outcome, 'ABANDONED'), wiring);
}
