import { invalidRequest } from './define-error.ts';

/** Errors about sessions, payment links, promotion codes and coupons. */
export const checkoutErrors = {
  checkout_session_expired: invalidRequest(
    409,
    'The session has expired and can no longer be paid.',
    'Create a new session and send the buyer to its `url`.',
  ),
  invalid_client_secret: {
    type: 'authentication_error',
    status: 401,
    meaning: 'The client secret is missing or does not belong to this object.',
    remedy: "Send the object's `clientSecret` in the `Client-Secret` header.",
  },
  line_item_missing_price: invalidRequest(
    400,
    'A line item has no price.',
    'Set either `price` or `priceData` on every line item.',
  ),
  checkout_empty_cart: invalidRequest(
    400,
    'This change would leave the cart empty.',
    'Keep at least one line item with a quantity greater than 0.',
  ),
  payment_link_inactive: invalidRequest(
    409,
    'The payment link is inactive.',
    'Activate the link, raise its `maxCompletions` if that is reached, or share a different one.',
  ),
  payment_link_expired: invalidRequest(
    409,
    'The payment link has expired.',
    'Extend its `expiresAt`, or share a different link.',
  ),
  promotion_codes_not_allowed: invalidRequest(
    400,
    'This checkout does not accept promotion codes.',
    'Create the session or payment link with `allowPromotionCodes: true`.',
  ),
  promotion_code_not_found: invalidRequest(404, 'No such promotion code.', 'Check the spelling of the code.'),
  promotion_code_inactive: invalidRequest(400, 'The promotion code is inactive.', 'Use a different code.'),
  promotion_code_expired: invalidRequest(400, 'The promotion code has expired.', 'Use a different code.'),
  promotion_code_max_redemptions: invalidRequest(
    400,
    'The promotion code has reached its maximum number of redemptions.',
    'Use a different code.',
  ),
  promotion_code_customer_mismatch: invalidRequest(
    400,
    'The promotion code is restricted to a different customer.',
    'Use a code that this customer can redeem.',
  ),
  promotion_code_minimum_amount: invalidRequest(
    400,
    'The cart total is below the minimum amount of the promotion code.',
    'Add items to the cart, or use a different code.',
  ),
  promotion_code_first_time_only: invalidRequest(
    400,
    'The promotion code is valid for first purchases only.',
    'Use a different code.',
  ),
  promotion_code_exists: invalidRequest(
    409,
    'An active promotion code with this text already exists.',
    'Choose a different text, or deactivate the existing code.',
  ),
  coupon_invalid: invalidRequest(400, 'The coupon is inactive, expired or fully redeemed.', 'Use a different coupon.'),
  coupon_currency_mismatch: invalidRequest(
    400,
    'The currency of the coupon does not match the currency of the cart.',
    'Use a coupon in the currency of the cart.',
  ),
  coupon_minimum_amount: invalidRequest(
    400,
    'The cart total is below the minimum amount of the coupon.',
    'Add items to the cart, or use a different coupon.',
  ),
  coupon_customer_max_redemptions: invalidRequest(
    400,
    'This customer has reached the maximum number of redemptions of the coupon.',
    'Use a different coupon.',
  ),
  coupon_in_use: invalidRequest(
    409,
    'The coupon cannot be deleted because it has been redeemed or has active promotion codes.',
    'Set `active: false` instead.',
  ),
  too_many_discounts: invalidRequest(400, 'A checkout can have only one discount.', 'Send a single discount.'),
  unsupported_currency: invalidRequest(
    400,
    'The account does not accept payments in this currency.',
    "Use one of the account's `supportedCurrencies`.",
  ),
  exchange_rate_not_found: invalidRequest(
    400,
    'There is no current exchange rate for this currency.',
    'Use a currency that the account processes directly, or try again later.',
  ),
} as const;
