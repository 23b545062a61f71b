import type { ConfirmPaymentIntent, PaymentIntent } from '@mizan/contracts';
import { Problem, resourceMissing, type AskContext, type Reader, type Tx } from '@mizan/service-kit';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf } from './answer-payment.ts';
import { authorizeCharge } from './authorize-charge.ts';
import { newCharge, type ConfirmFacts } from './confirmation.ts';
import { beginAttempt } from './confirm-payment.ts';
import { checkReturnUrl, termsOfIntent, type Begun } from './create-payment-intent.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { findIntent, lockIntent, lockPayment } from './payment.ts';
import { factsOf, prepareConfirm } from './prepare-confirm.ts';
import { settleCharge } from './settle-charge.ts';

/**
 * Asks what the confirm of a payment without a checkout session needs: the method that it names, or the one that was
 * attached before.
 *
 * @throws Problem `resource_missing`, `resource_invalid_state`, `parameter_missing`, and as `prepareConfirm`
 */
export async function prepareIntentConfirm(
  wiring: Wiring,
  context: AskContext,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
): Promise<ConfirmFacts> {
  checkReturnUrl(returnUrl, context.scope.livemode);
  const intent = await intentOf(context.reader, id);
  const { currency, capture_method: captureMethod, payment_method_types: types, attached_method: attached } = intent;
  const taking = {
    currency,
    captureMethod,
    types,
    email: intent.customer?.email ?? null,
    phone: intent.customer?.phone ?? null,
  };
  if (paymentMethod) return prepareConfirm(wiring, context, { ...taking, paymentMethod });
  if (attached) return { ...(await factsOf(wiring, context, attached.method, taking)), methodId: attached.id };
  throw new Problem('parameter_missing', 'paymentMethod is required: the payment has none yet.', {
    param: 'paymentMethod',
  });
}

async function intentOf(reader: Reader, id: string): Promise<PaymentIntentRow> {
  const intent = await findIntent(reader, id);
  if (!intent) throw resourceMissing();
  refuseOfSession(intent);
  return intent;
}

/** A checkout holds the stock of what it sells and completes itself: its payment is confirmed nowhere else. */
export function refuseOfSession({ checkout_session_id }: PaymentIntentRow): void {
  if (checkout_session_id !== null)
    throw new Problem('resource_invalid_state', 'This payment belongs to a checkout session: confirm it there.');
}

/**
 * Commits the next attempt at a payment. First of three phases, see `confirm-payment.ts`.
 *
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 */
export async function confirmPaymentIntent(
  tx: Tx,
  wiring: Wiring,
  id: string,
  { paymentMethod, returnUrl }: ConfirmPaymentIntent,
  facts: ConfirmFacts,
): Promise<Begun> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  if (facts.methodId !== undefined && intent.attached_method?.id !== facts.methodId)
    throw new Problem('payment_still_confirming', 'The payment was confirmed or changed by another request.');
  const billingDetails = paymentMethod?.billingDetails ?? intent.attached_method?.billingDetails ?? null;
  const terms = { ...termsOfIntent(intent, returnUrl), billingDetails };
  const attempt = await beginAttempt(tx, intent, newCharge(tx, wiring, intent.id, terms, facts));
  return { paymentIntentId: id, attempt };
}

/** Asks the provider about the attempt, if there is one; no transaction is open. */
export const callProvider = async (
  wiring: Wiring,
  { attempt }: Begun,
  context: AskContext,
): Promise<PaymentOutcome | null> => attempt && authorizeCharge(wiring, attempt, context);

/** Records what the provider answered, and answers with the payment as it is then. */
export async function settleAttempt(
  tx: Tx,
  wiring: Wiring,
  { paymentIntentId, attempt }: Begun,
  outcome: PaymentOutcome | null,
): Promise<PaymentIntent> {
  const answer =
    attempt && outcome
      ? await settleCharge(tx, wiring, { chargeId: attempt.chargeId, paymentIntentId }, outcome)
      : answerOf(await lockPayment(tx, paymentIntentId), wiring);
  return answer.paymentIntent;
}
