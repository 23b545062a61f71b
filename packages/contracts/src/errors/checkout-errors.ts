import { invalidRequest, typed } from './define-error.ts';

/** Errors about sessions, payment links, promotion codes and coupons. */
export const checkoutErrors = {
  checkout_session_expired: invalidRequest(
    409,
    'The session has expired and cannot be paid.',
    'Create a new session and send the buyer to its `url`.',
  ),
  invalid_client_secret: typed(
    'authentication_error',
    401,
    'The client secret is missing or does not belong to this record.',
    'Send the `clientSecret` of the record in the `Client-Secret` header.',
  ),
  line_item_missing_price: invalidRequest(
    400,
    'A line item names no price.',
    'Give each line item a `price` id or `priceData`.',
  ),
  checkout_empty_cart: invalidRequest(
    400,
    'The change would leave nothing to buy.',
    'Keep at least one line item with a quantity above 0.',
  ),
  payment_link_inactive: invalidRequest(
    409,
    'The payment link is switched off.',
    'Activate the link, or share another.',
  ),
  payment_link_expired: invalidRequest(
    409,
    'The payment link has expired.',
    'Extend its `expiresAt`, or share another.',
  ),
  promotion_codes_not_allowed: invalidRequest(
    400,
    'This checkout takes no promotion codes.',
    'Create it with `allowPromotionCodes: true`.',
  ),
  promotion_code_not_found: invalidRequest(404, 'No such promotion code.', 'Check the spelling of the code.'),
  promotion_code_inactive: invalidRequest(400, 'The promotion code is switched off.', 'Use another code.'),
  promotion_code_expired: invalidRequest(400, 'The promotion code has expired.', 'Use another code.'),
  promotion_code_max_redemptions: invalidRequest(
    400,
    'The promotion code has been used as often as it may be.',
    'Use another code.',
  ),
  promotion_code_customer_mismatch: invalidRequest(
    400,
    'The promotion code belongs to another customer.',
    'Use a code of this customer.',
  ),
  promotion_code_minimum_amount: invalidRequest(
    400,
    'The cart is below the minimum amount of the promotion code.',
    'Add items, or use another code.',
  ),
  promotion_code_first_time_only: invalidRequest(
    400,
    'The promotion code is for first purchases only.',
    'Use another code.',
  ),
  promotion_code_exists: invalidRequest(
    409,
    'An active promotion code with this text exists.',
    'Choose another text, or switch the existing code off.',
  ),
  coupon_invalid: invalidRequest(400, 'The coupon is inactive, expired or used up.', 'Use another coupon.'),
  coupon_currency_mismatch: invalidRequest(
    400,
    'The coupon is in another currency than the cart.',
    'Use a coupon in the currency of the cart.',
  ),
  coupon_minimum_amount: invalidRequest(
    400,
    'The cart is below the minimum amount of the coupon.',
    'Add items, or use another coupon.',
  ),
  coupon_customer_max_redemptions: invalidRequest(
    400,
    'This customer has used the coupon as often as one customer may.',
    'Use another coupon.',
  ),
  coupon_in_use: invalidRequest(
    409,
    'The coupon was redeemed or has active promotion codes and cannot be deleted.',
    'Set `active: false` instead.',
  ),
  too_many_discounts: invalidRequest(400, 'More discounts than a checkout can carry.', 'Send a single discount.'),
  unsupported_currency: invalidRequest(
    400,
    'The account cannot take payments in this currency.',
    'Use one of the `supportedCurrencies` of the account.',
  ),
  exchange_rate_not_found: invalidRequest(
    400,
    'No fresh exchange rate exists for this currency.',
    'Use a currency that the account processes directly, or retry later.',
  ),
} as const;
