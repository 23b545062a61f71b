import { Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { type SessionPayment, toConfirmedPayment, toSessionPayment } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, lockSessionPayment } from '../payment/payment.ts';
import { type Cancellation, openChargeOf } from '../settle/cancel-payment.ts';
import { settleCharge, writeSettlement } from '../settle/settle-charge.ts';
import { failedUnsent, settleAbandoned } from '../settle/settle-declined.ts';
import { isUnneeded } from '../settle/settle-surplus.ts';
import type { AnsweredCancellation } from './cancel-session-payment.ts';
import { confirmRefusals } from './start-attempt.ts';

/**
 * Checks that the attempt of a session's payment can be abandoned because the order has changed. First of three phases, as
 * of a cancellation: the provider cancels the attempt that waits for the buyer before the intent accepts another.
 *
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 */
export async function abandonSessionAttempt(tx: Tx, checkoutSessionId: string): Promise<Cancellation | null> {
  const payment = await lockSessionPayment(tx, checkoutSessionId);
  if (!payment) return null;
  const moved = transition(payment.intent.status, 'abandonAttempt');
  if ('refusal' in moved) throw new Problem(moved.refusal, refusals[moved.refusal]);
  const open = openChargeOf(payment);
  return open ? { paymentIntentId: payment.intent.id, chargeId: open.row.id } : null;
}

/**
 * Records that the attempt failed once the provider has agreed to cancel it. When another charge has paid meanwhile, only
 * this one ends, and the intent that is returned shows that it is paid.
 */
export async function settleAbandonment(
  tx: Tx,
  app: App,
  { checkoutSessionId, cancellation: abandonment, outcome }: AnsweredCancellation,
): Promise<SessionPayment> {
  if (!abandonment?.chargeId) return toSessionPayment(await lockSessionPayment(tx, checkoutSessionId), app);
  if (outcome.kind !== 'canceled') throw new Problem('payment_still_confirming', refusals.payment_still_confirming);
  const { fallbackAt } = outcome;
  const payment = await lockPayment(tx, abandonment.paymentIntentId);
  const { row: charge } = chargeOf(payment, abandonment.chargeId);
  if (charge.status !== 'PENDING') {
    // The janitor was first. Another attempt that has started since is not this one's to end.
    if (openChargeOf(payment)) throw new Problem('payment_still_confirming', refusals.payment_still_confirming);
    return toConfirmedPayment(payment, app);
  }
  if (isUnneeded(payment.intent, charge)) {
    const answer = failedUnsent(charge, 'customer_abandoned');
    return settleCharge(tx, app, { paymentIntentId: charge.paymentIntentId, chargeId: charge.id, answer, fallbackAt });
  }
  const settlement = settleAbandoned({ intent: payment.intent, charge, now: tx.now }, app.docsUrl);
  return writeSettlement(tx, app, { payment, settlement, fallbackAt });
}

const refusals = {
  ...confirmRefusals,
  resource_invalid_state: 'The payment has failed or was canceled.',
} as const;
