import type { BodyOf, Operations, PaymentCustomer } from '@mizan/contracts';
import { countRows, newId, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { oneMore } from '../lists/counted.ts';
import { assertTaken } from '../providers/assert-taken.ts';
import type { Wiring } from '../wiring.ts';
import { assertTypesTaken } from './assert-types-taken.ts';
import { assertWithinBounds } from './assert-within-bounds.ts';
import { newCharge, shownMethod, valuOf, type AttemptTerms, type ConfirmFacts } from './confirmation.ts';
import { holdConnection } from '../provider-connections/hold-connection.ts';
import { beginAttempt, type Reservation } from './confirm-payment.ts';
import type { AttachedMethod, PaymentIntentRow } from './payment-intent.entity.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { priceIntent, type PricedIntent } from './price-intent.ts';
import { assertTakesPayments, prepareConfirm, providerOf } from './prepare-confirm.ts';
import { insertIntent } from './write-payment.ts';

type Creating = BodyOf<Operations['createPaymentIntent']>;

/** What must be known before a payment begins. */
export interface CreationFacts {
  readonly customer: PaymentCustomer | null;
  /** Of the method that was sent, if one was. */
  readonly confirm: ConfirmFacts | null;
  readonly priced: PricedIntent;
}

/** A payment that exists, and the attempt that the provider is asked about next, if there is one. */
export interface Begun {
  readonly paymentIntentId: string;
  readonly attempt: Reservation | null;
  /** An attempt that goes on where its buyer left it. */
  readonly resumed?: { readonly chargeId: string; readonly answer: Readonly<Record<string, string>> };
}

/**
 * Asks what a payment needs before it begins.
 *
 * @throws Problem `resource_missing`: no such customer
 * @throws Problem `unsupported_currency`, `exchange_rate_not_found`, `amount_invalid`, `merchant_not_activated`,
 *   `payment_method_mismatch`, `parameter_missing`, `parameter_invalid`
 */
export async function prepareCreation(wiring: Wiring, context: LoadContext, body: Creating): Promise<CreationFacts> {
  const { captureMethod, paymentMethod, paymentMethodTypes, returnUrl } = body;
  checkReturnUrl(returnUrl, context.scope.livemode);
  await assertTakesPayments(wiring, context);
  if (context.scope.livemode && body.confirmationMethod === 'manual')
    throw new Problem('parameter_invalid', 'confirmationMethod must be automatic in live mode: Stripe decides.', {
      param: 'confirmationMethod',
    });
  const account = await wiring.accounts.get(context);
  const provider = providerOf(wiring, context);
  const priced = await priceIntent({ ...wiring, provider }, context, account, body);
  assertTaken(provider, priced, { amount: 'amount', currency: 'currency' });
  assertWithinBounds(priced, 'amount');
  assertTypesTaken(account, priced.currency, paymentMethodTypes);
  const customer = await customerOf(context, body.customerId);
  const taking = {
    amount: priced.amount,
    currency: priced.currency,
    captureMethod,
    types: paymentMethodTypes ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    savedMethodsOf: customer?.id ?? null,
  };
  const confirm = paymentMethod ? await prepareConfirm(wiring, context, { ...taking, paymentMethod }) : null;
  return { customer, confirm, priced };
}

/** The customer of a payment as it shows it. @throws Problem `resource_missing` */
export async function customerOf(
  { calls }: Pick<LoadContext, 'calls'>,
  customerId: string | null | undefined,
): Promise<PaymentCustomer | null> {
  if (!customerId) return null;
  const { customer } = await calls.getCustomerSummary({ customerId });
  const { id, name = null, email = null, phone = null } = customer;
  return { id, name, email, phone };
}

/** @throws Problem `parameter_invalid`: http in live mode */
export function checkReturnUrl(returnUrl: string | undefined, livemode: boolean): void {
  if (livemode && returnUrl?.startsWith('http:'))
    throw new Problem('parameter_invalid', 'returnUrl must be an https URL in live mode.', { param: 'returnUrl' });
}

/**
 * Begins a payment that belongs to no checkout session; with `confirm` its first attempt is committed with it, and the
 * provider is asked once no transaction is open any more.
 *
 * @throws Problem `merchant_not_activated`: live mode is not connected to a provider any more
 */
export async function createPaymentIntent(
  tx: Tx,
  wiring: Wiring,
  body: Creating,
  facts: CreationFacts,
): Promise<Begun> {
  await holdConnection(tx);
  const { confirm } = facts;
  const intent = newIntent(tx, body, facts);
  await tx.sql`
    with counted as (${countRows(tx, oneMore('payment_intents'))}) ${insertIntent(intent)}`;
  tx.emit('payment_intent.created', {
    object: toPaymentIntentResource(intent, [], wiring.clientSecretOf),
    version: intent.version,
  });
  if (!body.confirm || !confirm) return { paymentIntentId: intent.id, attempt: null };
  const terms = termsOfIntent(intent, body.returnUrl);
  const methodId = intent.attached_method?.id;
  const attempt = await beginAttempt(tx, intent, newCharge(tx, wiring, intent.id, terms, { ...confirm, methodId }));
  return { paymentIntentId: intent.id, attempt };
}

function newIntent({ scope, now }: Tx, body: Creating, { customer, confirm, priced }: CreationFacts): PaymentIntentRow {
  const attached = confirm && attachedMethod(confirm, body.paymentMethod?.billingDetails ?? null, now);
  return {
    id: newId('pi', now.getTime()),
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
    version: 1,
    checkout_session_id: null,
    customer_id: customer?.id ?? null,
    customer,
    amount: priced.amount,
    amount_capturable: 0,
    amount_received: 0,
    amount_refunded: 0,
    currency: priced.currency,
    status: attached ? 'REQUIRES_CONFIRMATION' : 'REQUIRES_PAYMENT_METHOD',
    capture_method: body.captureMethod,
    confirmation_method: body.confirmationMethod,
    capture_before: null,
    description: body.description ?? null,
    receipt_email: body.receiptEmail ?? null,
    canceled_at: null,
    cancellation_reason: null,
    shipping: (body.shipping ?? null) as PaymentIntentRow['shipping'],
    amount_details: priced.amountDetails,
    presentment_details: priced.presentmentDetails,
    payment_method: attached && shownMethod(attached, valuOf(attached.method, priced.amount)),
    payment_method_types: body.paymentMethodTypes ?? null,
    attached_method: attached,
    next_action: null,
    metadata: body.metadata ?? {},
    last_payment_error: null,
    attempts: 0,
    created_at: now,
    updated_at: now,
  };
}

const attachedMethod = ({ method, savedId }: ConfirmFacts, billingDetails: unknown, now: Date): AttachedMethod => ({
  id: savedId ?? newId('pm', now.getTime()),
  ...(savedId === undefined ? {} : { isSaved: true }),
  method,
  billingDetails: billingDetails as AttachedMethod['billingDetails'],
  createdAt: method.savedAt ?? now.toISOString(),
});

/** The terms of the next attempt at a payment that belongs to no checkout session. */
export const termsOfIntent = (intent: PaymentIntentRow, returnUrl: string | undefined): AttemptTerms => ({
  checkoutSessionId: null,
  customerId: intent.customer_id,
  attempt: intent.attempts + 1,
  amount: intent.amount,
  currency: intent.currency,
  captureMethod: intent.capture_method,
  receiptEmail: intent.receipt_email,
  billingDetails: intent.attached_method?.billingDetails ?? null,
  holdId: null,
  merchantOrigin: null,
  returnUrl: returnUrl ?? null,
  presentmentDetails: intent.presentment_details,
  sessionExpiresAt: null,
});
