import { invalidRequest, typed } from './define-error.ts';

/** Errors about payments, payment methods, refunds and balances. */
export const paymentErrors = {
  payment_still_confirming: invalidRequest(
    409,
    'A payment attempt is under way and its outcome is not known yet.',
    'Wait for its webhook event, then read the record again.',
  ),
  payment_already_completed: invalidRequest(
    409,
    'The payment has already succeeded.',
    'Nothing is left to do; read the payment intent.',
  ),
  amount_invalid: invalidRequest(
    400,
    'The amount is well formed but impossible here: negative, fractional, too small, too large or more than what is left.',
    'Send a whole number of minor units within the bounds that the message names.',
  ),
  currency_invalid: invalidRequest(
    400,
    'The currency does not fit the record it is used with.',
    'Use the currency of the record.',
  ),
  payment_method_corrupted: typed(
    'card_error',
    402,
    'The payment method token cannot be used.',
    'Ask the buyer for the payment method again.',
  ),
  payment_method_customer_mismatch: invalidRequest(
    400,
    'The payment method belongs to another customer.',
    'Use a payment method of this customer.',
  ),
  payment_intent_customer_mismatch: invalidRequest(
    400,
    'The payment intent belongs to another customer.',
    'Use the customer of the payment intent.',
  ),
  payment_method_mismatch: invalidRequest(
    400,
    'The payment method cannot be used for this payment.',
    'Use one of the `paymentMethodTypes` offered; in test mode, use a documented test card.',
  ),
  charge_not_captured: invalidRequest(
    409,
    'The charge is authorised but not captured, so there is nothing to refund.',
    'Capture it first, or cancel the payment intent.',
  ),
  merchant_no_balance: invalidRequest(
    400,
    'The account holds no balance in this currency.',
    'Take payments in this currency first.',
  ),
  insufficient_balance: invalidRequest(
    400,
    'The available balance does not cover the refund.',
    'Wait until more funds are available, or refund a smaller amount.',
  ),
  charge_missing_balance_transaction: invalidRequest(
    409,
    'The ledger has no entry for this charge yet.',
    'Retry later; quote `request_id` if it keeps failing.',
  ),
  charge_missing_fee_data: invalidRequest(
    409,
    'The fees of this charge are not recorded.',
    'Quote `request_id` to support.',
  ),
  charge_incomplete_fee_data: invalidRequest(
    409,
    'The fees of this charge are recorded only in part.',
    'Quote `request_id` to support.',
  ),
  cannot_rename_default: invalidRequest(
    409,
    'The default payment method configuration cannot be renamed.',
    'Create another configuration.',
  ),
  cannot_delete_default: invalidRequest(
    409,
    'The default payment method configuration cannot be deleted.',
    'Delete another configuration.',
  ),
  must_have_enabled_method: invalidRequest(
    409,
    'A configuration must keep at least one payment method enabled.',
    'Enable another method first.',
  ),
  configuration_in_use: invalidRequest(
    409,
    'A payment link or session still uses this configuration.',
    'Move them to another configuration first.',
  ),
} as const;
