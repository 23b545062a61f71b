import {
  fixedPaymentIntentFields,
  sumOfDetails,
  type AccountProfile,
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
  type LoadContext,
  type Tx,
} from '@mizan/service-kit';
import { isDeepStrictEqual } from 'node:util';
import { assertTaken } from '../providers/assert-taken.ts';
import type { Wiring } from '../wiring.ts';
import { assertTypesTaken } from './assert-types-taken.ts';
import { assertWithinBounds } from './assert-within-bounds.ts';
import { shownMethod, valuOf } from './confirmation.ts';
import { customerOf } from './create-payment-intent.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { isParked } from './confirm-payment-intent.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { mirrorAmount } from './price-intent.ts';
import { transition } from './payment-intent-state.ts';
import { providerOf } from './prepare-confirm.ts';
import { loadPayment, lockIntent, type Payment } from './payment.ts';
import { updateIntent } from './write-payment.ts';

type Updating = BodyOf<Operations['updatePaymentIntent']>;

/** What must be known before a payment changes. */
export interface UpdateFacts {
  /** The new one, null to take it away; undefined leaves it. */
  readonly customer: PaymentCustomer | null | undefined;
  /** Whose payment it is, where the types are to change. */
  readonly account: AccountProfile | undefined;
}

/** Asks for it. @throws Problem `resource_missing`: no such customer */
export async function prepareUpdate(wiring: Wiring, context: LoadContext, body: Updating): Promise<UpdateFacts> {
  return {
    customer: body.customerId === undefined ? undefined : await customerOf(context, body.customerId),
    account: body.paymentMethodTypes ? await wiring.accounts.get(context) : undefined,
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
  wiring: Wiring,
  id: string,
  body: Updating,
  { customer, account }: UpdateFacts,
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
  if (isOrderChanged(before, changed)) {
    assertOrderMayChange(payment);
    assertAddsUp(changed);
    if (account) assertTypesTaken(account, changed.currency, changed.payment_method_types);
  }
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
    payment_method:
      amount === intent.amount || !intent.attached_method
        ? intent.payment_method
        : shownMethod(intent.attached_method, valuOf(intent.attached_method.method, amount)),
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

/** The parts of the amount, which may have been sent without it. */
function assertAddsUp({ amount, amount_details: details }: PaymentIntentRow): void {
  if (details && sumOfDetails(details) !== amount)
    throw new Problem('amount_invalid', `amountDetails must add up to the amount of the payment, ${amount}.`, {
      param: 'amountDetails',
    });
}

function assertMethodStays({ attached_method, payment_method_types: types }: PaymentIntentRow): void {
  if (attached_method && types && !types.includes(attached_method.method.type))
    throw new Problem('payment_method_mismatch', 'The method that the payment has is not among the types.', {
      param: 'paymentMethodTypes',
    });
}
