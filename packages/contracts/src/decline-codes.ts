import { z } from 'zod';

/** Why an issuer or wallet refused a charge. The last four are the platform's own. */
export const DeclineCode = z.enum([
  'approve_with_id',
  'authentication_required',
  'call_issuer',
  'card_not_supported',
  'card_velocity_exceeded',
  'currency_not_supported',
  'do_not_honor',
  'do_not_try_again',
  'duplicate_transaction',
  'expired_card',
  'fraudulent',
  'generic_decline',
  'incorrect_cvc',
  'incorrect_number',
  'insufficient_funds',
  'invalid_account',
  'invalid_amount',
  'issuer_not_available',
  'lost_card',
  'merchant_blacklist',
  'no_action_taken',
  'not_permitted',
  'pickup_card',
  'processing_error',
  'reenter_transaction',
  'restricted_card',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
  'wallet_limit_exceeded',
  'wrong_pin',
  'not_registered',
  'customer_rejected',
]);
export type DeclineCode = z.infer<typeof DeclineCode>;

/** Reasons that a buyer may know. Others, such as a stolen card, are only for the merchant. */
export const BuyerDeclineCode = DeclineCode.extract([
  'authentication_required',
  'card_not_supported',
  'card_velocity_exceeded',
  'currency_not_supported',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'insufficient_funds',
  'issuer_not_available',
  'not_registered',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
  'wallet_limit_exceeded',
  'withdrawal_count_limit_exceeded',
  'wrong_pin',
]);
export type BuyerDeclineCode = z.infer<typeof BuyerDeclineCode>;

/** The reason of a decline as its buyer may know it; null for any other. */
export const toBuyerDeclineCode = (code: DeclineCode | null): BuyerDeclineCode | null =>
  BuyerDeclineCode.safeParse(code).data ?? null;

/** Outcomes that a test key can request from the simulator. */
export const testOutcomes = [
  'succeed',
  'decline',
  'require_action',
  'pending_then_succeed',
  'pending_then_fail',
  'expire',
  'never',
  'timeout',
] as const;
