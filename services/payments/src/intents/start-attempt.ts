import type { AccountProfile } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { countRows, newId, Problem, type Tx } from '@mizan/service-kit';
import { type ConversionRate, convertedAmounts } from '../exchange-rates/converted-amounts.ts';
import { toPaymentMethodResource, valuPlanOf } from '../payment-methods/payment-method.resource.ts';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { insertCharge, updateIntent } from '../payment/write-payment.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { oneMore } from '../tables/rows.ts';

/** What an attempt to pay is about, whoever makes it. */
export interface AttemptTerms {
  readonly checkoutSessionId: string | null;
  readonly customerId: string | null;
  /** Number of the attempt; at most one charge for each. */
  readonly attempt: number;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: ChargeRow['currency'];
  readonly captureMethod: ChargeRow['capture_method'];
  readonly receiptEmail: string | null;
  readonly billingDetails: ChargeRow['billing_details'];
  readonly holdId: string | null;
  readonly merchantOrigin: string | null;
  readonly returnUrl: string | null;
  /** What the buyer pays in the currency of the prices; null when that is `currency`. */
  readonly presentmentDetails: ChargeRow['presentment_details'];
  readonly sessionExpiresAt: Date | null;
}

/** What is known before the first transaction of a confirm. */
export interface LoadedAttempt {
  readonly account: AccountProfile;
  /** Without card number and security code: from here on nothing holds them. */
  readonly method: ProviderMethod;
  readonly feeTerms: FeeTerms;
  readonly provider: string;
  /** Of the currency that is processed into others that the account takes. */
  readonly rates: readonly ConversionRate[];
  /** Of a method that was attached before; a new one gets a new id. */
  readonly methodId?: string;
  /** Id of the saved method that was sent. */
  readonly savedId?: string;
}

export type Unit = Pick<Tx, 'scope' | 'now'>;

/** A committed charge that the provider is asked about next. Stored as JSON until the answer is. */
export interface ChargeReservation {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: ChargeRow['currency'];
  readonly captureMethod: ChargeRow['capture_method'];
  readonly method: ProviderMethod;
}

/**
 * Commits another attempt at a payment whose row is locked, under a connection that `holdConnection` keeps.
 *
 * @param intent as it shall be, but for the attempt itself
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 */
export async function startAttempt(tx: Tx, intent: PaymentIntentRow, charge: ChargeRow): Promise<ChargeReservation> {
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

export const reservationOf = (charge: ChargeRow): ChargeReservation => ({
  paymentIntentId: charge.payment_intent_id,
  chargeId: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  captureMethod: charge.capture_method,
  method: charge.payment_method,
});

/** The intent as it rests while the provider is asked about `charge`. */
export const attemptedIntent = ({ now }: Unit, intent: PaymentIntentRow, charge: ChargeRow): PaymentIntentRow => ({
  ...intent,
  status: 'PROCESSING',
  payment_method:
    charge.payment_method_id === intent.attached_method?.id
      ? intent.payment_method
      : toPaymentMethodResource(
          {
            id: charge.payment_method_id,
            method: charge.payment_method,
            billingDetails: charge.billing_details,
            createdAt: charge.payment_method.savedAt ?? charge.created_at.toISOString(),
          },
          charge.payment_method_details.valu,
        ),
  attached_method: null,
  next_action: null,
  last_payment_error: null,
  attempts: intent.attempts + 1,
  updated_at: now,
});

/** The attempt that is about to be made. */
export const newCharge = (
  { scope, now }: Unit,
  app: App,
  intentId: string,
  terms: AttemptTerms,
  { account, method, feeTerms, provider, rates, methodId, savedId }: LoadedAttempt,
): ChargeRow => ({
  id: newId('ch', now.getTime()),
  merchant_id: scope.merchantId,
  livemode: scope.livemode,
  version: 0,
  payment_intent_id: intentId,
  checkout_session_id: terms.checkoutSessionId,
  customer_id: terms.customerId,
  attempt: terms.attempt,
  amount: terms.amount,
  amount_captured: 0,
  amount_refunded: 0,
  amount_reported: 0,
  currency: terms.currency,
  presentment_details: terms.presentmentDetails,
  converted_amounts: convertedAmounts(terms, rates),
  presentment_refunded: 0,
  status: 'PENDING',
  capture_method: terms.captureMethod,
  captured_at: null,
  disputed: false,
  failure_code: null,
  failure_message: null,
  outcome: null,
  receipt_email: terms.receiptEmail,
  billing_details: terms.billingDetails,
  payment_method_id: methodId ?? savedId ?? newId('pm', now.getTime()),
  payment_method: method,
  payment_method_details: {
    type: method.type,
    card: method.card,
    wallet: method.wallet ?? null,
    valu: valuPlanOf(method, terms.amount),
    voucher: null,
    bankTransfer: null,
  },
  fee_terms: feeTerms,
  balance_transaction_id: null,
  provider,
  external_charge_id: null,
  statement_descriptor: account.displayName.toUpperCase().slice(0, 22), // as much as card networks print
  hold_id: terms.holdId,
  merchant_origin: terms.merchantOrigin,
  return_url: terms.returnUrl,
  session_expires_at: terms.sessionExpiresAt,
  settlement_model: app.settlementRulesOf(scope).isInstant ? 'instant' : 'deferred',
  action_answer: null,
  next_sync_at: new Date(now.getTime() + crashGraceMs),
  sync_attempts: 0,
  created_at: now,
  updated_at: now,
});
