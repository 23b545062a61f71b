import type { calls } from '@mizan/contracts';
import { type CallInput, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { noPayment, type SessionPayment, toConfirmedPayment } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, lockSessionPayment } from '../payment/payment.ts';
import type { CancelOutcome } from '../providers/port/provider-outcome.ts';
import { type Cancellation, openChargeOf } from '../settle/cancel-payment.ts';
import { writeSettlement } from '../settle/settle-charge.ts';
import { settleAbandoned } from '../settle/settle-declined.ts';

type AbandonInput = CallInput<typeof calls.abandonSessionAttempt>;

/**
 * Checks that the attempt of a session's payment can be given up because the order has changed. First of three phases, as
 * of a cancellation: the provider gives up what waits for the buyer before the intent is said to take another attempt.
 *
 * @throws Problem `payment_still_confirming`: an attempt is not decided, or money is authorised
 * @throws Problem `resource_invalid_state`: the payment is over
 */
export async function abandonSessionAttempt(tx: Tx, { body }: AbandonInput): Promise<Cancellation | null> {
  const payment = await lockSessionPayment(tx, body.checkoutSessionId);
  if (!payment) return null;
  const moved = transition(payment.intent.status, 'abandonAttempt');
  if ('refusal' in moved) throw new Problem(moved.refusal, refusals[moved.refusal]);
  const live = openChargeOf(payment);
  return live ? { paymentIntentId: payment.intent.id, chargeId: live.row.id } : null;
}

/** Records that the attempt came to nothing once the provider has agreed to it. */
export async function settleAbandonment(
  tx: Tx,
  app: App,
  abandonment: Cancellation | null,
  outcome: CancelOutcome,
  { body }: AbandonInput,
): Promise<SessionPayment> {
  if (!abandonment?.chargeId) {
    const payment = await lockSessionPayment(tx, body.checkoutSessionId);
    return payment ? toConfirmedPayment(payment, app) : noPayment;
  }
  if (outcome.kind !== 'canceled') throw new Problem('payment_still_confirming', refusals.payment_still_confirming);
  const payment = await lockPayment(tx, abandonment.paymentIntentId);
  const { row } = chargeOf(payment, abandonment.chargeId);
  if (row.status !== 'PENDING') return toConfirmedPayment(payment, app); // the janitor heard of it first
  return writeSettlement(tx, app, payment, settleAbandoned(payment.intent, row, app.docsUrl, tx.now));
}

const refusals = {
  payment_still_confirming: 'A payment attempt is under way; its outcome is not known yet.',
  payment_already_completed: 'The payment has already succeeded.',
  resource_invalid_state: 'The payment is over.',
} as const;
