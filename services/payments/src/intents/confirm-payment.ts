import { countRows, fragment, Problem, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import { oneMore } from '../lists/counted.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { holdConnection } from '../provider-connections/hold-connection.ts';
import type { Wiring } from '../wiring.ts';
import {
  attemptedIntent,
  newCharge,
  newIntent,
  orderOf,
  termsOfSession,
  type ConfirmFacts,
  type ConfirmInput,
} from './confirmation.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { transition } from './payment-intent-state.ts';
import { insertCharge, insertIntent, updateIntent } from './write-payment.ts';

/** A committed charge that the provider is asked about next. Stored as JSON until the answer is. */
export interface Reservation {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: ChargeRow['currency'];
  readonly captureMethod: ChargeRow['capture_method'];
  readonly method: ProviderMethod;
}

/**
 * Commits the next attempt at a session's payment, with its intent when it is the first. First of three phases:
 * `authorize-charge.ts` then asks the provider with no transaction open, `settle-charge.ts` records the answer. From here
 * on the intent is PROCESSING, so that a crash at any moment leaves an unknown outcome and never a second attempt. An
 * attempt of the same number is the same attempt: it is asked about again, not repeated.
 *
 * @throws Problem `payment_still_confirming`: another attempt is not decided
 * @throws Problem `payment_already_completed`, `resource_invalid_state`: nothing is left to pay
 * @throws Problem `merchant_not_activated`: live mode is not connected to a provider any more
 */
export async function confirmPayment(
  tx: Tx,
  wiring: Wiring,
  input: ConfirmInput,
  facts: ConfirmFacts,
): Promise<Reservation> {
  await holdConnection(tx);
  return (await beginPayment(tx, wiring, input, facts)) ?? (await tryAgain(tx, wiring, input, facts));
}

/** Creates intent and charge in one statement; undefined when the session has an intent already. */
async function beginPayment(
  tx: Tx,
  wiring: Wiring,
  input: ConfirmInput,
  facts: ConfirmFacts,
): Promise<Reservation | undefined> {
  const created = newIntent(tx, input);
  const charge = newCharge(tx, wiring, created.id, termsOfSession(input), facts);
  const made = await tx.one`
    with intent as (
      ${insertIntent(attemptedIntent(tx, created, charge))}
      on conflict (merchant_id, livemode, checkout_session_id) where checkout_session_id is not null do nothing
      returning id),
    counted as (${countRows(tx, oneMore('charges', 'payment_intents'), fragment`where exists (select 1 from intent)`)})
    ${insertCharge(charge)} where exists (select 1 from intent) returning id`;
  if (!made) return undefined;
  // As it was before the attempt: what happens to that has events of its own.
  tx.emit('payment_intent.created', {
    object: toPaymentIntentResource(created, [], wiring.clientSecretOf),
    version: created.version,
  });
  return reservationOf(charge);
}

async function tryAgain(tx: Tx, wiring: Wiring, input: ConfirmInput, facts: ConfirmFacts): Promise<Reservation> {
  const { merchantId, livemode } = tx.scope;
  const intent = await tx.one<PaymentIntentRow>`
    select * from payment_intents
    where merchant_id = ${merchantId} and livemode = ${livemode} and checkout_session_id = ${input.body.checkoutSessionId}
    for update`;
  if (!intent) throw new Error(`bug: the intent of ${input.body.checkoutSessionId} is neither new nor known`);
  const known = await tx.one<ChargeRow>`
    select * from charges
    where merchant_id = ${merchantId} and livemode = ${livemode} and payment_intent_id = ${intent.id}
      and attempt = ${input.body.attempt}`;
  if (known) return reservationOf(known);
  const ordered = { ...intent, ...orderOf(input.body) }; // it may have changed since an earlier attempt
  return beginAttempt(tx, ordered, newCharge(tx, wiring, intent.id, termsOfSession(input), facts));
}

/**
 * Commits another attempt at a payment whose row is locked, under a connection that `holdConnection` keeps.
 *
 * @param intent as it shall be, but for the attempt itself
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 */
export async function beginAttempt(tx: Tx, intent: PaymentIntentRow, charge: ChargeRow): Promise<Reservation> {
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  // An attempt whose buyer has acted waits for the server's confirm, and its intent looks as if there were none.
  const made = await tx.one`
    with intent as (${updateIntent(attemptedIntent(tx, intent, charge))}), counted as (${countRows(tx, oneMore('charges'))})
    ${insertCharge(charge)}
    where not exists (
      select 1 from charges
      where merchant_id = ${charge.merchant_id} and livemode = ${charge.livemode} and payment_intent_id = ${intent.id}
        and status = 'PENDING')
    returning id`;
  if (!made) throw new Problem('payment_still_confirming', confirmRefusals.payment_still_confirming);
  return reservationOf(charge);
}

/** What a refused confirm is told, by code. */
export const confirmRefusals = {
  payment_still_confirming: 'A payment attempt is under way; its outcome is not known yet.',
  payment_already_completed: 'The payment has already succeeded.',
  resource_invalid_state: 'The payment can no longer be confirmed.',
} as const;

const reservationOf = (charge: ChargeRow): Reservation => ({
  paymentIntentId: charge.payment_intent_id,
  chargeId: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  captureMethod: charge.capture_method,
  method: charge.payment_method,
});
