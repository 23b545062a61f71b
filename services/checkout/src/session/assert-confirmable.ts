import { lacksAmount } from '@mizan/checkout-page';
import type { ConfirmHostedCheckout } from '@mizan/contracts';
import { assertSecureUrls, Problem } from '@mizan/service-kit';
import { capturableMethodsOf, canPay, notOffered } from './payment-methods.ts';
import { isSetup, isExpired, isInDoubt, isWaiting } from './session-state.ts';
import type { Session } from './session.ts';
import { buyerOf, assertCollected } from './buyer-details.ts';
import { completeFields } from './custom-field-answers.ts';

/**
 * Refuses a confirm that may not pay the session now: by its state first, then by the total that the buyer has seen, then by
 * what is missing.
 *
 * @returns what a confirm that is allowed continues with
 * @throws Problem as `assertOpen` and `completeFields`
 * @throws Problem `resource_invalid_state` | `parameter_missing` | `payment_method_mismatch` | `amount_invalid`
 */
export function assertConfirmable(session: Session, body: ConfirmHostedCheckout, now: Date) {
  assertOpen(session, now);
  const { expectedCurrency: currency, expectedAmountTotal: total } = body;
  if (currency !== undefined && currency !== session.currency)
    throw new Problem('resource_invalid_state', newTotal(session), { param: 'expectedCurrency' });
  if (total !== undefined && total !== session.amountTotal)
    throw new Problem('resource_invalid_state', newTotal(session), { param: 'expectedAmountTotal' });
  assertAmountsChosen(session);
  const methodType = session.amountTotal > 0 || isSetup(session) ? assertMethod(session, body) : undefined;
  const buyer = buyerOf(session.customerDetails, body.paymentMethod);
  assertCollected(session, buyer, methodType);
  return { buyer, methodType, customFields: completeFields(session.customFields) };
}

/** A session shows this total from now on; a payment link shows it once a change has opened its session. */
const newTotal = ({ amountTotal, currency, paymentLinkId }: Session): string =>
  `The total is ${amountTotal} in the smallest unit of ${currency}. Show it to the buyer, then confirm with it.` +
  (paymentLinkId === null
    ? ''
    : ' At a payment link, send the paymentMethodType in an update first; it returns a session with the total.');

function assertAmountsChosen({ lineItems }: Session): void {
  const index = lineItems.findIndex(lacksAmount);
  if (index < 0) return;
  const param = `lineItems[${index}].customAmount`;
  throw new Problem('parameter_missing', 'The buyer must choose an amount.', { param });
}

function assertMethod(session: Session, { paymentMethod, returnUrl }: ConfirmHostedCheckout) {
  if (!paymentMethod) throw new Problem('parameter_missing', 'paymentMethod is required.', { param: 'paymentMethod' });
  if (session.livemode && paymentMethod.testOutcome !== undefined)
    throw new Problem('parameter_unknown', 'paymentMethod.testOutcome exists in test mode only.', {
      param: 'paymentMethod.testOutcome',
    });
  assertSecureUrls(session.livemode, { returnUrl });
  if (paymentMethod.type === undefined) return undefined; // a saved method: payments knows its type
  const param = 'paymentMethod.type';
  const method = capturableMethodsOf(session).find(({ type }) => type === paymentMethod.type);
  if (!method) throw notOffered(session, paymentMethod.type, param);
  if (!isSetup(session) && !canPay(method, session.amountTotal)) {
    const { displayName, minTransactionAmount: min, maxTransactionAmount: max, amountStep } = method;
    const multiples = amountStep === 1 ? '' : `, multiples of ${amountStep}`;
    throw new Problem(
      'amount_invalid',
      `${displayName} accepts amounts from ${min} to ${max} in the smallest unit of ${session.currency}${multiples}, not ${session.amountTotal}. Offer another payment method.`,
      { param },
    );
  }
  return method.type;
}

/**
 * Refuses a buyer's change or confirm of a session in a state that does not allow it.
 *
 * @throws Problem `payment_still_confirming`: a confirm runs, its outcome is unknown, or it waits for the bank or merchant
 * @throws Problem `payment_already_completed` | `resource_invalid_state`: the session is complete
 * @throws Problem `checkout_session_expired`
 */
export function assertOpen(session: Session, now: Date): void {
  if (isInDoubt(session)) throw stillConfirming();
  if (session.status === 'complete') throw complete(session);
  if (isExpired(session, now)) throw new Problem('checkout_session_expired', 'This checkout has expired.');
  if (isWaiting(session)) throw stillConfirming();
}

function complete({ paymentStatus, paymentIntent }: Session): Problem {
  const status = paymentIntent?.status;
  if (paymentStatus !== 'unpaid' || status === 'UNCAPTURED' || status === 'AMOUNT_CAPTURABLE_UPDATED')
    return new Problem('payment_already_completed', 'This checkout is complete.');
  if (status === 'PROCESSING' || isWaiting({ paymentIntent })) return stillConfirming();
  return new Problem('resource_invalid_state', 'This checkout is complete.');
}

/** The refusal of a confirm that comes while another one of the same session is running. */
export const stillConfirming = (): Problem =>
  new Problem(
    'payment_still_confirming',
    'A payment of this checkout is being confirmed. Retrieve the checkout in a moment: it says how the payment ended.',
    { retryAfterSeconds: 2 },
  );

/** As {@link stillConfirming} where another service still works on a key of ours, of which the buyer knows nothing. */
export const asStillConfirming = (thrown: unknown): unknown =>
  thrown instanceof Problem && thrown.code === 'idempotency_key_in_use' && thrown.status === 409
    ? stillConfirming()
    : thrown;
