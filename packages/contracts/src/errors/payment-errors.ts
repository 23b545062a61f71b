import { invalidRequest } from './define-error.ts';

/** Errors about payments, payment methods, refunds and balances. */
export const paymentErrors = {
  payment_still_confirming: invalidRequest(
    409,
    'A payment attempt is in progress and its outcome is not yet known.',
    'Wait for the webhook event of the payment, then retrieve the object again.',
  ),
  payment_already_completed: invalidRequest(
    409,
    'The payment has already succeeded.',
    'No action is needed. Retrieve the payment intent to see its current state.',
  ),
  amount_invalid: invalidRequest(
    400,
    'The amount is not valid for this operation: negative, fractional, too small, too large, or greater than the remaining amount.',
    'Send a whole number of minor units within the limits given in the message.',
  ),
  currency_invalid: invalidRequest(
    400,
    'The currency does not match the object it is used with.',
    'Use the currency of the object.',
  ),
  payment_method_corrupted: {
    type: 'card_error',
    status: 402,
    meaning: 'The payment method cannot be used: its token is unknown, or the issuer declined the card.',
    remedy: 'Collect the payment method from the buyer again.',
  },
  payment_method_customer_mismatch: invalidRequest(
    400,
    'The payment method belongs to a different customer.',
    'Use a payment method of this customer.',
  ),
  payment_intent_customer_mismatch: invalidRequest(
    400,
    'The payment intent belongs to a different customer.',
    'Use the customer of the payment intent.',
  ),
  payment_method_mismatch: invalidRequest(
    400,
    'The payment method cannot be used for this payment.',
    'Use one of the offered `paymentMethodTypes`. In test mode, use a documented test card.',
  ),
  charge_not_captured: invalidRequest(
    409,
    'The charge is authorized but not captured, so there is nothing to refund.',
    'Capture the charge first, or cancel the payment intent.',
  ),
  charge_disputed: invalidRequest(
    409,
    'The charge is disputed, so it cannot be refunded now.',
    'Wait until the dispute is closed. Answer it with evidence, or accept it.',
  ),
  merchant_no_balance: invalidRequest(
    400,
    'The account has no balance in this currency.',
    'Accept a payment in this currency first.',
  ),
  insufficient_balance: invalidRequest(
    400,
    'The available balance is too low for this refund, or the payable balance for this payout.',
    'Wait until more funds are available, or send a smaller amount.',
  ),
  charge_missing_balance_transaction: invalidRequest(
    409,
    'The ledger entry of this charge has not been recorded yet.',
    'Try again later. If the error persists, contact support with the `request_id`.',
  ),
  charge_missing_fee_data: invalidRequest(
    409,
    'The fees of this charge have not been recorded.',
    'Contact support with the `request_id`.',
  ),
  charge_incomplete_fee_data: invalidRequest(
    409,
    'The fees of this charge have been recorded only in part.',
    'Contact support with the `request_id`.',
  ),
  cannot_rename_default: invalidRequest(
    409,
    'The default payment method configuration cannot be renamed.',
    'Create a new configuration instead.',
  ),
  cannot_delete_default: invalidRequest(
    409,
    'The default payment method configuration cannot be deleted.',
    'Delete a different configuration.',
  ),
  must_have_enabled_method: invalidRequest(
    409,
    'A configuration must have at least one enabled payment method.',
    'Enable another method first.',
  ),
  configuration_in_use: invalidRequest(
    409,
    'A payment link or open session uses this configuration.',
    'Switch them to a different configuration first.',
  ),
} as const;
