import type { ConfirmPaymentIntent, PaymentIntent } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import { holdConnection } from '../provider-connections/hold-connection.ts';
import { findSavedMethod } from '../payment-methods/find-saved-method.ts';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf } from './answer-payment.ts';
import { authorizeCharge } from './authorize-charge.ts';
import { newCharge, type ConfirmFacts } from './confirmation.ts';
import { beginAttempt, confirmRefusals } from './confirm-payment.ts';
import { checkReturnUrl, termsOfIntent, type Begun } from './create-payment-intent.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { transition } from './payment-intent-state.ts';
import { findIntent, loadPayment, lockIntent, lockPayment, type Payment } from './payment.ts';
import { factsOf, prepareConfirm } from './prepare-confirm.ts';
import { settleCharge } from './settle-charge.ts';
import { updateCharge, updateIntent } from './write-payment.ts';

/**
 * Asks what the confirm of a payment without a checkout session needs: the method that it names, or the one that was
 * attached before.
 *
 * @param by whose request it is: what the merchant's server confirms itself, no browser does
 * @throws Problem `resource_missing`, `resource_invalid_state`, `payment_still_confirming`,
 *   `payment_already_completed`, `parameter_missing`, and as `prepareConfirm`
 */
export async function prepareIntentConfirm(
  wiring: Wiring,
  context: LoadContext,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
  by: 'server' | 'buyer',
): Promise<ConfirmFacts | undefined> {
  checkReturnUrl(returnUrl, context.scope.livemode);
  const intent = await findIntent(context.reader, id);
  if (!intent) throw resourceMissing();
  if (by === 'buyer' && intent.confirmation_method === 'manual')
    throw new Problem('resource_invalid_state', 'This payment is confirmed by the merchant’s server.');
  if (isParked(await loadPayment(context.reader, intent))) {
    if (!paymentMethod) return undefined;
    throw new Problem(
      'payment_still_confirming',
      'The buyer has acted on another attempt: confirm without paymentMethod to go on with it, or cancel the payment.',
    );
  }
  refuseOfSession(intent);
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
  if (paymentMethod) return prepareConfirm(wiring, context, { ...taking, paymentMethod });
  if (attached?.isSaved) await findSavedMethod(context.reader, attached.id, intent.customer_id);
  if (attached) return { ...(await factsOf(wiring, context, attached.method, taking)), methodId: attached.id };
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  throw new Problem('parameter_missing', 'paymentMethod is required: the payment has none yet.', {
    param: 'paymentMethod',
  });
}

/** The attempt whose buyer has acted, and which goes on when the merchant's server confirms. */
const parkedCharge = ({ intent, charges }: Payment) =>
  intent.status === 'REQUIRES_CONFIRMATION'
    ? charges.find(({ row }) => row.status === 'PENDING' && row.action_answer !== null)?.row
    : undefined;

/** Whether the buyer has acted and the merchant's server has not confirmed yet. */
export const isParked = (payment: Payment): boolean => parkedCharge(payment) !== undefined;

/** A checkout holds the stock of what it sells and completes itself: its payment is confirmed nowhere else. */
function refuseOfSession({ checkout_session_id }: PaymentIntentRow): void {
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
  wiring: Wiring,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
  facts: ConfirmFacts | undefined,
): Promise<Begun> {
  await holdConnection(tx);
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  if (!facts) return resume(tx, await loadPayment(tx, intent));
  if (facts.methodId !== undefined && intent.attached_method?.id !== facts.methodId)
    throw new Problem('payment_still_confirming', 'The payment was confirmed or changed by another request.');
  const billingDetails = paymentMethod?.billingDetails ?? intent.attached_method?.billingDetails ?? null;
  const terms = { ...termsOfIntent(intent, returnUrl), billingDetails };
  const attempt = await beginAttempt(tx, intent, newCharge(tx, wiring, intent.id, terms, facts));
  return { paymentIntentId: id, attempt };
}

/** Goes on with the attempt whose buyer has acted. */
async function resume(tx: Tx, payment: Payment): Promise<Begun> {
  const parked = parkedCharge(payment);
  const moved = transition(payment.intent.status, 'confirm');
  if (!parked?.action_answer || 'refusal' in moved)
    throw new Problem('payment_still_confirming', 'The payment was confirmed or changed by another request.');
  const charge = { ...parked, action_answer: null, next_sync_at: new Date(tx.now.getTime() + crashGraceMs) };
  const intent = { ...payment.intent, status: moved.to, updated_at: tx.now };
  await tx.sql`with charge as (${updateCharge(charge)}) ${updateIntent(intent)}`;
  const resumed = { chargeId: parked.id, answer: parked.action_answer };
  return { paymentIntentId: intent.id, attempt: null, resumed };
}

/** Asks the provider about the attempt, if there is one; no transaction is open. */
export const callProvider = async (
  wiring: Wiring,
  { attempt, resumed }: Begun,
  context: LoadContext,
): Promise<PaymentOutcome | null> => {
  if (!resumed) return attempt && authorizeCharge(wiring, attempt, context);
  const provider = wiring.providerOf(context.scope);
  if (!provider) throw new Error(`bug: ${resumed.chargeId} was made for a mode without a provider`);
  const answer = await provider.completeAction({ ...resumed, now: context.now });
  return answer.kind === 'canceled' || answer.kind === 'not_found'
    ? { kind: 'unknown', cause: new Error(`the provider answered ${answer.kind}`) } // the janitor finds out why
    : answer;
};

/** Records what the provider answered, and answers with the payment as it is then. */
export async function settleAttempt(
  tx: Tx,
  wiring: Wiring,
  { paymentIntentId, attempt, resumed }: Begun,
  outcome: PaymentOutcome | null,
): Promise<PaymentIntent> {
  const chargeId = attempt?.chargeId ?? resumed?.chargeId;
  const answer =
    chargeId !== undefined && outcome
      ? await settleCharge(tx, wiring, { chargeId, paymentIntentId }, outcome)
      : answerOf(await lockPayment(tx, paymentIntentId), wiring);
  return answer.paymentIntent;
}
