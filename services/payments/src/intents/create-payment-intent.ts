import type { BodyOf, Operations, PaymentCustomer } from '@mizan/contracts';
import { assertSecureUrls, countRows, type LoadContext, newId, type Tx } from '@mizan/service-kit';
import { toPaymentMethodResource, valuPlanOf } from '../payment-methods/payment-method.resource.ts';
import { type App, assertPaymentsEnabled } from '../payment/app.ts';
import type { AttachedMethod, PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { oneMore } from '../tables/counted.ts';
import { assertAmountInLimits, assertPayable, assertTypesAccepted, loadAttempt } from './load-attempt.ts';
import type { StartedPayment } from './authorize-attempt.ts';
import { type PricedIntent, priceIntent } from './price-intent.ts';
import { type AttemptTerms, type LoadedAttempt, newCharge, newIntentRow, startAttempt } from './start-attempt.ts';

type CreateBody = BodyOf<Operations['createPaymentIntent']>;

/** What is loaded before a payment is created. */
interface LoadedCreation {
  readonly customer: PaymentCustomer | null;
  /** For the payment method of the request, if it has one. */
  readonly attempt: LoadedAttempt | null;
  readonly priced: PricedIntent;
}

/**
 * Loads what a payment needs before it is created.
 *
 * @throws Problem `resource_missing`, `unsupported_currency`, `exchange_rate_not_found`, `amount_invalid`,
 *   `merchant_not_activated`, `payment_method_mismatch`, `parameter_missing`, `parameter_invalid`
 */
export async function loadCreation(context: LoadContext, app: App, body: CreateBody): Promise<LoadedCreation> {
  const { captureMethod, confirmationMethod, paymentMethod, paymentMethodTypes, returnUrl } = body;
  assertSecureUrls(context.scope.livemode, { returnUrl });
  const account = await assertPaymentsEnabled(context, app);
  const priced = await priceIntent(context, app, { account, body });
  const { amount, currency } = priced;
  assertAmountInLimits(priced, 'amount');
  assertTypesAccepted(account, currency, paymentMethodTypes);
  await assertPayable(context, app, { ...body, account, amount, currency });
  const customer = await fetchCustomer(context, body.customerId);
  const { id: savedMethodsOf, email, phone } = customer ?? { id: null, email: null, phone: null };
  const charge = { amount, currency, captureMethod, confirmationMethod, types: paymentMethodTypes ?? null };
  const attempt = paymentMethod
    ? await loadAttempt(context, app, { ...charge, email, phone, savedMethodsOf, paymentMethod })
    : null;
  return { customer, attempt, priced };
}

/** The customer of a payment as the payment shows it. @throws Problem `resource_missing` */
export async function fetchCustomer(
  { calls }: Pick<LoadContext, 'calls'>,
  customerId: string | null | undefined,
): Promise<PaymentCustomer | null> {
  if (!customerId) return null;
  const { customer } = await calls.getCustomerSummary({ customerId });
  const { id, name = null, email = null, phone = null } = customer;
  return { id, name, email, phone };
}

/**
 * Creates a payment that belongs to no checkout session. With `confirm` its first attempt is committed with it, and the
 * provider is called after this transaction. @throws Problem `merchant_not_activated`
 */
export async function createPaymentIntent(
  tx: Tx,
  app: App,
  { body, loaded }: { readonly body: CreateBody; readonly loaded: LoadedCreation },
): Promise<StartedPayment> {
  if (loaded.attempt) await app.providers.hold(tx, loaded.attempt.route);
  const intent = newIntent(tx, body, loaded);
  await tx.sql`
    with counted as (${countRows(tx, oneMore('payment_intents'))}) ${paymentIntents.insert([intent])}`;
  const object = toPaymentIntentResource({ intent, charges: [] }, app);
  tx.emit('payment_intent.created', { object, version: intent.version });
  if (!body.confirm || !loaded.attempt) return { paymentIntentId: intent.id, attempt: null };
  const charge = newCharge(tx, app, {
    intentId: intent.id,
    terms: intentTerms(intent, body.returnUrl),
    loaded: { ...loaded.attempt, methodId: intent.attachedMethod?.id },
  });
  const attempt = await startAttempt(tx, intent, { charge, fallbacks: loaded.attempt.fallbacks });
  return { paymentIntentId: intent.id, attempt };
}

function newIntent(tx: Tx, body: CreateBody, { customer, attempt, priced }: LoadedCreation): PaymentIntentRow {
  const attached = attempt && attachedMethod(attempt, body.paymentMethod?.billingDetails ?? null, tx.now);
  return {
    ...priced,
    ...newIntentRow(tx),
    checkoutSessionId: null,
    customerId: customer?.id ?? null,
    customer,
    status: attached ? 'REQUIRES_CONFIRMATION' : 'REQUIRES_PAYMENT_METHOD',
    captureMethod: body.captureMethod,
    confirmationMethod: body.confirmationMethod,
    description: body.description ?? null,
    receiptEmail: body.receiptEmail ?? null,
    shipping: (body.shipping ?? null) as PaymentIntentRow['shipping'],
    paymentMethod: attached && toPaymentMethodResource(attached, valuPlanOf(attached.method, priced.amount)),
    paymentMethodTypes: body.paymentMethodTypes ?? null,
    attachedMethod: attached,
    metadata: body.metadata ?? {},
  };
}

const attachedMethod = (
  { route: { method, ...taker }, savedId }: LoadedAttempt,
  billingDetails: unknown,
  now: Date,
): AttachedMethod => ({
  id: savedId ?? newId('pm', now.getTime()),
  ...(savedId === undefined ? {} : { isSaved: true }),
  method,
  taker,
  billingDetails: billingDetails as AttachedMethod['billingDetails'],
  createdAt: method.savedAt ?? now.toISOString(),
});

/** The terms of the next attempt at a payment that belongs to no checkout session and that the merchant's server confirms. */
export const intentTerms = (intent: PaymentIntentRow, returnUrl: string | undefined): AttemptTerms => ({
  checkoutSessionId: null,
  customerId: intent.customerId,
  attempt: intent.attempts + 1,
  amount: intent.amount,
  currency: intent.currency,
  captureMethod: intent.captureMethod,
  receiptEmail: intent.receiptEmail,
  billingDetails: intent.attachedMethod?.billingDetails ?? null,
  holdId: null,
  merchantOrigin: returnUrl === undefined ? null : new URL(returnUrl).origin,
  geocoding: null, // the server's place is not the buyer's
  returnUrl: returnUrl ?? null,
  presentmentDetails: intent.presentmentDetails,
  sessionExpiresAt: null,
});
