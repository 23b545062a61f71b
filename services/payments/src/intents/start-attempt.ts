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

/** What an attempt to pay is about, whether a checkout or the merchant's server confirms. */
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

/** What is loaded before the first transaction of a confirm. */
export interface LoadedAttempt {
  readonly account: AccountProfile;
  /** Without card number and security code: from here on they are in no variable and no row. */
  readonly method: ProviderMethod;
  readonly feeTerms: FeeTerms;
  readonly provider: string;
  /** From the currency that is processed into the others that the account accepts. */
  readonly rates: readonly ConversionRate[];
  /** Of a method that was attached before; a new one gets a new id. */
  readonly methodId?: string;
  /** Id of the saved method that the request names. */
  readonly savedId?: string;
}

/** A committed charge that the provider is about to be called for. Stored as JSON until it has answered. */
export interface ChargeReservation {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: ChargeRow['currency'];
  readonly captureMethod: ChargeRow['capture_method'];
  readonly method: ProviderMethod;
}

/**
 * Commits another attempt at a payment whose row is locked, while the connection to the provider is held.
 *
 * @param intent with all changes but those of the attempt itself
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 */
export async function startAttempt(tx: Tx, intent: PaymentIntentRow, charge: ChargeRow): Promise<ChargeReservation> {
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  // An attempt whose buyer has acted waits for the server's confirm; its intent alone does not show that it is open.
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

/** Messages of a refused confirm, by code. */
export const confirmRefusals = {
  payment_still_confirming: 'A payment attempt is in progress and its outcome is not known yet.',
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

/** The intent while the provider is called for `charge`. */
export const attemptedIntent = (
  { now }: Pick<Tx, 'now'>,
  intent: PaymentIntentRow,
  charge: ChargeRow,
): PaymentIntentRow => ({
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

/** The charge of an attempt, before it is written. */
export const newCharge = (
  { scope, now }: Pick<Tx, 'scope' | 'now'>,
  { settlementRulesOf }: App,
  {
    intentId,
    terms,
    loaded: { account, method, feeTerms, provider, rates, methodId, savedId },
  }: { readonly intentId: string; readonly terms: AttemptTerms; readonly loaded: LoadedAttempt },
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
  statement_descriptor: account.displayName.toUpperCase().slice(0, 22), // card networks print no more
  hold_id: terms.holdId,
  merchant_origin: terms.merchantOrigin,
  return_url: terms.returnUrl,
  session_expires_at: terms.sessionExpiresAt,
  settlement_model: settlementRulesOf(scope).isInstant ? 'instant' : 'deferred',
  action_answer: null,
  next_sync_at: new Date(now.getTime() + crashGraceMs),
  sync_attempts: 0,
  created_at: now,
  updated_at: now,
});
