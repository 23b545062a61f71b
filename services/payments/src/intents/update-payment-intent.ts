import { isDeepStrictEqual } from 'node:util';
import {
  type AccountProfile,
  type BodyOf,
  fixedPaymentIntentFields,
  type LiveMethod,
  type Operations,
  type PaymentCustomer,
  type PaymentIntent,
  sumOfDetails,
} from '@mizan/contracts';
import {
  checkFixedFields,
  formerAttributes,
  type LoadContext,
  mergeMetadata,
  own,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import { toPaymentMethodResource, valuPlanOf } from '../payment-methods/payment-method.resource.ts';
import type { App } from '../payment/app.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { charges } from '../payment/charge.table.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { loadPayment, lockIntent, type Payment, updateIntent, withCharge } from '../payment/payment.ts';
import { assertAmountInLimits, assertAmountTaken, assertTypesAccepted, findLiveMethods } from './load-attempt.ts';
import { isAwaitingServer } from './confirm-payment-intent.ts';
import { fetchCustomer } from './create-payment-intent.ts';
import { toPresentmentDetails } from './price-intent.ts';

type UpdateBody = BodyOf<Operations['updatePaymentIntent']>;

/** What is loaded before a payment changes. */
interface LoadedUpdate {
  /** The new one, null to remove it; undefined keeps it. */
  readonly customer: PaymentCustomer | null | undefined;
  /** Loaded only where the types change. */
  readonly account: AccountProfile | undefined;
  /** What live mode can take; null in test mode, and where neither amount nor types change. */
  readonly live: readonly LiveMethod[] | null;
}

/** @throws Problem `resource_missing`: no such customer */
export async function loadUpdate(context: LoadContext, app: App, body: UpdateBody): Promise<LoadedUpdate> {
  const isOrderChanged = body.paymentMethodTypes || body.amount !== undefined;
  const account = isOrderChanged ? await app.accounts.get(context) : undefined;
  return {
    customer: body.customerId === undefined ? undefined : await fetchCustomer(context, body.customerId),
    account: body.paymentMethodTypes ? account : undefined,
    live: account ? await findLiveMethods(context, app, account) : null,
  };
}

/**
 * Changes a payment; its amount and payment method types only before it is confirmed.
 *
 * @throws Problem `resource_missing`, `resource_invalid_state`, `parameter_invalid`, `payment_method_mismatch`
 * @throws Problem `payment_intent_customer_mismatch`: it is of another customer's checkout or saved payment method
 * @throws Problem `amount_invalid`: not the sum of its parts, not supported by the provider, or beyond the limits
 */
export async function updatePaymentIntent(
  tx: Tx,
  app: App,
  { id, body, loaded }: { readonly id: string; readonly body: UpdateBody; readonly loaded: LoadedUpdate },
): Promise<PaymentIntent> {
  const { customer, account } = loaded;
  const before = await lockIntent(tx, id);
  if (!before) throw resourceMissing();
  assertCustomerMayPay(before, customer);
  const changed = changedIntent(before, body, customer);
  const payment = await loadPayment(tx, before);
  const render = (row: PaymentIntentRow, charges = payment.charges) =>
    toPaymentIntentResource({ ...payment, intent: row, charges }, app);
  const hasEnded = before.status === 'CANCELED' || before.status === 'FAILED';
  // What is sent back as it was read changes nothing; only an erasure can be repeated.
  const isMailMoved = changed.receiptEmail !== before.receiptEmail || body.receiptEmail === null;
  const mailed = isMailMoved && !hasEnded ? chargesMailedElsewhere(payment, changed.receiptEmail) : [];
  const isSame = isDeepStrictEqual(changed, before) && mailed.length === 0;
  if (!isSame && hasEnded)
    throw new Problem('resource_invalid_state', 'A payment that has failed or was canceled cannot be changed.');
  checkFixedFields(fixedPaymentIntentFields, body, render(before));
  if (isSame) return render(before);
  if (isOrderChanged(before, changed)) {
    assertAmountMayChange(payment);
    assertAddsUp(changed);
    if (account) assertTypesAccepted(account, changed.currency, changed.paymentMethodTypes);
  }
  if (changed.amount !== before.amount) {
    assertAmountTaken(loaded.live, changed);
    assertAmountInLimits(changed, 'amount');
  }
  assertMethodStillAccepted(changed);
  const after = { ...changed, version: before.version + 1, updatedAt: tx.now };
  await tx.sql`${updateIntent(after)}`;
  const object = render(after, await mailTo(tx, app, { payment, mailed, receiptEmail: after.receiptEmail }));
  const previousAttributes = formerAttributes(render(before), object);
  tx.emit('payment_intent.updated', { object, version: after.version, previousAttributes });
  return object;
}

const chargesMailedElsewhere = ({ charges }: Payment, receiptEmail: string | null): readonly ChargeParts[] =>
  charges.filter(({ row }) => row.receiptEmail !== receiptEmail);

/**
 * Changes where mail about charges goes, so that an address which is removed from a payment is in none of them.
 *
 * @returns all charges of the payment
 */
async function mailTo(
  tx: Tx,
  app: App,
  change: {
    readonly payment: Payment;
    readonly mailed: readonly ChargeParts[];
    readonly receiptEmail: string | null;
  },
): Promise<readonly ChargeParts[]> {
  const { mailed, receiptEmail } = change;
  let payment = change.payment;
  for (const before of mailed) {
    const isPublished = before.row.version > 0; // else no provider has answered yet, which its first event says
    const version = isPublished ? before.row.version + 1 : 0;
    const after = { ...before, row: { ...before.row, receiptEmail, version, updatedAt: tx.now } };
    const changes = charges.set({ receiptEmail, version, updatedAt: tx.now });
    await tx.sql`update charges set ${changes} where ${own(tx)} and id = ${before.row.id}`;
    payment = withCharge(payment, after);
    if (!isPublished) continue;
    const object = toChargeResource(after, app);
    const previousAttributes = formerAttributes(toChargeResource(before, app), object);
    tx.emit('charge.updated', { object, version, previousAttributes });
  }
  return payment.charges;
}

function changedIntent(
  intent: PaymentIntentRow,
  body: UpdateBody,
  customer: PaymentCustomer | null | undefined,
): PaymentIntentRow {
  const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);
  const amount = given(body.amount, intent.amount);
  const isSameAmount = amount === intent.amount;
  const isStale = !isSameAmount && body.amountDetails === undefined; // the parts no longer add up to the amount
  const { presentmentDetails: presented, attachedMethod: attached } = intent;
  return {
    ...intent,
    description: given(body.description, intent.description),
    receiptEmail: given(body.receiptEmail, intent.receiptEmail),
    shipping: given(body.shipping as PaymentIntentRow['shipping'] | undefined, intent.shipping),
    metadata: mergeMetadata(intent.metadata, body.metadata) ?? {},
    customer: given(customer, intent.customer),
    customerId: customer === undefined ? intent.customerId : (customer?.id ?? null),
    amount,
    presentmentDetails:
      isSameAmount || !presented ? presented : toPresentmentDetails(amount, intent.currency, presented),
    amountDetails: isStale ? null : given(body.amountDetails, intent.amountDetails),
    paymentMethodTypes: given(body.paymentMethodTypes, intent.paymentMethodTypes),
    paymentMethod:
      isSameAmount || !attached
        ? intent.paymentMethod
        : toPaymentMethodResource(attached, valuPlanOf(attached.method, amount)),
  };
}

/** The payment of a checkout, and one with a saved method, stay with the customer whose they are. */
function assertCustomerMayPay(
  { customerId, checkoutSessionId, attachedMethod }: PaymentIntentRow,
  customer: PaymentCustomer | null | undefined,
): void {
  const isOfCustomer = checkoutSessionId !== null || attachedMethod?.isSaved === true;
  if (!isOfCustomer || customerId === null || customer === undefined || customer?.id === customerId) return;
  const what = checkoutSessionId === null ? 'saved payment method' : 'checkout session';
  throw new Problem(
    'payment_intent_customer_mismatch',
    `The ${what} of this payment belongs to the customer ${customerId}: the payment cannot be moved to another one.`,
    { param: 'customerId' },
  );
}

const isOrderChanged = (before: PaymentIntentRow, after: PaymentIntentRow): boolean =>
  before.amount !== after.amount ||
  !isDeepStrictEqual(before.amountDetails, after.amountDetails) ||
  !isDeepStrictEqual(before.paymentMethodTypes, after.paymentMethodTypes);

function assertAmountMayChange(payment: Payment): void {
  const { status, checkoutSessionId } = payment.intent;
  const invalid = (message: string) => new Problem('resource_invalid_state', message);
  if (isAwaitingServer(payment)) throw invalid('The buyer has agreed to this payment as it is. Confirm or cancel it.');
  if (checkoutSessionId !== null)
    throw invalid('This payment belongs to a checkout session. Change the checkout session instead.');
  if ('refusal' in transition(status, 'changeAmount'))
    throw invalid('The amount and payment method types can change only before the payment is confirmed.');
}

/** Checks the parts of the amount, also when the request changes only one of both. */
function assertAddsUp({ amount, amountDetails: details }: PaymentIntentRow): void {
  const message = `amountDetails must add up to the amount of the payment, ${amount}.`;
  if (details && sumOfDetails(details) !== amount)
    throw new Problem('amount_invalid', message, { param: 'amountDetails' });
}

function assertMethodStillAccepted({ attachedMethod, paymentMethodTypes: types }: PaymentIntentRow): void {
  const message = 'paymentMethodTypes must include the type of the attached payment method.';
  if (attachedMethod && types && !types.includes(attachedMethod.method.type))
    throw new Problem('payment_method_mismatch', message, { param: 'paymentMethodTypes' });
}
