import { isDeepStrictEqual } from 'node:util';
import {
  type AccountProfile,
  type BodyOf,
  fixedPaymentIntentFields,
  type Operations,
  type PaymentCustomer,
  type PaymentIntent,
  sumOfDetails,
} from '@mizan/contracts';
import {
  type AskContext,
  checkFixedFields,
  formerAttributes,
  mergeMetadata,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import { toPaymentMethodResource, valuPlanOf } from '../payment-methods/payment-method.resource.ts';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { loadPayment, lockIntent, type Payment } from '../payment/payment.ts';
import { updateIntent } from '../payment/write-payment.ts';
import { assertAmountSupported } from '../providers/port/assert-amount-supported.ts';
import { assertTypesAccepted, assertWithinLimits } from './assert-accepted.ts';
import { isAwaitingServer } from './confirm-payment-intent.ts';
import { fetchCustomer } from './create-payment-intent.ts';
import { providerOf } from './load-attempt.ts';
import { toPresentmentDetails } from './price-intent.ts';

type UpdateBody = BodyOf<Operations['updatePaymentIntent']>;

/** What must be known before a payment changes. */
export interface LoadedUpdate {
  /** The new one, null to take it away; undefined leaves it. */
  readonly customer: PaymentCustomer | null | undefined;
  /** Whose payment it is, where the types are to change. */
  readonly account: AccountProfile | undefined;
}

/** Asks for it. @throws Problem `resource_missing`: no such customer */
export async function loadUpdate(app: App, context: AskContext, body: UpdateBody): Promise<LoadedUpdate> {
  return {
    customer: body.customerId === undefined ? undefined : await fetchCustomer(context, body.customerId),
    account: body.paymentMethodTypes ? await app.accounts.get(context) : undefined,
  };
}

/**
 * Changes what the merchant says about a payment; what is to be paid only before its confirm.
 *
 * @throws Problem `resource_missing`: no such payment for this merchant and mode
 * @throws Problem `resource_invalid_state`: it is over, or confirmed already, or its checkout decides the amount
 * @throws Problem `parameter_invalid`: a field that cannot change would, or the account does not take one of the types
 * @throws Problem `amount_invalid`: not the sum of its parts, not what the provider takes, or beyond what any method does
 * @throws Problem `payment_method_mismatch`: the attached method is not among the types
 */
export async function updatePaymentIntent(
  tx: Tx,
  app: App,
  id: string,
  body: UpdateBody,
  { customer, account }: LoadedUpdate,
): Promise<PaymentIntent> {
  const before = await lockIntent(tx, id);
  if (!before) throw resourceMissing();
  const changed = changedIntent(before, body, customer);
  const payment = await loadPayment(tx, before);
  const render = (row: PaymentIntentRow) => toPaymentIntentResource(row, payment.charges, app.clientSecretOf);
  const isSame = isDeepStrictEqual(changed, before);
  if (!isSame && (before.status === 'CANCELED' || before.status === 'FAILED'))
    throw new Problem('resource_invalid_state', 'The payment is over and can no longer be changed.');
  checkFixedFields(fixedPaymentIntentFields, body, render(before));
  if (isSame) return render(before);
  if (isOrderChanged(before, changed)) {
    assertAmountMayChange(payment);
    assertAddsUp(changed);
    if (account) assertTypesAccepted(account, changed.currency, changed.payment_method_types);
  }
  if (changed.amount !== before.amount) {
    assertAmountSupported(providerOf(app, tx), changed, { amount: 'amount' });
    assertWithinLimits(changed, 'amount');
  }
  assertMethodStillAccepted(changed);
  const after = { ...changed, version: before.version + 1, updated_at: tx.now };
  await tx.sql`${updateIntent(after)}`;
  const object = render(after);
  tx.emit('payment_intent.updated', {
    object,
    version: after.version,
    previousAttributes: formerAttributes(render(before), object),
  });
  return object;
}

function changedIntent(
  intent: PaymentIntentRow,
  body: UpdateBody,
  customer: PaymentCustomer | null | undefined,
): PaymentIntentRow {
  const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);
  const amount = given(body.amount, intent.amount);
  const isStale = amount !== intent.amount && body.amountDetails === undefined; // they no longer add up to it
  return {
    ...intent,
    description: given(body.description, intent.description),
    receipt_email: given(body.receiptEmail, intent.receipt_email),
    shipping: given(body.shipping as PaymentIntentRow['shipping'] | undefined, intent.shipping),
    metadata: mergeMetadata(intent.metadata, body.metadata) ?? {},
    customer: given(customer, intent.customer),
    customer_id: customer === undefined ? intent.customer_id : (customer?.id ?? null),
    amount,
    presentment_details:
      amount === intent.amount || !intent.presentment_details
        ? intent.presentment_details
        : toPresentmentDetails(amount, intent.currency, intent.presentment_details),
    amount_details: isStale ? null : given(body.amountDetails, intent.amount_details),
    payment_method_types: given(body.paymentMethodTypes, intent.payment_method_types),
    payment_method:
      amount === intent.amount || !intent.attached_method
        ? intent.payment_method
        : toPaymentMethodResource(intent.attached_method, valuPlanOf(intent.attached_method.method, amount)),
  };
}

const isOrderChanged = (before: PaymentIntentRow, after: PaymentIntentRow): boolean =>
  before.amount !== after.amount ||
  !isDeepStrictEqual(before.amount_details, after.amount_details) ||
  !isDeepStrictEqual(before.payment_method_types, after.payment_method_types);

function assertAmountMayChange(payment: Payment): void {
  const { status, checkout_session_id } = payment.intent;
  if (isAwaitingServer(payment))
    throw new Problem('resource_invalid_state', 'The buyer has agreed to this payment as it is: confirm or cancel it.');
  if (checkout_session_id !== null)
    throw new Problem('resource_invalid_state', 'The checkout session decides what is to be paid: change it there.');
  if ('refusal' in transition(status, 'changeAmount'))
    throw new Problem('resource_invalid_state', 'What is to be paid can change only before the payment is confirmed.');
}

/** The parts of the amount, which may have been sent without it. */
function assertAddsUp({ amount, amount_details: details }: PaymentIntentRow): void {
  if (details && sumOfDetails(details) !== amount)
    throw new Problem('amount_invalid', `amountDetails must add up to the amount of the payment, ${amount}.`, {
      param: 'amountDetails',
    });
}

function assertMethodStillAccepted({ attached_method, payment_method_types: types }: PaymentIntentRow): void {
  if (attached_method && types && !types.includes(attached_method.method.type))
    throw new Problem('payment_method_mismatch', 'The method that the payment has is not among the types.', {
      param: 'paymentMethodTypes',
    });
}
