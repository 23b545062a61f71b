import type { ConfirmPaymentIntent } from '@mizan/contracts';
import { type AskContext, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { findSavedMethod } from '../payment-methods/read-method.ts';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { findIntent, loadPayment, lockIntent, type Payment } from '../payment/payment.ts';
import { updateCharge, updateIntent } from '../payment/write-payment.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { holdConnection } from '../providers/stripe/connection.ts';
import type { StartedPayment } from './authorize-attempt.ts';
import { assertReturnUrlSecure, intentTerms } from './create-payment-intent.ts';
import { loadAttempt, loadAttemptOf } from './load-attempt.ts';
import { confirmRefusals, type LoadedAttempt, newCharge, startAttempt } from './start-attempt.ts';

/**
 * Asks what the confirm of a payment without a checkout session needs: the method that it names, or the one that was
 * attached before.
 *
 * @param by whose request it is: what the merchant's server confirms itself, no browser does
 * @throws Problem `resource_missing`, `resource_invalid_state`, `payment_still_confirming`,
 *   `payment_already_completed`, `parameter_missing`, and as `prepareConfirm`
 */
export async function loadConfirm(
  app: App,
  context: AskContext,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
  by: 'server' | 'buyer',
): Promise<LoadedAttempt | undefined> {
  assertReturnUrlSecure(returnUrl, context.scope.livemode);
  const intent = await findIntent(context.reader, id);
  if (!intent) throw resourceMissing();
  if (by === 'buyer' && intent.confirmation_method === 'manual')
    throw new Problem('resource_invalid_state', 'This payment is confirmed by the merchant’s server.');
  if (isAwaitingServer(await loadPayment(context.reader, intent))) {
    if (!paymentMethod) return undefined;
    throw new Problem(
      'payment_still_confirming',
      'The buyer has acted on another attempt: confirm without paymentMethod to go on with it, or cancel the payment.',
    );
  }
  assertNotOfSession(intent);
  const {
    amount,
    currency,
    capture_method: captureMethod,
    payment_method_types: types,
    attached_method: attached,
  } = intent;
  const taking = {
    amount,
    currency,
    captureMethod,
    types,
    email: intent.customer?.email ?? null,
    phone: intent.customer?.phone ?? null,
    savedMethodsOf: intent.customer_id,
  };
  if (paymentMethod) return loadAttempt(app, context, { ...taking, paymentMethod });
  if (attached?.isSaved) await findSavedMethod(context.reader, attached.id, intent.customer_id);
  if (attached) return { ...(await loadAttemptOf(app, context, attached.method, taking)), methodId: attached.id };
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  throw new Problem('parameter_missing', 'paymentMethod is required: the payment has none yet.', {
    param: 'paymentMethod',
  });
}

/** The attempt whose buyer has acted, and which goes on when the merchant's server confirms. */
const chargeAwaitingServer = ({ intent, charges }: Payment) =>
  intent.status === 'REQUIRES_CONFIRMATION'
    ? charges.find(({ row }) => row.status === 'PENDING' && row.action_answer !== null)?.row
    : undefined;

/** Whether the buyer has acted and the merchant's server has not confirmed yet. */
export const isAwaitingServer = (payment: Payment): boolean => chargeAwaitingServer(payment) !== undefined;

/** A checkout holds the stock of what it sells and completes itself: its payment is confirmed nowhere else. */
function assertNotOfSession({ checkout_session_id }: PaymentIntentRow): void {
  if (checkout_session_id !== null)
    throw new Problem('resource_invalid_state', 'This payment belongs to a checkout session: confirm it there.');
}

/**
 * Commits the next attempt at a payment. First of three phases, see `confirm-payment.ts`.
 *
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`,
 *   `merchant_not_activated`
 */
export async function confirmPaymentIntent(
  tx: Tx,
  app: App,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
  facts: LoadedAttempt | undefined,
): Promise<StartedPayment> {
  await holdConnection(tx);
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  if (!facts) return resumeAttempt(tx, await loadPayment(tx, intent));
  if (facts.methodId !== undefined && intent.attached_method?.id !== facts.methodId)
    throw new Problem('payment_still_confirming', 'The payment was confirmed or changed by another request.');
  const billingDetails = paymentMethod?.billingDetails ?? intent.attached_method?.billingDetails ?? null;
  const terms = { ...intentTerms(intent, returnUrl), billingDetails };
  const attempt = await startAttempt(tx, intent, newCharge(tx, app, intent.id, terms, facts));
  return { paymentIntentId: id, attempt };
}

/** Goes on with the attempt whose buyer has acted. */
async function resumeAttempt(tx: Tx, payment: Payment): Promise<StartedPayment> {
  const parked = chargeAwaitingServer(payment);
  const moved = transition(payment.intent.status, 'confirm');
  if (!parked?.action_answer || 'refusal' in moved)
    throw new Problem('payment_still_confirming', 'The payment was confirmed or changed by another request.');
  const charge = { ...parked, action_answer: null, next_sync_at: new Date(tx.now.getTime() + crashGraceMs) };
  const intent = { ...payment.intent, status: moved.to, updated_at: tx.now };
  await tx.sql`with charge as (${updateCharge(charge)}) ${updateIntent(intent)}`;
  const resumed = { chargeId: parked.id, answer: parked.action_answer };
  return { paymentIntentId: intent.id, attempt: null, resumed };
}
