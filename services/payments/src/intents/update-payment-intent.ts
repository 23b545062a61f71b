import {
  fixedPaymentIntentFields,
  type BodyOf,
  type Operations,
  type PaymentCustomer,
  type PaymentIntent,
} from '@mizan/contracts';
import {
  checkFixedFields,
  formerAttributes,
  mergeMetadata,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import { isDeepStrictEqual } from 'node:util';
import { assertTaken } from '../providers/assert-taken.ts';
import type { Wiring } from '../wiring.ts';
import { assertWithinBounds } from './assert-within-bounds.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { isParked } from './confirm-payment-intent.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { mirrorAmount } from './price-intent.ts';
import { transition } from './payment-intent-state.ts';
import { providerOf } from './prepare-confirm.ts';
import { loadPayment, lockIntent, type Payment } from './payment.ts';
import { updateIntent } from './write-payment.ts';

type Updating = BodyOf<Operations['updatePaymentIntent']>;

/**
 * Changes what the merchant says about a payment; what is to be paid only before its confirm.
 *
 * @param customer the new one, null to take it away; undefined leaves it
 * @throws Problem `resource_missing`: no such payment for this merchant and mode
 * @throws Problem `resource_invalid_state`: it is over, or confirmed already, or its checkout decides the amount
 * @throws Problem `parameter_invalid`: a field that cannot change would
 * @throws Problem `amount_invalid`: not what the provider takes, or beyond what any method does
 * @throws Problem `payment_method_mismatch`: the attached method is not among the types
 */
export async function updatePaymentIntent(
  tx: Tx,
  wiring: Wiring,
  id: string,
  body: Updating,
  customer: PaymentCustomer | null | undefined,
): Promise<PaymentIntent> {
  const before = await lockIntent(tx, id);
  if (!before) throw resourceMissing();
  const changed = changedIntent(before, body, customer);
  const payment = await loadPayment(tx, before);
  const render = (row: PaymentIntentRow) => toPaymentIntentResource(row, payment.charges, wiring.clientSecretOf);
  const isSame = isDeepStrictEqual(changed, before);
  if (!isSame && (before.status === 'CANCELED' || before.status === 'FAILED'))
    throw new Problem('resource_invalid_state', 'The payment is over and can no longer be changed.');
  checkFixedFields(fixedPaymentIntentFields, body, render(before));
  if (isSame) return render(before);
  if (isOrderChanged(before, changed)) assertOrderMayChange(payment);
  if (changed.amount !== before.amount) {
    assertTaken(providerOf(wiring, tx), changed, { amount: 'amount' });
    assertWithinBounds(changed, 'amount');
  }
  assertMethodStays(changed);
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
  body: Updating,
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
        : mirrorAmount(amount, intent.currency, intent.presentment_details),
    amount_details: isStale ? null : given(body.amountDetails, intent.amount_details),
    payment_method_types: given(body.paymentMethodTypes, intent.payment_method_types),
  };
}

const isOrderChanged = (before: PaymentIntentRow, after: PaymentIntentRow): boolean =>
  before.amount !== after.amount ||
  !isDeepStrictEqual(before.amount_details, after.amount_details) ||
  !isDeepStrictEqual(before.payment_method_types, after.payment_method_types);

function assertOrderMayChange(payment: Payment): void {
  const { status, checkout_session_id } = payment.intent;
  if (isParked(payment))
    throw new Problem('resource_invalid_state', 'The buyer has agreed to this payment as it is: confirm or cancel it.');
  if (checkout_session_id !== null)
    throw new Problem('resource_invalid_state', 'The checkout session decides what is to be paid: change it there.');
  if ('refusal' in transition(status, 'changeAmount'))
    throw new Problem('resource_invalid_state', 'What is to be paid can change only before the payment is confirmed.');
}

function assertMethodStays({ attached_method, payment_method_types: types }: PaymentIntentRow): void {
  if (attached_method && types && !types.includes(attached_method.method.type))
    throw new Problem('payment_method_mismatch', 'The method that the payment has is not among the types.', {
      param: 'paymentMethodTypes',
    });
}
