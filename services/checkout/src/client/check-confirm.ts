import type { ConfirmHostedCheckout, CustomField, PaymentMethodType } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { lacksAmount } from '@mizan/checkout-page';
import { payableMethodsOf, takes } from '../sessions/payment-methods.ts';
import { isSetup } from '../sessions/session-state.ts';
import type { Session } from '../sessions/session.ts';
import { buyerOf, checkCollected, type Buyer } from './buyer-details.ts';
import { checkOpen } from './check-open.ts';
import { completeFields } from './custom-field-answers.ts';

/** What a confirm that may go ahead needs to know. */
export interface CheckedConfirm {
  readonly buyer: Buyer;
  readonly customFields: readonly CustomField[];
}

/**
 * Whether this confirm may take the session's money now: its state first, then what the buyer saw, then what is missing.
 * Reading the guards is reading the policy.
 *
 * @throws Problem as `checkOpen`
 * @throws Problem `resource_invalid_state`: the total is not the one that the buyer saw
 * @throws Problem `parameter_missing`: no payment method, no amount chosen, or a collected field is empty
 * @throws Problem `payment_method_mismatch` | `amount_invalid`: the session does not take this method or sum
 * @throws Problem `validation_error`: a required question has no answer
 */
export function checkConfirm(session: Session, body: ConfirmHostedCheckout, now: Date): CheckedConfirm {
  checkOpen(session, now);
  if (body.expectedAmountTotal !== undefined && body.expectedAmountTotal !== session.amountTotal)
    throw new Problem('resource_invalid_state', newTotal(session), { param: 'expectedAmountTotal' });
  checkAmountsChosen(session);
  const type = session.amountTotal > 0 || isSetup(session) ? checkMethod(session, body) : undefined;
  const buyer = buyerOf(session.customerDetails, body.paymentMethod);
  checkCollected(session, buyer, type);
  return { buyer, customFields: completeFields(session.customFields) };
}

/** A session shows this total from now on; a payment link has no place to keep it until a change opens its session. */
const newTotal = ({ amountTotal, currency }: Session): string =>
  `The total is ${amountTotal} in the smallest unit of ${currency}. Show it to the buyer, then confirm with it. ` +
  'A payment link is sent the paymentMethodType first: its answer is a session with the total.';

/** @throws Problem `parameter_missing`: the buyer has to choose an amount first */
function checkAmountsChosen({ lineItems }: Session): void {
  const index = lineItems.findIndex(lacksAmount);
  if (index < 0) return;
  const param = `lineItems[${index}].customAmount`;
  throw new Problem('parameter_missing', 'The buyer has to choose an amount.', { param });
}

function checkMethod(
  session: Session,
  { paymentMethod, returnUrl }: ConfirmHostedCheckout,
): PaymentMethodType | undefined {
  if (!paymentMethod) throw new Problem('parameter_missing', 'paymentMethod is required.', { param: 'paymentMethod' });
  if (session.livemode && paymentMethod.testOutcome !== undefined)
    throw new Problem('parameter_unknown', 'paymentMethod.testOutcome exists in test mode only.', {
      param: 'paymentMethod.testOutcome',
    });
  if (session.livemode && returnUrl?.startsWith('http:'))
    throw new Problem('parameter_invalid', 'returnUrl must be an https URL in live mode.', { param: 'returnUrl' });
  if (paymentMethod.type === undefined) return undefined; // a saved method: payments knows its type
  const method = payableMethodsOf(session).find(({ type }) => type === paymentMethod.type);
  if (!method)
    throw new Problem('payment_method_mismatch', `This checkout does not take ${paymentMethod.type}.`, {
      param: 'paymentMethod.type',
    });
  if (!isSetup(session) && !takes(method, session.amountTotal)) {
    const { displayName, minTransactionAmount: min, maxTransactionAmount: max } = method;
    throw new Problem('amount_invalid', `${displayName} takes from ${min} to ${max}.`, { param: 'paymentMethod.type' });
  }
  return method.type;
}
