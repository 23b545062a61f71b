import { z } from 'zod';

export const PaymentIntentStatus = z.enum([
  'REQUIRES_PAYMENT_METHOD',
  'REQUIRES_CONFIRMATION',
  'REQUIRES_ACTION',
  'PROCESSING',
  'UNCAPTURED',
  'CANCELED',
  'SUCCEEDED',
  'FAILED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'AMOUNT_CAPTURABLE_UPDATED',
]);
export type PaymentIntentStatus = z.infer<typeof PaymentIntentStatus>;
export const CaptureMethod = z.enum(['automatic', 'manual']);
export type CaptureMethod = z.infer<typeof CaptureMethod>;
export const ConfirmationMethod = z.enum(['automatic', 'manual']);
export type ConfirmationMethod = z.infer<typeof ConfirmationMethod>;
/** `EXPIRED` is the platform's own: an authorization that was not captured in time. */
export const CancellationReason = z.enum(['DUPLICATE', 'FRAUDULENT', 'REQUESTED_BY_CUSTOMER', 'ABANDONED', 'EXPIRED']);
export type CancellationReason = z.infer<typeof CancellationReason>;
/** A provider that moves live money. */
export const ProviderName = z.enum(['stripe', 'paymob', 'fawry', 'tabby', 'tamara']);
export type ProviderName = z.infer<typeof ProviderName>;
/** Who receives the money of a payment: the platform, which pays it out, or the merchant directly. */
export const SettlesTo = z.enum(['platform', 'merchant']);
export type SettlesTo = z.infer<typeof SettlesTo>;
export const ChargeStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED']);
export const SettlementModel = z.enum(['instant', 'deferred']);
export const CardBrand = z.enum([
  'visa',
  'mastercard',
  'amex',
  'meeza',
  'mada',
  'knet',
  'benefit',
  'unionpay',
  'unknown',
]);
export type CardBrand = z.infer<typeof CardBrand>;
export const CardFunding = z.enum(['credit', 'debit', 'prepaid', 'unknown']);
export type CardFunding = z.infer<typeof CardFunding>;
export const CardCheck = z.enum(['pass', 'fail', 'unavailable', 'unchecked']);
export type CardCheck = z.infer<typeof CardCheck>;
export const ThreeDSecureResult = z.enum(['authenticated', 'attempted', 'failed', 'not_supported']);
export const NetworkStatus = z.enum(['approved_by_network', 'declined_by_network', 'not_sent_to_network']);
export type NetworkStatus = z.infer<typeof NetworkStatus>;
export const OutcomeType = z.enum(['authorized', 'issuer_declined', 'blocked', 'invalid']);
export const RiskLevel = z.enum(['normal', 'elevated', 'highest', 'not_assessed']);
export const AdviceCode = z.enum(['try_again_later', 'confirm_card_data', 'do_not_try_again']);
export type AdviceCode = z.infer<typeof AdviceCode>;
export const PaymentErrorType = z.enum(['card_error', 'invalid_request_error', 'api_error']);
export type PaymentErrorType = z.infer<typeof PaymentErrorType>;
export const PaymentErrorCode = z.enum([
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'authentication_failed',
  'customer_abandoned',
  'insufficient_funds',
  'provider_declined',
  'provider_timeout',
  'voucher_expired',
  'limit_exceeded',
  'not_registered',
  'wrong_pin',
]);
export type PaymentErrorCode = z.infer<typeof PaymentErrorCode>;

export const RefundStatus = z.enum(['PENDING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELED']);
export type RefundStatus = z.infer<typeof RefundStatus>;
export const RefundReason = z.enum(['DUPLICATE', 'FRAUDULENT', 'REQUESTED_BY_CUSTOMER']);
export const RefundFailureReason = z.enum([
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_for_pending_refund_disputed',
  'insufficient_funds',
  'declined',
  'merchant_request',
  'expired',
  'unknown',
]);
export type RefundFailureReason = z.infer<typeof RefundFailureReason>;
export const RefundPendingReason = z.enum(['processing', 'insufficient_funds', 'charge_pending']);
export type RefundPendingReason = z.infer<typeof RefundPendingReason>;
export const RefundDestinationType = z.enum(['card', 'wallet', 'bank_transfer', 'kiosk']);

export const DisputeStatus = z.enum(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'WARNING_CLOSED']);
export type DisputeStatus = z.infer<typeof DisputeStatus>;
export const DisputeReason = z.enum([
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'subscription_canceled',
  'general',
]);
export type DisputeReason = z.infer<typeof DisputeReason>;

export const BalanceTransactionType = z.enum([
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'payout',
  'payout_failure',
  'adjustment',
]);
export const PayoutStatus = z.enum(['PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED']);
export type PayoutStatus = z.infer<typeof PayoutStatus>;
/** Why a bank did not execute a payout. */
export const PayoutFailureCode = z.enum([
  'account_closed',
  'account_frozen',
  'account_not_found',
  'currency_not_accepted',
  'holder_name_mismatch',
  'declined',
  'other',
]);
export type PayoutFailureCode = z.infer<typeof PayoutFailureCode>;
export const PayoutInterval = z.enum(['manual', 'daily', 'weekly', 'monthly']);
export type PayoutInterval = z.infer<typeof PayoutInterval>;

export const BalanceTransactionStatus = z.enum(['pending', 'available']);
export const FeeDetailType = z.enum(['processing_fee', 'fee_vat', 'platform_fee']);

/** How long past its end a checkout waits for a payment whose outcome is unknown, milliseconds. Then it expires. */
export const checkoutDoubtMs = 60 * 60_000;

/** What to do with money that arrives after its payment or checkout is over. */
export const LateSuccessPolicy = z
  .enum(['accept', 'auto_refund'])
  .describe(
    'What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.',
  );
export type LateSuccessPolicy = z.infer<typeof LateSuccessPolicy>;
