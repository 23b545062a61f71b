import type { calls } from '@mizan/contracts';
import { type CallInput, countRows, fragment, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { type CommittedPayment, lockSessionIntent } from '../payment/payment.ts';
import { oneMore } from '../tables/counted.ts';
import { holdAttempts, isClosed } from './close-attempt.ts';
import {
  attemptedIntent,
  type AttemptTerms,
  type ChargeReservation,
  firstReservation,
  type LoadedAttempt,
  newCharge,
  newIntentRow,
  reservationOf,
  startAttempt,
} from './start-attempt.ts';

type ConfirmBody = CallInput<typeof calls.confirmPayment>['body'];

/** A checkout's confirm, with what was loaded for it. */
interface SessionConfirm {
  readonly body: ConfirmBody;
  readonly loaded: LoadedAttempt;
}

/**
 * Commits the next attempt at a session's payment, with its intent when it is the first. First of three phases:
 * `authorizeCharge` then calls the provider with no transaction open, and `settleCharge` records the answer. From here on
 * the intent is PROCESSING, so that a crash at any moment leaves an unknown outcome and never a second attempt. A request
 * with the number of an earlier attempt continues that attempt instead of starting another.
 *
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 * @throws Problem `checkout_session_expired`: the request was delayed until after the end of the session
 * @throws Problem `merchant_not_activated`: live mode is no longer connected to a provider
 */
export async function confirmPayment(tx: Tx, app: App, confirm: SessionConfirm): Promise<ChargeReservation> {
  await app.providers.hold(tx, confirm.loaded.route);
  const [, created] = await Promise.all([
    holdAttempts(tx, confirm.body.checkoutSessionId), // granted before the next statement is executed
    createPayment(tx, app, confirm),
  ]);
  return created ?? (await retryPayment(tx, app, confirm));
}

/** Creates intent and charge in one statement; undefined when the session has an intent already, or the attempt may not start. */
async function createPayment(tx: Tx, app: App, { body, loaded }: SessionConfirm) {
  const created = newSessionIntent(tx, body);
  const charge = newCharge(tx, app, { intentId: created.id, terms: sessionTerms(body), loaded });
  const mayStart = fragment`not ${isClosed(tx, body)} and ${!hasExpired(tx, body)}::boolean`;
  const isNew = fragment`exists (select 1 from intent)`;
  const attempted = attemptedIntent(tx, created, charge);
  const made = await tx.one<Pick<CommittedPayment, 'writtenBy'>>`
    with intent as (
      ${paymentIntents.insertWhere(mayStart, attempted)}
      on conflict (merchant_id, livemode, checkout_session_id) where checkout_session_id is not null do nothing
      returning id),
    counted as (${countRows(tx, oneMore('charges', 'payment_intents'), fragment`where ${isNew}`)})
    ${charges.insertWhere(isNew, charge)} returning xmin::text as written_by`;
  if (!made) return undefined;
  // As it was before the attempt, whose outcome has events of its own.
  const object = toPaymentIntentResource({ intent: created, charges: [] }, app);
  tx.emit('payment_intent.created', { object, version: created.version });
  return firstReservation(made, attempted, { charge, fallbacks: loaded.fallbacks });
}

async function retryPayment(tx: Tx, app: App, { body, loaded }: SessionConfirm): Promise<ChargeReservation> {
  const intent = await lockSessionIntent(tx, body.checkoutSessionId);
  const known =
    intent &&
    (await tx.one<ChargeRow>`
      select ${charges.columns} from charges
      where ${own(tx)} and payment_intent_id = ${intent.id} and attempt = ${body.attempt}`);
  if (known) return reservationOf(known);
  if (hasExpired(tx, body)) throw new Problem('checkout_session_expired', 'This checkout has expired.');
  if (!intent || (await tx.one`select 1 where ${isClosed(tx, body)}`))
    throw new Problem('resource_invalid_state', 'This attempt took too long and was closed. Confirm again.');
  const ordered = { ...intent, ...orderOf(body) };
  const charge = newCharge(tx, app, { intentId: intent.id, terms: sessionTerms(body), loaded });
  return startAttempt(tx, ordered, { charge, fallbacks: loaded.fallbacks });
}

const hasExpired = ({ now }: Tx, { sessionExpiresAt }: ConfirmBody): boolean => now >= new Date(sessionExpiresAt);

/** The terms of a checkout's attempt. */
const sessionTerms = ({ customer, presentmentDetails = null, ...body }: ConfirmBody): AttemptTerms => ({
  checkoutSessionId: body.checkoutSessionId,
  customerId: customer.id,
  attempt: body.attempt,
  amount: body.amount,
  currency: body.currency,
  captureMethod: body.captureMethod,
  receiptEmail: body.receiptEmail,
  billingDetails: body.paymentMethod.billingDetails ?? null,
  holdId: body.holdId,
  merchantOrigin: body.merchantOrigin,
  geocoding: body.geocoding ?? null,
  returnUrl: body.returnUrl,
  presentmentDetails,
  sessionExpiresAt: new Date(body.sessionExpiresAt),
});

/** The intent of a session that is confirmed for the first time, before its first attempt. */
const newSessionIntent = (tx: Tx, body: ConfirmBody): PaymentIntentRow => ({
  ...newIntentRow(tx),
  checkoutSessionId: body.checkoutSessionId,
  status: 'REQUIRES_PAYMENT_METHOD',
  paymentMethod: null,
  paymentMethodTypes: null,
  attachedMethod: null,
  ...orderOf(body),
});

/** The order as it is now: it may have changed since an earlier attempt. */
const orderOf = ({ customer, presentmentDetails = null, ...body }: ConfirmBody) => ({
  customerId: customer.id,
  customer,
  amount: body.amount,
  currency: body.currency,
  captureMethod: body.captureMethod,
  confirmationMethod: body.confirmationMethod,
  amountDetails: body.amountDetails,
  presentmentDetails,
  description: body.description,
  receiptEmail: body.receiptEmail,
  shipping: body.shipping,
  metadata: body.metadata,
});
