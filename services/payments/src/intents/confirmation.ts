import type { AccountProfile, calls, PaymentMethod } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { newId, type CallInput, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import { convertedAmounts } from '../charges/converted-amounts.ts';
import type { ConversionRate } from '../exchange-rates/find-rates.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import type { AttachedMethod, PaymentIntentRow } from './payment-intent.entity.ts';

/** A checkout's request to take a payment. */
export type ConfirmInput = CallInput<typeof calls.confirmPayment>;

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

/** The terms of a checkout's attempt. */
export const termsOfSession = ({ body }: ConfirmInput): AttemptTerms => ({
  checkoutSessionId: body.checkoutSessionId,
  customerId: body.customer.id,
  attempt: body.attempt,
  amount: body.amount,
  currency: body.currency,
  captureMethod: body.captureMethod,
  receiptEmail: body.receiptEmail,
  billingDetails: body.paymentMethod.billingDetails ?? null,
  holdId: body.holdId,
  merchantOrigin: body.merchantOrigin,
  returnUrl: body.returnUrl,
  presentmentDetails: body.presentmentDetails ?? null,
  sessionExpiresAt: new Date(body.sessionExpiresAt),
});

/** What is known before the first transaction of a confirm. */
export interface ConfirmFacts {
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

type Unit = Pick<Tx, 'scope' | 'now'>;

/** The intent of a session that is confirmed for the first time, before anything is tried. */
export const newIntent = ({ scope, now }: Unit, { body }: ConfirmInput): PaymentIntentRow => ({
  id: newId('pi', now.getTime()),
  merchant_id: scope.merchantId,
  livemode: scope.livemode,
  version: 1,
  checkout_session_id: body.checkoutSessionId,
  amount_capturable: 0,
  amount_received: 0,
  amount_refunded: 0,
  status: 'REQUIRES_PAYMENT_METHOD',
  capture_before: null,
  canceled_at: null,
  cancellation_reason: null,
  payment_method: null,
  payment_method_types: null,
  attached_method: null,
  next_action: null,
  last_payment_error: null,
  attempts: 0,
  created_at: now,
  updated_at: now,
  ...orderOf(body),
});

/** What the order says by now: it may have changed since an earlier attempt. */
export const orderOf = (body: ConfirmInput['body']) => ({
  customer_id: body.customer.id,
  customer: body.customer,
  amount: body.amount,
  currency: body.currency,
  capture_method: body.captureMethod,
  confirmation_method: body.confirmationMethod,
  amount_details: body.amountDetails,
  presentment_details: body.presentmentDetails ?? null,
  description: body.description,
  receipt_email: body.receiptEmail,
  shipping: body.shipping,
  metadata: body.metadata,
});

/** The intent as it rests while the provider is asked about `charge`. */
export const attemptedIntent = ({ now }: Unit, intent: PaymentIntentRow, charge: ChargeRow): PaymentIntentRow => ({
  ...intent,
  status: 'PROCESSING',
  payment_method:
    charge.payment_method_id === intent.attached_method?.id
      ? intent.payment_method
      : shownMethod(
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
  wiring: Wiring,
  intentId: string,
  terms: AttemptTerms,
  { account, method, feeTerms, provider, rates, methodId, savedId }: ConfirmFacts,
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
    valu: valuOf(method, terms.amount),
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
  settlement_model: wiring.settlementRulesOf(scope).isInstant ? 'instant' : 'deferred',
  action_answer: null,
  next_sync_at: new Date(now.getTime() + crashGraceMs),
  sync_attempts: 0,
  created_at: now,
  updated_at: now,
});

/** The instalments of a valU payment: equal ones, the last of which takes what is left. */
export function valuOf({ tenureMonths }: ProviderMethod, amount: number): PaymentMethod['valu'] {
  if (tenureMonths === undefined) return null;
  return { tenureMonths, downPayment: 0, purchaseFees: 0, monthlyInstallment: Math.ceil(amount / tenureMonths) };
}

/** A payment method as the API shows it. */
export const shownMethod = (
  { id, method: { type, card }, billingDetails, createdAt }: AttachedMethod,
  valu: PaymentMethod['valu'] = null,
): PaymentMethod => ({
  id,
  object: 'payment_method',
  type,
  card: card && {
    brand: card.brand,
    funding: card.funding,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    country: card.country,
    issuer: card.issuer,
    fingerprint: card.fingerprint,
  },
  valu,
  billingDetails,
  createdAt,
});
