// Generated from packages/contracts by `npm run docs`. Do not edit.

/** Why a request was refused. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'card_error'
  | 'idempotency_error';

/** The stable reason of a refusal. */
export type ErrorCode =
  /** The request could not be read: malformed JSON or HTTP, a wrong method (405), a request that arrives too slowly (408), a body that is too large (413) or of the wrong content type (415), headers over 16 KiB (431). */
  | 'invalid_request'
  /** A parameter is missing, has the wrong type or a value that is not allowed. */
  | 'parameter_invalid'
  /** A parameter that this request needs in its situation was not sent. */
  | 'parameter_missing'
  /** The request has a parameter that this operation does not know. */
  | 'parameter_unknown'
  /** A number lies outside its range, or a list is too long. */
  | 'parameter_out_of_range'
  /** Parameters were sent together that exclude each other. */
  | 'parameters_exclusive'
  /** A parameter was sent that only has a meaning together with another. */
  | 'parameter_requires_another'
  /** A value that the buyer entered breaks a rule of its field. */
  | 'validation_error'
  /** No such record exists for this account and mode, or no such path. */
  | 'resource_missing'
  /** The record is in a state in which this is not possible. */
  | 'resource_invalid_state'
  /** Another record already holds a value that must be unique. */
  | 'resource_already_exists'
  /** The record is referenced by others and cannot be deleted. */
  | 'resource_in_use'
  /** No valid API key was sent. */
  | 'authentication_required'
  /** The publishable key is not known. */
  | 'invalid_api_key'
  /** The API key was revoked or has expired. */
  | 'api_key_inactive'
  /** The signature of a provider callback does not match its body. */
  | 'invalid_signature'
  /** The key is valid but may not do this. */
  | 'permission_denied'
  /** Live payments are not enabled for this account. */
  | 'merchant_not_activated'
  /** This live-mode action needs a second factor. */
  | 'two_factor_required'
  /** Too many requests in too short a time. */
  | 'rate_limit'
  /** The first request with this idempotency key is still running (409), or the key was used for a different request (400). */
  | 'idempotency_key_in_use'
  /** The platform failed (500), or a part of it cannot be reached and nothing was done (503). */
  | 'internal_error'
  /** The record could not be created. */
  | 'creation_failed'
  /** No answer in time: the outcome is unknown. */
  | 'request_timeout'
  /** The product of this price is archived. */
  | 'product_archived'
  /** The price is archived. */
  | 'price_inactive'
  /** The price is not on sale before its `startDate`. */
  | 'price_not_yet_active'
  /** The price is no longer on sale: its `expirationDate` has passed. */
  | 'price_expired'
  /** Fewer pieces are in stock than the quantity asked for. */
  | 'price_sold_out'
  /** The price would expire before it starts. */
  | 'price_date_range_invalid'
  /** Stock is negative or not a whole number. */
  | 'price_stock_invalid'
  /** A recurring price was used where only one-time prices can be sold, or a subscription has none. */
  | 'price_recurring_not_supported'
  /** The amount, currency or type of a price that was ever sold cannot change. */
  | 'price_immutable_while_used'
  /** The session has expired and cannot be paid. */
  | 'checkout_session_expired'
  /** The client secret is missing or does not belong to this record. */
  | 'invalid_client_secret'
  /** A line item names no price. */
  | 'line_item_missing_price'
  /** The change would leave nothing to buy. */
  | 'checkout_empty_cart'
  /** The payment link is switched off. */
  | 'payment_link_inactive'
  /** The payment link has expired. */
  | 'payment_link_expired'
  /** This checkout takes no promotion codes. */
  | 'promotion_codes_not_allowed'
  /** No such promotion code. */
  | 'promotion_code_not_found'
  /** The promotion code is switched off. */
  | 'promotion_code_inactive'
  /** The promotion code has expired. */
  | 'promotion_code_expired'
  /** The promotion code has been used as often as it may be. */
  | 'promotion_code_max_redemptions'
  /** The promotion code belongs to another customer. */
  | 'promotion_code_customer_mismatch'
  /** The cart is below the minimum amount of the promotion code. */
  | 'promotion_code_minimum_amount'
  /** The promotion code is for first purchases only. */
  | 'promotion_code_first_time_only'
  /** An active promotion code with this text exists. */
  | 'promotion_code_exists'
  /** The coupon is inactive, expired or used up. */
  | 'coupon_invalid'
  /** The coupon is in another currency than the cart. */
  | 'coupon_currency_mismatch'
  /** The cart is below the minimum amount of the coupon. */
  | 'coupon_minimum_amount'
  /** This customer has used the coupon as often as one customer may. */
  | 'coupon_customer_max_redemptions'
  /** The coupon was redeemed or has active promotion codes and cannot be deleted. */
  | 'coupon_in_use'
  /** More discounts than a checkout can carry. */
  | 'too_many_discounts'
  /** The account cannot take payments in this currency. */
  | 'unsupported_currency'
  /** No fresh exchange rate exists for this currency. */
  | 'exchange_rate_not_found'
  /** A payment attempt is under way and its outcome is not known yet. */
  | 'payment_still_confirming'
  /** The payment has already succeeded. */
  | 'payment_already_completed'
  /** The amount is well formed but impossible here: negative, fractional, too small, too large or more than what is left. */
  | 'amount_invalid'
  /** The currency does not fit the record it is used with. */
  | 'currency_invalid'
  /** The payment method token cannot be used. */
  | 'payment_method_corrupted'
  /** The payment method belongs to another customer. */
  | 'payment_method_customer_mismatch'
  /** The payment intent belongs to another customer. */
  | 'payment_intent_customer_mismatch'
  /** The payment method cannot be used for this payment. */
  | 'payment_method_mismatch'
  /** The charge is authorised but not captured, so there is nothing to refund. */
  | 'charge_not_captured'
  /** The account holds no balance in this currency. */
  | 'merchant_no_balance'
  /** The available balance does not cover the refund. */
  | 'insufficient_balance'
  /** The ledger has no entry for this charge yet. */
  | 'charge_missing_balance_transaction'
  /** The fees of this charge are not recorded. */
  | 'charge_missing_fee_data'
  /** The fees of this charge are recorded only in part. */
  | 'charge_incomplete_fee_data'
  /** The default payment method configuration cannot be renamed. */
  | 'cannot_rename_default'
  /** The default payment method configuration cannot be deleted. */
  | 'cannot_delete_default'
  /** A configuration must keep at least one payment method enabled. */
  | 'must_have_enabled_method'
  /** A payment link or session still uses this configuration. */
  | 'configuration_in_use';

/** The object of each type of event that webhook endpoints receive. */
export interface EventObjects {
  /** A product was created. */ 'product.created': Product;
  /** A product or its default price changed. */ 'product.updated': Product;
  /** A product was deleted; the object is its last state. */ 'product.deleted': Product;
  /** A price was created. */ 'price.created': Price;
  /** A price or its stock changed. */ 'price.updated': Price;
  /** A price was deleted; the object is its last state. */ 'price.deleted': Price;
  /** The last piece was sold. */ 'price.stock_depleted': Price;
  /** More was sold than there was. */ 'price.oversold': Price;
  /** A customer was registered, or a guest bought first. */ 'customer.created': Customer;
  /** A customer or its spending changed. */ 'customer.updated': Customer;
  /** A customer was deleted or, with `mergedInto`, a guest became part of another; the object is its last state. */ 'customer.deleted': Customer;
  /** A session was created. */ 'checkout.session.created': CheckoutSession;
  /** The buyer is done; `paymentStatus` tells whether the money is there. */ 'checkout.session.completed': CheckoutSession;
  /** The session can no longer be paid. */ 'checkout.session.expired': CheckoutSession;
  /** The money of a session completed unpaid arrived. */ 'checkout.session.async_payment_succeeded': CheckoutSession;
  /** The money of a session completed unpaid will not arrive. */ 'checkout.session.async_payment_failed': CheckoutSession;
  /** A payment link was created. */ 'payment_link.created': PaymentLink;
  /** A payment link changed. */ 'payment_link.updated': PaymentLink;
  /** The `expiresAt` of a payment link has passed. */ 'payment_link.expired': PaymentLink;
  /** A coupon was created. */ 'coupon.created': Coupon;
  /** A coupon was changed; redemptions alone do not say so. */ 'coupon.updated': Coupon;
  /** A coupon was deleted; the object is its last state. */ 'coupon.deleted': Coupon;
  /** A promotion code was created. */ 'promotion_code.created': PromotionCode;
  /** A promotion code was changed; redemptions alone do not say so. */ 'promotion_code.updated': PromotionCode;
  /** A discount was redeemed: its checkout was paid or free. */ 'discount.created': Discount;
  /** Everything paid was refunded, so that the customer may redeem it again. */ 'discount.deleted': Discount;
  /** A payment was begun. */ 'payment_intent.created': PaymentIntent;
  /** A payment changed without a change of outcome. */ 'payment_intent.updated': PaymentIntent;
  /** The buyer has to do something. */ 'payment_intent.requires_action': PaymentIntent;
  /** The outcome will be known later. */ 'payment_intent.processing': PaymentIntent;
  /** Authorised; capture within 7 days. */ 'payment_intent.amount_capturable_updated': PaymentIntent;
  /** The money was captured. */ 'payment_intent.succeeded': PaymentIntent;
  /** An attempt failed; see `lastPaymentError`. */ 'payment_intent.payment_failed': PaymentIntent;
  /** The payment was given up. */ 'payment_intent.canceled': PaymentIntent;
  /** Everything received was refunded. */ 'payment_intent.refunded': PaymentIntent;
  /** A part of what was received was refunded. */ 'payment_intent.partially_refunded': PaymentIntent;
  /** An attempt waits for its outcome. */ 'charge.pending': Charge;
  /** An attempt was approved. */ 'charge.succeeded': Charge;
  /** An attempt failed. */ 'charge.failed': Charge;
  /** An authorised charge was captured. */ 'charge.captured': Charge;
  /** An authorisation was not captured in time. */ 'charge.expired': Charge;
  /** A charge changed without a change of outcome. */ 'charge.updated': Charge;
  /** A charge was refunded, in part or in full. */ 'charge.refunded': Charge;
  /** A refund was begun; the balance is debited. */ 'refund.created': Refund;
  /** A refund changed. */ 'refund.updated': Refund;
  /** The money is on its way to the payer. */ 'refund.succeeded': Refund;
  /** The money came back; the balance is credited. */ 'refund.failed': Refund;
  /** A refund was given up; the balance is credited. */ 'refund.canceled': Refund;
  /** The buyer has to give bank or wallet details. */ 'refund.requires_action': Refund;
  /** A customer saved a payment method. */ 'payment_method.attached': SavedPaymentMethod;
  /** A saved method changed: its card was saved again with another date, or its guest became part of another. */ 'payment_method.updated': SavedPaymentMethod;
  /** A saved method ended with its customer; the object is its last state. */ 'payment_method.detached': SavedPaymentMethod;
  /** A configuration was created; the default one when it was first needed. */ 'payment_method_configuration.created': PaymentMethodConfiguration;
  /** A configuration changed. */ 'payment_method_configuration.updated': PaymentMethodConfiguration;
  /** A configuration was deleted. */ 'payment_method_configuration.deleted': PaymentMethodConfiguration;
  /** Pending funds became available; the object is the balance after it. */ 'balance.available': Balance;
  /** A payment of yours needed a rate that is older than 26 hours, and was refused. */ 'exchange_rate.stale': ExchangeRate;
  /** Deliveries failed for too long. */ 'webhook_endpoint.disabled': WebhookEndpoint;
  /** The signing secret changed. */ 'webhook_endpoint.secret_rotated': WebhookEndpoint;
  /** Sent on request, to try an endpoint. */ 'webhook_endpoint.test': WebhookEndpoint;
  /** An API key was created. */ 'api_key.created': ApiKey;
  /** An API key was revoked. */ 'api_key.revoked': ApiKey;
  /** The clock of test mode went forward. */ 'test_clock.advanced': TestClock;
}

/** The object of each type of event on the bus. */
export interface BusEventObjects extends EventObjects {
  /** A session or link has line items of prices that none was known of: what they cost stays. */ 'checkout.prices_used': PriceUse;
  /** An API key changed. */ 'api_key.updated': ApiKey;
  /** An account was created. */ 'account.created': AccountProfile;
  /** An account changed. */ 'account.updated': AccountProfile;
}

/**
 * ISO 4217 code.
 *
 */
export type Currency =
  'EGP' | 'USD' | 'EUR' | 'GBP' | 'SAR' | 'AED' | 'QAR' | 'KWD' | 'JOD' | 'OMR' | 'BHD' | 'LYD' | 'AUD' | 'CAD' | 'CNY';
/**
 * A way to pay.
 *
 */
export type PaymentMethodType =
  | 'card'
  | 'fawry'
  | 'aman'
  | 'valu'
  | 'sympl'
  | 'tabby'
  | 'tamara'
  | 'vodafone_cash'
  | 'etisalat_cash'
  | 'orange_cash'
  | 'we_pay'
  | 'apple_pay'
  | 'google_pay'
  | 'samsung_pay'
  | 'instapay'
  | 'bank_transfer'
  | 'cash_on_delivery';
/**
 * What a picture is for.
 *
 */
export type UploadPurpose = 'product_image' | 'merchant_logo';
/**
 * Format of a picture.
 *
 */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';
export type StatsInterval = 'day' | 'week' | 'month';

/**
 * The merchant account, as seen by the key that asks.
 *
 */
export interface Account {
  /**
   * `acct_…`
   */
  id: string;
  object: 'account';
  displayName: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  defaultCurrency: Currency;
  /**
   * BCP 47, for example `en`.
   */
  defaultLocale: string;
  supportedCurrencies: SupportedCurrency[];
  /**
   * Mode of the key.
   */
  livemode: boolean;
  livePaymentsEnabled: boolean;
  apiKey: {
    type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
    mode: 'test' | 'live';
    /**
     * Sorted.
     */
    permissions: (
      | 'ACCOUNT_READ'
      | 'API_KEY_READ'
      | 'API_KEY_WRITE'
      | 'BALANCE_READ'
      | 'CHARGE_READ'
      | 'CHECKOUT_SESSION_READ'
      | 'CHECKOUT_SESSION_WRITE'
      | 'COUPON_READ'
      | 'COUPON_WRITE'
      | 'CUSTOMER_READ'
      | 'CUSTOMER_WRITE'
      | 'EVENT_READ'
      | 'EVENT_WRITE'
      | 'PAYMENT_INTENT_READ'
      | 'PAYMENT_INTENT_WRITE'
      | 'PAYMENT_LINK_READ'
      | 'PAYMENT_LINK_WRITE'
      | 'PAYMENT_METHOD_CONFIGURATION_READ'
      | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
      | 'PRICE_READ'
      | 'PRICE_WRITE'
      | 'PRODUCT_READ'
      | 'PRODUCT_WRITE'
      | 'PROMOTION_CODE_READ'
      | 'PROMOTION_CODE_WRITE'
      | 'REFUND_READ'
      | 'REFUND_WRITE'
      | 'TEST_HELPER_WRITE'
      | 'WEBHOOK_ENDPOINT_READ'
      | 'WEBHOOK_ENDPOINT_WRITE'
    )[];
  };
}
/**
 * A currency that the account can take payments in.
 *
 */
export interface SupportedCurrency {
  code: Currency;
  /**
   * Digits of the minor unit: 2 or 3.
   */
  decimals: number;
  paymentMethodTypes: PaymentMethodType[];
}
/**
 * Who bears the fee and whether VAT is added, unless a payment link or session says otherwise.
 *
 */
export interface AccountFeeConfig {
  /**
   * The buyer pays the fee on top.
   */
  feesPassThrough: boolean;
  vatCollectionEnabled: boolean;
  /**
   * Percent, above 0 to 100, four decimals.
   */
  vatCollectionRate?: number;
}
/**
 * A page of accounts.
 *
 */
export interface AccountList {
  /**
   * Newest first.
   */
  data: AccountProfile[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * What the services know about an account.
 *
 */
export interface AccountProfile {
  /**
   * `acct_…`
   */
  id: string;
  object: 'account';
  displayName: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  defaultCurrency: Currency;
  /**
   * BCP 47, for example `en`.
   */
  defaultLocale: string;
  supportedCurrencies: SupportedCurrency[];
  livePaymentsEnabled: boolean;
  /**
   * URL.
   */
  logo: string | null;
  /**
   * Origins that may frame embedded checkouts. Asked for a mode: those of its publishable keys, too.
   */
  allowedOrigins: string[];
  feeSchedule: FeeRule[];
  feeConfig: AccountFeeConfig;
  /**
   * Currencies that prices may be in beside `supportedCurrencies`; null is any that has an exchange rate.
   */
  presentmentCurrencies: Currency[] | null;
  /**
   * What becomes of a payment that succeeds after it was given up, `lateSuccess` of `charge.outcome`: `accept` leaves it to the merchant, `auto_refund` sends all of it back.
   */
  lateSuccessPolicy: 'accept' | 'auto_refund';
  /**
   * VAT on fees in parts per million: 14 % is 140000.
   */
  vatOnFeesPpm: number;
}
/**
 * What one kind of payment costs; null means any.
 *
 */
export interface FeeRule {
  paymentMethodType: PaymentMethodType;
  brand: ('visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown') | null;
  isOnUs: boolean | null;
  isInternational: boolean | null;
  currency: Currency;
  /**
   * Parts per million of the amount: 2.75 % is 27500.
   */
  ratePpm: number;
  /**
   * Minor units of `currency` for each payment.
   */
  fixed: number;
}
/**
 * A postal address; further keys are kept as they came.
 *
 */
export interface Address {
  /**
   * Street and number.
   */
  line1?: string | null;
  /**
   * Flat, floor, building.
   */
  line2?: string | null;
  /**
   * City.
   */
  city?: string | null;
  /**
   * State or governorate.
   */
  state?: string | null;
  /**
   * Postal code.
   */
  postalCode?: string | null;
  /**
   * ISO 3166-1 alpha-2.
   */
  country?: string | null;
  [k: string]: unknown;
}
/**
 * Whether and how far the buyer may change a quantity.
 *
 */
export interface AdjustableQuantity {
  enabled: boolean;
  minimum: number;
  maximum: number;
}
/**
 * How far the clock of test mode goes forward.
 *
 */
export interface AdvanceTestClock {
  /**
   * Where to set the clock; this or `advance`.
   */
  now?: string;
  /**
   * How far to go: seconds, or `90s`, `5m`, `2h`, `7d`.
   */
  advance?: (number | string) & (((number | string) & number) | ((number | string) & string));
  /**
   * Does what comes due on the way, in the order in which it does.
   */
  drain?: boolean;
}
/**
 * What happens after the payment.
 *
 */
export interface AfterCompletion {
  type: 'redirect' | 'hosted_confirmation';
  redirect?: {
    url: string;
  };
  hostedConfirmation?: {
    customMessage?: string;
    returnUrl?: string;
  };
}
/**
 * amount = productAmount - discount + tax + platformFees + tip.
 *
 */
export interface AmountDetails {
  /**
   * Minor units of the record's currency.
   */
  productAmount: number;
  /**
   * Minor units of the record's currency.
   */
  tax: number;
  /**
   * Minor units of the record's currency.
   */
  platformFees: number;
  /**
   * Minor units of the record's currency.
   */
  tip: number;
  /**
   * Minor units of the record's currency.
   */
  discount: number;
}
/**
 * An API key without its secret.
 *
 */
export interface ApiKey {
  /**
   * `key_…`
   */
  id: string;
  object: 'api_key';
  name: string | null;
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  mode: 'test' | 'live';
  /**
   * Sorted.
   */
  permissions: (
    | 'ACCOUNT_READ'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  /**
   * For example `mz_sk_test_`.
   */
  prefix: string;
  last4: string;
  /**
   * YYYY-MM-DD, used when a request names none.
   */
  apiVersion: string;
  /**
   * Addresses or CIDR ranges; empty means any.
   */
  ipAllowlist: string[];
  /**
   * Of a publishable key: origins whose pages may frame embedded checkouts and use the key.
   */
  allowedOrigins: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  livemode: boolean;
}
/**
 * A page of API keys.
 *
 */
export interface ApiKeyList {
  /**
   * Newest first.
   */
  data: ApiKey[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * A key just made, with the key itself.
 *
 */
export interface ApiKeyWithSecret {
  /**
   * `key_…`
   */
  id: string;
  object: 'api_key';
  name: string | null;
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  mode: 'test' | 'live';
  /**
   * Sorted.
   */
  permissions: (
    | 'ACCOUNT_READ'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  /**
   * For example `mz_sk_test_`.
   */
  prefix: string;
  last4: string;
  /**
   * YYYY-MM-DD, used when a request names none.
   */
  apiVersion: string;
  /**
   * Addresses or CIDR ranges; empty means any.
   */
  ipAllowlist: string[];
  /**
   * Of a publishable key: origins whose pages may frame embedded checkouts and use the key.
   */
  allowedOrigins: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  livemode: boolean;
  /**
   * The key itself. Shown this once; only a hash is kept.
   */
  secret: string;
}
/**
 * What the merchant owns, one row per currency that ever moved.
 *
 */
export interface Balance {
  object: 'balance';
  /**
   * Can be refunded from and paid out.
   */
  available: BalanceAmount[];
  /**
   * Captured, not yet settled.
   */
  pending: BalanceAmount[];
  livemode: boolean;
}
/**
 * An amount and its currency.
 *
 */
export interface BalanceAmount {
  /**
   * Minor units of the record's currency; negative takes away.
   */
  amount: number;
  currency: Currency;
}
/**
 * A movement in or out of the merchant's balance.
 *
 */
export interface BalanceTransaction {
  /**
   * `txn_…`
   */
  id: string;
  object: 'balance_transaction';
  type: 'charge' | 'refund' | 'refund_failure' | 'payout' | 'adjustment';
  /**
   * Minor units of the record's currency; negative takes away.
   */
  gross: number;
  /**
   * Taken by the platform, VAT on it included.
   */
  fee: number;
  /**
   * gross - fee: what the balance moves by.
   */
  net: number;
  currency: Currency;
  status: 'pending' | 'available';
  /**
   * When the money can be used.
   */
  availableOn: string;
  /**
   * Adds up to `fee`.
   */
  feeDetails: FeeDetail[];
  /**
   * What caused it; null for the balance that test mode starts with.
   */
  source: {
    type: 'charge' | 'refund' | 'payout';
    id: string;
  } | null;
  exchangeRate: number | null;
  description: string | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
}
/**
 * One part of the fee of a balance transaction.
 *
 */
export interface FeeDetail {
  type: 'processing_fee' | 'fee_vat' | 'platform_fee';
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  currency: Currency;
  description: string;
}
/**
 * A page of balance transactions.
 *
 */
export interface BalanceTransactionList {
  /**
   * Newest first.
   */
  data: BalanceTransaction[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
  /**
   * Sent back as `cursor` for the next page; null on the last.
   */
  nextCursor: string | null;
}
/**
 * Where a buyer transfers the money to.
 *
 */
export interface BankTransferDetails {
  iban: string;
  accountName: string;
  /**
   * What the transfer is found by.
   */
  reference: string;
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  expiresAt: string;
}
/**
 * Who pays, as given with the payment method.
 *
 */
export interface BillingDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
}
/**
 * The look of a checkout.
 *
 */
export interface BrandingSettings {
  colorMode?: 'light' | 'dark' | 'auto';
  borderStyle?: 'rounded' | 'rectangular' | 'pill';
  spacing?: 'compact' | 'normal' | 'spacious';
  inputSize?: 'sm' | 'md' | 'lg';
  inputStyle?: 'outlined' | 'filled' | 'underlined';
  formLayout?: 'accordion' | 'tabs' | 'list';
  /**
   * `#RRGGBB`.
   */
  colors?: {
    primary?: string;
    primaryForeground?: string;
    background?: string;
    foreground?: string;
    border?: string;
    input?: string;
    ring?: string;
    muted?: string;
    mutedForeground?: string;
    accent?: string;
    accentForeground?: string;
    destructive?: string;
  };
  fontFamily?:
    | 'default'
    | 'inter'
    | 'roboto'
    | 'open_sans'
    | 'lato'
    | 'montserrat'
    | 'nunito'
    | 'noto_sans'
    | 'cairo'
    | 'tajawal'
    | 'almarai'
    | 'ibm_plex_sans_arabic';
  /**
   * Colours too close to be read easily.
   */
  warnings?: string[];
}
/**
 * A reader of the bus.
 *
 */
export interface BusUser {
  object: 'bus_user';
  team: string;
  /**
   * null: both.
   */
  mode: ('test' | 'live') | null;
  /**
   * null: every merchant.
   */
  merchantId: string | null;
  types: string[];
  /**
   * Durable consumers it may make; on the server `<team>-<durable>`.
   */
  durables: string[];
  /**
   * What it may subscribe to, and filter a consumer by.
   */
  subjects: string[];
  stream: string;
  /**
   * What the client must be set to receive its answers under.
   */
  inboxPrefix: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  expiresAt: string;
  /**
   * The text of a NATS `.creds` file, shown this once.
   */
  credentials: string;
}
/**
 * Why a payment is given up.
 *
 */
export interface CancelPaymentIntent {
  cancellationReason?: 'DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER' | 'ABANDONED';
}
/**
 * How much of an authorisation to take.
 *
 */
export interface CapturePaymentIntent {
  /**
   * All that is left when absent.
   */
  amountToCapture?: number;
  /**
   * False keeps the rest authorised for a later capture.
   */
  finalCapture?: boolean;
}
/**
 * The provider’s hosted field, in which the buyer of a live checkout types the card. Its token is what `paymentMethod.token` takes.
 *
 */
export interface CardEntry {
  provider: 'stripe';
  /**
   * Of the merchant’s account at the provider; no secret.
   */
  publishableKey: string;
  /**
   * Of the provider’s script, which draws the field and answers a token.
   */
  scriptUrl: string;
}
/**
 * One attempt to move money.
 *
 */
export interface Charge {
  /**
   * `ch_…`
   */
  id: string;
  object: 'charge';
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  /**
   * Minor units of the record's currency.
   */
  amountCaptured: number;
  /**
   * Minor units of the record's currency.
   */
  amountRefunded: number;
  /**
   * Cash on delivery and bank transfers only: what came in so far. When the rest does not come and the charge fails, it is in the balance as an `adjustment`.
   */
  amountReceived?: number;
  currency: Currency;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * A partly refunded charge stays SUCCEEDED.
   */
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED';
  /**
   * The provider approved it.
   */
  paid: boolean;
  /**
   * Refunded in full.
   */
  refunded: boolean;
  captured: boolean;
  capturedAt: string | null;
  /**
   * Why it brought nothing, as `lastPaymentError.code`; `authorization_expired` or `authorization_canceled` of one that was authorised and never captured.
   */
  failureCode: string | null;
  failureMessage: string | null;
  receiptUrl: string | null;
  receiptEmail: string | null;
  billingDetails: BillingDetails | null;
  paymentMethodDetails: PaymentMethodDetails | null;
  /**
   * Null while it is not known. What was authorised stays so when it is released.
   */
  outcome: ChargeOutcome | null;
  /**
   * Null until the money is captured.
   */
  balanceTransaction: BalanceTransaction | null;
  presentmentDetails: PresentmentDetails | null;
  /**
   * `amount` in other currencies that the account takes, converted once when the charge was made. `spendData` counts it where its customer spends in another currency. A currency without an exchange rate is left out; absent when there is none.
   */
  convertedAmounts?: {
    /**
     * Minor units of the record's currency.
     */
    [k: string]: number;
  };
  /**
   * Oldest first.
   */
  refunds: Refund[];
  /**
   * `pi_…`
   */
  paymentIntentId: string;
  /**
   * `pm_…`
   */
  paymentMethodId: string | null;
  /**
   * What the payer's statement shows.
   */
  calculatedStatementDescriptor: string | null;
  disputed: boolean;
  /**
   * The provider's own id.
   */
  externalChargeId: string | null;
  /**
   * How the provider was asked.
   */
  config: {
    [k: string]: unknown;
  } | null;
  /**
   * Where the buyer was, as far as known.
   */
  geocoding: {
    country: string | null;
    city: string | null;
  } | null;
  /**
   * The checkout it came from.
   */
  session: {
    checkoutSessionId: string;
  } | null;
  /**
   * Origin of the page that took the payment.
   */
  merchantOrigin: string | null;
  /**
   * Domain of that page.
   */
  merchantDomain: string | null;
  /**
   * What the provider can do with this charge.
   */
  processorCapabilities: {
    supportsManualCapture: boolean;
    supportsPartialCapture: boolean;
    supportsRefund: boolean;
    supportsPartialRefund: boolean;
  } | null;
  /**
   * The stock held while the charge is not decided.
   */
  activeHoldId: string | null;
  settlementModel: ('instant' | 'deferred') | null;
}
/**
 * How one charge used its payment method.
 *
 */
export interface PaymentMethodDetails {
  type: PaymentMethodType;
  card: {
    brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
    funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
    last4: string;
    expMonth: number;
    expYear: number;
    /**
     * Country of the issuer, ISO 3166-1 alpha-2.
     */
    country: string | null;
    /**
     * Name of the issuing bank.
     */
    issuer: string | null;
    /**
     * The same for the same card within one account.
     */
    fingerprint: string | null;
    /**
     * Null when 3-D Secure was not asked for.
     */
    threeDSecure: {
      result: ('authenticated' | 'attempted' | 'failed' | 'not_supported') | null;
      version: string | null;
    } | null;
    /**
     * The wallet that held the card.
     */
    wallet: {
      type: 'apple_pay' | 'google_pay' | 'samsung_pay';
    } | null;
    checks: {
      cvc: 'pass' | 'fail' | 'unavailable' | 'unchecked';
      addressLine1: 'pass' | 'fail' | 'unavailable' | 'unchecked';
      postalCode: 'pass' | 'fail' | 'unavailable' | 'unchecked';
    };
  } | null;
  /**
   * A mobile wallet or bank app.
   */
  wallet: {
    provider: string;
    phone: string | null;
  } | null;
  valu: PaymentMethodValu | null;
  voucher: {
    reference: string;
    expiresAt: string | null;
  } | null;
  bankTransfer: {
    reference: string;
  } | null;
  /**
   * Cash and bank transfers: what the merchant said came in, the latest twenty, oldest first.
   */
  receipts?: {
    /**
     * Minor units of the record's currency.
     */
    amount: number;
    reference: string | null;
    /**
     * ISO 8601, UTC, milliseconds.
     */
    receivedAt: string;
  }[];
}
/**
 * The instalment plan of a valU payment.
 *
 */
export interface PaymentMethodValu {
  /**
   * Months over which it is paid.
   */
  tenureMonths: number | null;
  downPayment: number | null;
  purchaseFees: number | null;
  monthlyInstallment: number | null;
}
/**
 * What the provider and the network said.
 *
 */
export interface ChargeOutcome {
  networkStatus: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network';
  type: 'authorized' | 'issuer_declined' | 'blocked' | 'invalid';
  /**
   * Decline code, or null.
   */
  reason: string | null;
  /**
   * For the merchant, not for the buyer.
   */
  sellerMessage: string;
  adviceCode: ('try_again_later' | 'confirm_card_data' | 'do_not_try_again') | null;
  riskLevel: 'normal' | 'elevated' | 'highest' | 'not_assessed';
  /**
   * True when it succeeded after the payment was given up.
   */
  lateSuccess?: boolean;
}
/**
 * An amount in the buyer's currency and the rate locked for it.
 *
 */
export interface PresentmentDetails {
  /**
   * Minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment major units x rate = processing major units; six decimals.
   */
  exchangeRate: number;
  /**
   * The locked rate, `fxr_…`.
   */
  exchangeRateId: string;
}
/**
 * Money of a charge on its way back to the payer.
 *
 */
export interface Refund {
  /**
   * `re_…`
   */
  id: string;
  object: 'refund';
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  /**
   * `ch_…`
   */
  chargeId: string;
  /**
   * `pi_…`
   */
  paymentIntentId: string;
  /**
   * `txn_…`: the debit.
   */
  balanceTransactionId?: string;
  /**
   * `txn_…`: the credit after a failure.
   */
  failureBalanceTransactionId?: string;
  /**
   * The provider's own id.
   */
  externalRefundId?: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  currency: Currency;
  presentmentDetails?: PresentmentDetails;
  status: 'PENDING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  reason?: 'DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER';
  failureReason?:
    | 'lost_or_stolen_card'
    | 'expired_or_canceled_card'
    | 'charge_for_pending_refund_disputed'
    | 'insufficient_funds'
    | 'declined'
    | 'merchant_request'
    | 'expired'
    | 'unknown';
  failureCode?: string;
  failureMessage?: string;
  pendingReason?: 'processing' | 'insufficient_funds' | 'charge_pending';
  description?: string;
  destinationDetails?: DestinationDetails;
  /**
   * What the buyer has to do.
   */
  nextAction?: {
    type: 'display_details';
    displayDetails: {
      /**
       * ISO 8601, UTC, milliseconds.
       */
      emailSentAt: string;
      emailSentTo: string;
      /**
       * ISO 8601, UTC, milliseconds.
       */
      expiresAt: string;
    };
  };
  /**
   * Where the buyer is asked for bank or wallet details.
   */
  instructionsEmail?: string;
  receiptNumber?: string;
  /**
   * Charged for the refund itself; the fee of the sale is kept.
   */
  feeAmount: number;
  metadata: Metadata;
}
/**
 * Where the money of a refund went.
 *
 */
export interface DestinationDetails {
  type: 'card' | 'wallet' | 'bank_transfer' | 'kiosk';
  card?: {
    reference?: string;
    referenceStatus?: string;
    referenceType?: string;
    type?: string;
  };
  wallet?: {
    reference?: string;
    provider?: string;
  };
  bankTransfer?: {
    reference?: string;
    referenceStatus?: string;
  };
  kiosk?: {
    reference?: string;
    provider?: string;
  };
}
/**
 * Your own keys and values.
 *
 */
export interface Metadata {
  [k: string]: string | number | boolean | null;
}
/**
 * A page of charges.
 *
 */
export interface ChargeList {
  /**
   * Newest first.
   */
  data: Charge[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
  /**
   * Sent back as `cursor` for the next page; null on the last.
   */
  nextCursor: string | null;
}
/**
 * One checkout: what is bought, by whom, and the page to pay it.
 *
 */
export interface CheckoutSession {
  /**
   * `cs_test_…` or `cs_live_…`
   */
  id: string;
  object: 'checkout.session';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  mode: 'payment' | 'setup' | 'subscription';
  uiMode: 'hosted' | 'embedded' | 'custom';
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  customerCreation: 'always' | 'if_required';
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * All amounts below are in it.
   */
  currency: Currency;
  /**
   * Sum of the items before discount.
   */
  amountSubtotal: number;
  /**
   * What the buyer pays.
   */
  amountTotal: number;
  totalDetails: TotalDetails;
  /**
   * Only when priced in another currency.
   */
  presentmentDetails?: SessionPresentmentDetails;
  afterCompletion: AfterCompletion;
  cancelUrl?: string;
  /**
   * The page to send the buyer to.
   */
  url: string;
  /**
   * For the page in the browser.
   */
  clientSecret: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  expiresAt: string;
  /**
   * Render from this, not from `expiresAt` and a local clock.
   */
  isExpired: boolean;
  /**
   * `cus_…`
   */
  customerId?: string;
  customer?: SessionCustomer;
  customerDetails?: CustomerDetails;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  /**
   * `pm_…` that a session of mode `setup` saved for its customer. Only once it is complete.
   */
  paymentMethodId?: string;
  paymentIntent: SessionPaymentIntent | null;
  lineItems: LineItem[];
  /**
   * In an event: the items did not fit; read the session.
   */
  lineItemsTruncated?: true;
  customFields: CustomField[];
  discounts: Discount[];
  allowPromotionCodes: boolean;
  nameCollection: boolean;
  billingAddressCollection: boolean;
  shippingAddressCollection: boolean;
  phoneNumberCollection: boolean;
  feeConfig: FeeConfig;
  brandingSettings: BrandingSettings;
  /**
   * `auto` or a BCP 47 tag such as `ar-EG`.
   */
  locale: string;
  paymentMethodTypes: SessionPaymentMethod[];
  /**
   * `pmc_…`
   */
  paymentMethodConfigurationId?: string;
  /**
   * Only once a method is chosen.
   */
  fees?: SessionFees;
  customerUpdate: CustomerUpdate;
  metadata: Metadata;
  /**
   * `acct_…`
   */
  merchantId: string;
  merchantName: string;
  /**
   * URL.
   */
  merchantLogo?: string;
  /**
   * `plink_…`
   */
  paymentLinkId?: string;
  /**
   * Opens a copy of this checkout: once its time has come, or its payment has failed, for 30 days. Not when the merchant expired it.
   */
  recoveryUrl?: string;
  livemode: boolean;
}
/**
 * What the total of a session is made of beside the items.
 *
 */
export interface TotalDetails {
  /**
   * Minor units of the record's currency.
   */
  amountDiscount: number;
  /**
   * Minor units of the record's currency.
   */
  amountTax: number;
  /**
   * Minor units of the record's currency.
   */
  amountShipping?: number;
  /**
   * Only when the buyer pays the fee.
   */
  amountPlatformFee?: number;
  /**
   * Only when VAT is added.
   */
  amountCollectedVat?: number;
}
/**
 * The totals of a session in the buyer's currency.
 *
 */
export interface SessionPresentmentDetails {
  /**
   * Minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment major units x rate = processing major units; six decimals.
   */
  exchangeRate: number;
  /**
   * The locked rate, `fxr_…`.
   */
  exchangeRateId: string;
  /**
   * Minor units of the record's currency.
   */
  amountSubtotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountTotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountDiscount: number;
  /**
   * Minor units of the record's currency.
   */
  amountCollectedVat?: number;
  /**
   * Minor units of the record's currency.
   */
  amountPlatformFee?: number;
  /**
   * Minor units of the record's currency.
   */
  amountTax?: number;
}
/**
 * The customer of a session.
 *
 */
export interface SessionCustomer {
  /**
   * `cus_…`
   */
  id: string;
  type: 'registered' | 'guest';
  name?: string;
  email?: string;
  phone?: string;
  address?: Address;
  shipping?: Shipping;
  metadata: Metadata;
}
/**
 * Where goods go and to whom.
 *
 */
export interface Shipping {
  /**
   * Receiver.
   */
  name?: string | null;
  /**
   * Phone of the receiver.
   */
  phone?: string | null;
  address?: Address | null;
}
/**
 * What was said about the buyer.
 *
 */
export interface CustomerDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  billingDetails?: BillingDetails | null;
  shipping?: Shipping | null;
}
/**
 * The payment intent of a session, inside that session.
 *
 */
export interface SessionPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  object: 'payment_intent';
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  /**
   * Authorised, not captured yet.
   */
  amountCapturable: number;
  /**
   * Captured.
   */
  amountReceived: number;
  /**
   * Minor units of the record's currency.
   */
  amountRefunded: number;
  currency: Currency;
  status:
    | 'REQUIRES_PAYMENT_METHOD'
    | 'REQUIRES_CONFIRMATION'
    | 'REQUIRES_ACTION'
    | 'PROCESSING'
    | 'UNCAPTURED'
    | 'CANCELED'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'AMOUNT_CAPTURABLE_UPDATED';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  /**
   * For the buyer only; never log it.
   */
  clientSecret: string;
  captureMethod: 'automatic' | 'manual';
  confirmationMethod: 'automatic' | 'manual';
  /**
   * An authorisation is void from then on.
   */
  captureBefore: string | null;
  description: string | null;
  receiptEmail: string | null;
  canceledAt: string | null;
  cancellationReason: ('DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER' | 'ABANDONED' | 'EXPIRED') | null;
  shipping: Shipping | null;
  amountDetails: AmountDetails | null;
  presentmentDetails: PresentmentDetails | null;
  latestCharge: Charge | null;
  /**
   * Oldest first.
   */
  charges: Charge[];
  paymentMethod: PaymentMethod | null;
  customer: PaymentCustomer | null;
  nextAction: NextAction | null;
  metadata: Metadata;
  lastPaymentError: LastPaymentError | null;
  livemode: boolean;
}
/**
 * What a buyer paid or will pay with.
 *
 */
export interface PaymentMethod {
  /**
   * `pm_…`
   */
  id: string;
  object: 'payment_method';
  type: PaymentMethodType;
  card: PaymentMethodCard | null;
  valu: PaymentMethodValu | null;
  billingDetails: BillingDetails | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
}
/**
 * A card without its number.
 *
 */
export interface PaymentMethodCard {
  brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
  funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
  last4: string;
  expMonth: number;
  expYear: number;
  /**
   * Country of the issuer, ISO 3166-1 alpha-2.
   */
  country: string | null;
  /**
   * Name of the issuing bank.
   */
  issuer: string | null;
  /**
   * The same for the same card within one account.
   */
  fingerprint: string | null;
}
/**
 * Who pays.
 *
 */
export interface PaymentCustomer {
  /**
   * `cus_…`
   */
  id: string;
  name: string | null;
  email: string | null;
  /**
   * E.164 when available.
   */
  phone: string | null;
}
/**
 * What the buyer has to do.
 *
 */
export interface NextAction {
  type: 'redirect_to_url';
  redirectToUrl: {
    /**
     * Send the buyer there.
     */
    url: string;
    /**
     * Where the buyer comes back to.
     */
    returnUrl: string | null;
  };
  /**
   * Vouchers only.
   */
  displayVoucherDetails?: VoucherDetails;
  /**
   * Bank transfers only.
   */
  displayBankTransferDetails?: BankTransferDetails;
}
/**
 * What a buyer takes to a kiosk.
 *
 */
export interface VoucherDetails {
  /**
   * The number to give.
   */
  reference: string;
  /**
   * The same number as an image.
   */
  barcodeUrl: string | null;
  billerCode: string | null;
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  expiresAt: string;
  instructions: {
    ar: string;
    en: string;
  };
  channels: string[];
}
/**
 * Why the last attempt failed.
 *
 */
export interface LastPaymentError {
  code:
    | 'card_declined'
    | 'expired_card'
    | 'incorrect_cvc'
    | 'incorrect_number'
    | 'processing_error'
    | 'authentication_failed'
    | 'customer_abandoned'
    | 'insufficient_funds'
    | 'provider_declined'
    | 'provider_timeout'
    | 'voucher_expired'
    | 'limit_exceeded'
    | 'not_registered'
    | 'wrong_pin';
  declineCode:
    | (
        | 'approve_with_id'
        | 'authentication_required'
        | 'call_issuer'
        | 'card_not_supported'
        | 'card_velocity_exceeded'
        | 'currency_not_supported'
        | 'do_not_honor'
        | 'do_not_try_again'
        | 'duplicate_transaction'
        | 'expired_card'
        | 'fraudulent'
        | 'generic_decline'
        | 'incorrect_cvc'
        | 'incorrect_number'
        | 'insufficient_funds'
        | 'invalid_account'
        | 'invalid_amount'
        | 'issuer_not_available'
        | 'lost_card'
        | 'merchant_blacklist'
        | 'no_action_taken'
        | 'not_permitted'
        | 'pickup_card'
        | 'processing_error'
        | 'reenter_transaction'
        | 'restricted_card'
        | 'revocation_of_authorization'
        | 'security_violation'
        | 'service_not_allowed'
        | 'stolen_card'
        | 'stop_payment_order'
        | 'transaction_not_allowed'
        | 'try_again_later'
        | 'withdrawal_count_limit_exceeded'
        | 'wallet_limit_exceeded'
        | 'wrong_pin'
        | 'not_registered'
        | 'customer_rejected'
      )
    | null;
  /**
   * ISO 8583, two characters.
   */
  networkDeclineCode: string | null;
  docUrl: string | null;
  /**
   * Safe to show to the buyer.
   */
  message: string;
  /**
   * Precise; not for the buyer.
   */
  merchantMessage: string;
  adviceCode: ('try_again_later' | 'confirm_card_data' | 'do_not_try_again') | null;
  param: string | null;
  /**
   * `ch_…`
   */
  chargeId: string | null;
  paymentMethod: PaymentMethod | null;
  paymentMethodType: PaymentMethodType | null;
  type: 'card_error' | 'invalid_request_error' | 'api_error';
  processorCode: string | null;
  processorMessage: string | null;
}
/**
 * One line of a cart.
 *
 */
export interface LineItem {
  /**
   * `li_…`
   */
  id: string;
  quantity: number;
  price: Price;
  product: ProductSummary;
  adjustableQuantity: AdjustableQuantity;
  /**
   * Minor units that the buyer chose; CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Unit amount x quantity.
   */
  amountSubtotal: number;
  /**
   * After discounts and taxes.
   */
  amountTotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountDiscount: number;
  /**
   * Minor units of the record's currency.
   */
  amountTax: number;
  /**
   * What is processed; the price keeps its own.
   */
  currency: Currency;
  /**
   * The name of the product.
   */
  description: string;
  /**
   * The same amounts in the currency of the price.
   */
  presentmentDetails?: LinePresentmentDetails;
  /**
   * On sessions.
   */
  availability?: 'available' | 'low_stock' | 'sold_out' | 'inactive' | 'not_yet_active' | 'expired';
}
/**
 * How a product is sold.
 *
 */
export interface Price {
  /**
   * `price_…`
   */
  id: string;
  object: 'price';
  /**
   * Shown beside the product name.
   */
  name?: string;
  description?: string;
  currency: Currency;
  /**
   * Minor units for one piece; null for CUSTOM, where the buyer chooses.
   */
  unitAmount: number | null;
  type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * Null unless `type` is RECURRING.
   */
  recurring: Recurring | null;
  /**
   * Null unless `type` is CUSTOM.
   */
  customUnitAmount: CustomUnitAmount | null;
  /**
   * Pieces left; null is unlimited, below 0 means that so many more were sold than there were.
   */
  stock: number | null;
  /**
   * Not on sale before.
   */
  startDate?: string;
  /**
   * Not on sale from then on.
   */
  expirationDate?: string;
  /**
   * False: archived, cannot be sold.
   */
  active: boolean;
  metadata: Metadata;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  /**
   * `prod_…`
   */
  productId: string;
}
/**
 * How often a recurring price is charged.
 *
 */
export interface Recurring {
  /**
   * `CUSTOM` counts days.
   */
  interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
  /**
   * Intervals between two charges.
   */
  intervalCount: number;
}
/**
 * The bounds within which a buyer chooses what to pay.
 *
 */
export interface CustomUnitAmount {
  /**
   * Least amount, minor units; null means none.
   */
  minimum: number | null;
  /**
   * Greatest amount, minor units; null means none.
   */
  maximum: number | null;
  /**
   * Suggested amount, minor units; null means none.
   */
  preset: number | null;
}
/**
 * What a checkout shows of a product.
 *
 */
export interface ProductSummary {
  /**
   * `prod_…`
   */
  id: string;
  name: string;
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  unitLabel: string | null;
}
/**
 * The amounts of one line in the buyer's currency.
 *
 */
export interface LinePresentmentDetails {
  /**
   * Minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment major units x rate = processing major units; six decimals.
   */
  exchangeRate: number;
  /**
   * The locked rate, `fxr_…`.
   */
  exchangeRateId: string;
  /**
   * Minor units of the record's currency.
   */
  amountSubtotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountTotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountDiscount: number;
  /**
   * Minor units of the record's currency.
   */
  amountTax: number;
}
/**
 * A question that the merchant adds to the checkout.
 *
 */
export interface CustomField {
  /**
   * Yours, unique within the checkout.
   */
  key: string;
  /**
   * Shown to the buyer.
   */
  label: string;
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  isOptional: boolean;
  hasLimits: boolean;
  /**
   * Which of the character limits count.
   */
  limitType?: 'AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY';
  minCharacters?: number;
  maxCharacters?: number;
  /**
   * For DROPDOWN.
   */
  dropdownOptions: {
    label: string;
    value: string;
  }[];
  /**
   * For TEXT.
   */
  text?: {
    value: string | null;
    defaultValue: string | null;
  };
  /**
   * For NUMERIC.
   */
  numeric?: {
    /**
     * Digits only.
     */
    value: string | null;
  };
  /**
   * For DROPDOWN.
   */
  dropdown?: {
    value: string | null;
  };
}
/**
 * One application of a coupon.
 *
 */
export interface Discount {
  /**
   * `di_…`, or `pending` until it is redeemed.
   */
  id: string;
  object: 'discount';
  /**
   * As it was when applied.
   */
  coupon: Coupon;
  promotionCodeId: string | null;
  promotionCodeCode: string | null;
  checkoutSessionId: string | null;
  customerId: string | null;
  /**
   * When it was redeemed.
   */
  start: string | null;
  /**
   * Null for ever.
   */
  end: string | null;
}
/**
 * A reusable discount: a percentage or an amount.
 *
 */
export interface Coupon {
  /**
   * `coupon_…`
   */
  id: string;
  object: 'coupon';
  name: string | null;
  /**
   * Percent, above 0 to 100, two decimals.
   */
  percentOff: number | null;
  /**
   * Minor units of `currency`.
   */
  amountOff: number | null;
  /**
   * Of `amountOff`.
   */
  currency: Currency | null;
  duration: 'once' | 'forever' | 'repeating';
  /**
   * Only when `duration` is repeating.
   */
  durationInMonths: number | null;
  maxRedemptions: number | null;
  maxRedemptionsPerCustomer: number | null;
  /**
   * The cart before discount must reach it.
   */
  minimumAmount: number | null;
  minimumAmountCurrency: Currency | null;
  timesRedeemed: number;
  redeemBy: string | null;
  /**
   * Empty: all products.
   */
  appliesToProductIds: string[];
  active: boolean;
  /**
   * Active, not expired, not used up.
   */
  valid: boolean;
  metadata: Metadata;
  livemode: boolean;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * Who bears the fee and whether VAT is added.
 *
 */
export interface FeeConfig {
  /**
   * The buyer pays the fee on top.
   */
  feesPassThrough: boolean;
  vatCollectionEnabled: boolean;
  /**
   * Percent, above 0 to 100, four decimals.
   */
  vatCollectionRate?: number;
  /**
   * Where the setting came from; the most specific wins.
   */
  source: 'account' | 'payment_link' | 'session';
}
/**
 * A way to pay that a checkout offers.
 *
 */
export interface SessionPaymentMethod {
  type: PaymentMethodType;
  displayName: string;
  category: 'card' | 'wallet' | 'mobile_wallet' | 'bank_app' | 'bnpl' | 'voucher' | 'bank_transfer' | 'cash';
  /**
   * Minor units of the record's currency.
   */
  minTransactionAmount: number;
  /**
   * Minor units of the record's currency.
   */
  maxTransactionAmount: number;
  /**
   * What the buyer must give, for example `phone`.
   */
  requiredCustomerFields: string[];
  supportsRefund: boolean;
  supportsPartialRefund: boolean;
  supportsPartialCapture: boolean;
  paymentConfirmation: 'sync' | 'redirect' | 'voucher' | 'manual';
}
/**
 * What the method that the buyer chose costs.
 *
 */
export interface SessionFees {
  paymentMethodType: PaymentMethodType;
  /**
   * Without VAT.
   */
  feeAmount: number;
  /**
   * Percent.
   */
  feePercentage: number;
  /**
   * VAT on the fee.
   */
  vatAmount: number;
  /**
   * Fee and VAT.
   */
  totalAmount: number;
  cardInfo?: {
    brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
    isOnUs: boolean;
    isInternational: boolean;
  };
}
/**
 * Which fields of the customer a checkout may overwrite.
 *
 */
export interface CustomerUpdate {
  address?: 'auto' | 'never';
  name?: 'auto' | 'never';
  shipping?: 'auto' | 'never';
}
/**
 * A page of sessions.
 *
 */
export interface CheckoutSessionList {
  /**
   * Newest first.
   */
  data: CheckoutSession[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * What a configuration says about one way to pay.
 *
 */
export interface ConfiguredPaymentMethod {
  type: PaymentMethodType;
  enabled: boolean;
  /**
   * By currency; the platform’s own where a currency is not named.
   */
  limits: PaymentMethodLimit[];
}
/**
 * How much one payment by a method may be, in one currency.
 *
 */
export interface PaymentMethodLimit {
  currency: Currency;
  /**
   * Minor units; null leaves it to the platform.
   */
  minTransactionAmount: number | null;
  /**
   * Minor units; null leaves it to the platform.
   */
  maxTransactionAmount: number | null;
}
/**
 * A buyer pays.
 *
 */
export interface ConfirmHostedCheckout {
  /**
   * Required unless the total is 0.
   */
  paymentMethod?: PaymentMethodInput;
  /**
   * The total that the buyer saw; a different one is refused.
   */
  expectedAmountTotal?: number;
  /**
   * Where the buyer comes back to after a redirect.
   */
  returnUrl?: string;
}
/**
 * What a buyer pays with.
 *
 */
export interface PaymentMethodInput {
  /**
   * May be left out with `id`.
   */
  type?: PaymentMethodType;
  /**
   * A saved method, or `pm_test_<type>_<outcome>` in test mode.
   */
  id?: string;
  /**
   * What the wallet handed out; in test mode `test_token:<card number>`.
   */
  token?: string;
  /**
   * Test mode only.
   */
  testOutcome?: string;
  card?: {
    number: string;
    expMonth: number;
    expYear: number;
    cvc: string;
    holderName?: string;
  };
  /**
   * Mobile wallets, valu, sympl, fawry, aman.
   */
  phone?: string;
  /**
   * instapay.
   */
  handle?: string;
  valu?: {
    tenureMonths: 6 | 12 | 24;
  };
  billingDetails?: {
    name?: string | null;
    email?: string | null;
    phone?: string | null;
    address?: {
      line1?: string | null;
      line2?: string | null;
      city?: string | null;
      state?: string | null;
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  };
}
/**
 * What to pay with.
 *
 */
export interface ConfirmPaymentIntent {
  /**
   * May be left out when the intent has one.
   */
  paymentMethod?: PaymentMethodInput;
  /**
   * Where the buyer comes back to after a redirect.
   */
  returnUrl?: string;
}
/**
 * The answer to a buyer's confirm.
 *
 */
export interface ConfirmedCheckout {
  checkoutSession: HostedCheckout;
  /**
   * Null when nothing was to be paid.
   */
  paymentIntent: PublicPaymentIntent | null;
}
/**
 * The session as the buyer's browser sees it.
 *
 */
export interface HostedCheckout {
  /**
   * Absent on a payment link until the first change.
   */
  id?: string;
  object: 'checkout.session';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  mode: 'payment' | 'setup' | 'subscription';
  uiMode: 'hosted' | 'embedded' | 'custom';
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * All amounts below are in it.
   */
  currency: Currency;
  /**
   * Sum of the items before discount.
   */
  amountSubtotal: number;
  /**
   * What the buyer pays.
   */
  amountTotal: number;
  totalDetails: TotalDetails;
  /**
   * Only when priced in another currency.
   */
  presentmentDetails?: SessionPresentmentDetails;
  afterCompletion: AfterCompletion;
  cancelUrl?: string;
  /**
   * The page to send the buyer to.
   */
  url: string;
  /**
   * When the change created the session.
   */
  clientSecret?: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  expiresAt: string;
  /**
   * Render from this, not from `expiresAt` and a local clock.
   */
  isExpired: boolean;
  customerDetails?: CustomerDetails;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  paymentIntent: PublicPaymentIntent | null;
  lineItems: HostedLineItem[];
  /**
   * In an event: the items did not fit; read the session.
   */
  lineItemsTruncated?: true;
  customFields: CustomField[];
  discounts: HostedDiscount[];
  allowPromotionCodes: boolean;
  nameCollection: boolean;
  billingAddressCollection: boolean;
  shippingAddressCollection: boolean;
  phoneNumberCollection: boolean;
  brandingSettings: BrandingSettings;
  /**
   * `auto` or a BCP 47 tag such as `ar-EG`.
   */
  locale: string;
  paymentMethodTypes: SessionPaymentMethod[];
  /**
   * Only once a method is chosen.
   */
  fees?: SessionFees;
  /**
   * `acct_…`
   */
  merchantId: string;
  merchantName: string;
  /**
   * URL.
   */
  merchantLogo?: string;
  /**
   * `plink_…`
   */
  paymentLinkId?: string;
  /**
   * Opens a copy of this checkout: once its time has come, or its payment has failed, for 30 days. Not when the merchant expired it.
   */
  recoveryUrl?: string;
  livemode: boolean;
  /**
   * Only in live mode, while the checkout is open and a provider takes its cards. Read it anew: keys are replaced.
   */
  cardEntry?: CardEntry;
}
/**
 * What a buyer's browser may see of a payment intent.
 *
 */
export interface PublicPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  object: 'payment_intent';
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  currency: Currency;
  status:
    | 'REQUIRES_PAYMENT_METHOD'
    | 'REQUIRES_CONFIRMATION'
    | 'REQUIRES_ACTION'
    | 'PROCESSING'
    | 'UNCAPTURED'
    | 'CANCELED'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'AMOUNT_CAPTURABLE_UPDATED';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * For the buyer only; never log it.
   */
  clientSecret: string;
  presentmentDetails: PresentmentDetails | null;
  nextAction: NextAction | null;
  livemode: boolean;
  paymentMethod: {
    type: PaymentMethodType;
    card: {
      brand: string;
      last4: string;
    } | null;
  } | null;
  lastPaymentError: {
    code:
      | 'card_declined'
      | 'expired_card'
      | 'incorrect_cvc'
      | 'incorrect_number'
      | 'processing_error'
      | 'authentication_failed'
      | 'customer_abandoned'
      | 'insufficient_funds'
      | 'provider_declined'
      | 'provider_timeout'
      | 'voucher_expired'
      | 'limit_exceeded'
      | 'not_registered'
      | 'wrong_pin';
    /**
     * Safe to show to the buyer.
     */
    message: string;
    type: 'card_error' | 'invalid_request_error' | 'api_error';
    param: string | null;
  } | null;
}
/**
 * A line of the cart as the buyer sees it.
 *
 */
export interface HostedLineItem {
  /**
   * `li_…`
   */
  id: string;
  quantity: number;
  price: {
    /**
     * `price_…`
     */
    id: string;
    object: 'price';
    /**
     * Shown beside the product name.
     */
    name?: string;
    description?: string;
    currency: Currency;
    /**
     * Minor units for one piece; null for CUSTOM, where the buyer chooses.
     */
    unitAmount: number | null;
    type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
    /**
     * Null unless `type` is RECURRING.
     */
    recurring: Recurring | null;
    /**
     * Null unless `type` is CUSTOM.
     */
    customUnitAmount: CustomUnitAmount | null;
    /**
     * Not on sale before.
     */
    startDate?: string;
    /**
     * Not on sale from then on.
     */
    expirationDate?: string;
    /**
     * False: archived, cannot be sold.
     */
    active: boolean;
    /**
     * ISO 8601, UTC, milliseconds.
     */
    createdAt: string;
    /**
     * ISO 8601, UTC, milliseconds.
     */
    updatedAt: string;
    /**
     * `prod_…`
     */
    productId: string;
  };
  product: ProductSummary;
  adjustableQuantity: AdjustableQuantity;
  /**
   * Minor units that the buyer chose; CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Unit amount x quantity.
   */
  amountSubtotal: number;
  /**
   * After discounts and taxes.
   */
  amountTotal: number;
  /**
   * Minor units of the record's currency.
   */
  amountDiscount: number;
  /**
   * Minor units of the record's currency.
   */
  amountTax: number;
  /**
   * What is processed; the price keeps its own.
   */
  currency: Currency;
  /**
   * The name of the product.
   */
  description: string;
  /**
   * The same amounts in the currency of the price.
   */
  presentmentDetails?: LinePresentmentDetails;
  /**
   * On sessions.
   */
  availability?: 'available' | 'low_stock' | 'sold_out' | 'inactive' | 'not_yet_active' | 'expired';
}
/**
 * A discount as the buyer sees it.
 *
 */
export interface HostedDiscount {
  /**
   * `di_…`, or `pending` until it is redeemed.
   */
  id: string;
  object: 'discount';
  promotionCodeCode: string | null;
  coupon: {
    name: string | null;
    /**
     * Percent, above 0 to 100, two decimals.
     */
    percentOff: number | null;
    /**
     * Minor units of `currency`.
     */
    amountOff: number | null;
    /**
     * Of `amountOff`.
     */
    currency: Currency | null;
  };
}
/**
 * A durable consumer of a service.
 *
 */
export interface ConsumerHealth {
  name: string;
  /**
   * Events that it has yet to be given.
   */
  pending: number;
  /**
   * Events that are being handled or wait for another attempt.
   */
  unacknowledged: number;
  /**
   * `lost`: ahead of the stream, which lost its end; `missing`: the bus does not know it.
   */
  place: 'kept' | 'lost' | 'missing';
  deadLetters: number;
}
/**
 * A page of coupons.
 *
 */
export interface CouponList {
  /**
   * Newest first.
   */
  data: Coupon[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * An account to create.
 *
 */
export interface CreateAccount {
  displayName: string;
  defaultLocale?: string;
  /**
   * The default currency must be among them. One can be paid in once `feeSchedule` has rows for it.
   *
   * @minItems 1
   */
  supportedCurrencies?: {
    code: Currency;
    /**
     * @minItems 1
     */
    paymentMethodTypes: PaymentMethodType[];
  }[];
  /**
   * @maxItems 500
   */
  feeSchedule?: FeeRule[];
  vatOnFeesPpm?: number;
  /**
   * Who bears the fee and whether VAT is added, unless a payment link or session says otherwise.
   */
  feeConfig?: {
    feesPassThrough: boolean;
    vatCollectionEnabled: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
  };
  /**
   * Currencies that prices may be in beside the supported ones; null is any that has an exchange rate.
   */
  presentmentCurrencies?: Currency[] | null;
  /**
   * What becomes of a payment that succeeds after it was given up, `lateSuccess` of `charge.outcome`: `accept` leaves it to the merchant, `auto_refund` sends all of it back.
   */
  lateSuccessPolicy?: 'accept' | 'auto_refund';
  /**
   * Origins that may frame embedded checkouts, beside those of the publishable keys.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`; test mode also takes `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  logo?: string | null;
  /**
   * ISO 3166-1 alpha-2.
   */
  country?: string;
  defaultCurrency?: Currency & string;
}
/**
 * A key to create for an account.
 *
 */
export interface CreateAccountKey {
  /**
   * What the key is for, shown in lists.
   */
  name: string;
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  permissions?:
    | (
        | 'ACCOUNT_READ'
        | 'API_KEY_READ'
        | 'API_KEY_WRITE'
        | 'BALANCE_READ'
        | 'CHARGE_READ'
        | 'CHECKOUT_SESSION_READ'
        | 'CHECKOUT_SESSION_WRITE'
        | 'COUPON_READ'
        | 'COUPON_WRITE'
        | 'CUSTOMER_READ'
        | 'CUSTOMER_WRITE'
        | 'EVENT_READ'
        | 'EVENT_WRITE'
        | 'PAYMENT_INTENT_READ'
        | 'PAYMENT_INTENT_WRITE'
        | 'PAYMENT_LINK_READ'
        | 'PAYMENT_LINK_WRITE'
        | 'PAYMENT_METHOD_CONFIGURATION_READ'
        | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
        | 'PRICE_READ'
        | 'PRICE_WRITE'
        | 'PRODUCT_READ'
        | 'PRODUCT_WRITE'
        | 'PROMOTION_CODE_READ'
        | 'PROMOTION_CODE_WRITE'
        | 'REFUND_READ'
        | 'REFUND_WRITE'
        | 'TEST_HELPER_WRITE'
        | 'WEBHOOK_ENDPOINT_READ'
        | 'WEBHOOK_ENDPOINT_WRITE'
      )[]
    | null;
  expiresAt?: string | null;
  ipAllowlist?: string[] | null;
  allowedOrigins?: string[] | null;
  mode: 'test' | 'live';
}
/**
 * A key to create.
 *
 */
export interface CreateApiKey {
  /**
   * What the key is for, shown in lists.
   */
  name: string;
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  permissions?:
    | (
        | 'ACCOUNT_READ'
        | 'API_KEY_READ'
        | 'API_KEY_WRITE'
        | 'BALANCE_READ'
        | 'CHARGE_READ'
        | 'CHECKOUT_SESSION_READ'
        | 'CHECKOUT_SESSION_WRITE'
        | 'COUPON_READ'
        | 'COUPON_WRITE'
        | 'CUSTOMER_READ'
        | 'CUSTOMER_WRITE'
        | 'EVENT_READ'
        | 'EVENT_WRITE'
        | 'PAYMENT_INTENT_READ'
        | 'PAYMENT_INTENT_WRITE'
        | 'PAYMENT_LINK_READ'
        | 'PAYMENT_LINK_WRITE'
        | 'PAYMENT_METHOD_CONFIGURATION_READ'
        | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
        | 'PRICE_READ'
        | 'PRICE_WRITE'
        | 'PRODUCT_READ'
        | 'PRODUCT_WRITE'
        | 'PROMOTION_CODE_READ'
        | 'PROMOTION_CODE_WRITE'
        | 'REFUND_READ'
        | 'REFUND_WRITE'
        | 'TEST_HELPER_WRITE'
        | 'WEBHOOK_ENDPOINT_READ'
        | 'WEBHOOK_ENDPOINT_WRITE'
      )[]
    | null;
  expiresAt?: string | null;
  ipAllowlist?: string[] | null;
  allowedOrigins?: string[] | null;
}
/**
 * A reader of the bus to create.
 *
 */
export interface CreateBusUser {
  /**
   * Who reads.
   */
  team: string;
  /**
   * Both when absent.
   */
  mode?: ('test' | 'live') | null;
  /**
   * `acct_…`; every merchant when absent.
   */
  merchantId?: string | null;
  /**
   * Event types, `family.*`, or `*` for all.
   *
   * @minItems 1
   * @maxItems 50
   */
  types?: string[];
  /**
   * Names of the durable consumers that the team may make.
   *
   * @minItems 1
   * @maxItems 20
   */
  durables?: string[];
  /**
   * How long the credentials work, days.
   */
  expiresInDays?: number;
}
/**
 * A checkout to create.
 *
 */
export interface CreateCheckoutSession {
  /**
   * Required, but for mode `setup`, which takes none.
   *
   * @minItems 1
   * @maxItems 100
   */
  lineItems?: LineItemInput[];
  /**
   * `subscription` sells recurring prices, and charges their first period only. `setup` saves a card for the customer and charges nothing; test mode.
   */
  mode?: 'payment' | 'setup' | 'subscription';
  uiMode?: 'hosted' | 'embedded' | 'custom';
  /**
   * When absent SUBSCRIBE with mode subscription, else PAY.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Must equal the currency of the line items.
   */
  currency?: Currency;
  /**
   * An existing customer; excludes `customerDetails`. Required with mode `setup`.
   */
  customerId?: string;
  /**
   * Excludes `customerId`.
   */
  customerDetails?: {
    name?: string | null;
    email?: string | null;
    phone?: string | null;
    billingDetails?: {
      name?: string | null;
      email?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    shipping?: {
      name?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  customerCreation?: 'always' | 'if_required';
  customerUpdate?: {
    address?: 'auto' | 'never';
    name?: 'auto' | 'never';
    shipping?: 'auto' | 'never';
  };
  afterCompletion?:
    | {
        type: 'redirect';
        redirect: {
          /**
           * An https URL; test mode also takes http://localhost.
           */
          url: string;
        };
      }
    | {
        type: 'hosted_confirmation';
        hostedConfirmation?: {
          customMessage?: string;
          /**
           * An https URL; test mode also takes http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * An https URL; test mode also takes http://localhost.
   */
  cancelUrl?: string;
  /**
   * Minutes until the session expires.
   */
  expiresAfterMinutes?: number;
  locale?: string;
  /**
   * @maxItems 3
   */
  customFields?: CustomFieldInput[];
  /**
   * Given by you, whatever `allowPromotionCodes` says.
   *
   * @maxItems 20
   */
  discounts?: DiscountInput[];
  /**
   * Whether the buyer may enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  nameCollection?: boolean;
  billingAddressCollection?: boolean;
  shippingAddressCollection?: boolean;
  phoneNumberCollection?: boolean;
  /**
   * What is left out is taken from the payment link, and then from the account.
   */
  feeConfig?: {
    /**
     * The buyer pays the fee on top.
     */
    feesPassThrough?: boolean;
    /**
     * Adds VAT to the prices, which are without it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  brandingSettings?: {
    colorMode?: 'light' | 'dark' | 'auto';
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    spacing?: 'compact' | 'normal' | 'spacious';
    inputSize?: 'sm' | 'md' | 'lg';
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      primary?: string;
      primaryForeground?: string;
      background?: string;
      foreground?: string;
      border?: string;
      input?: string;
      ring?: string;
      muted?: string;
      mutedForeground?: string;
      accent?: string;
      accentForeground?: string;
      destructive?: string;
    };
    fontFamily?:
      | 'default'
      | 'inter'
      | 'roboto'
      | 'open_sans'
      | 'lato'
      | 'montserrat'
      | 'nunito'
      | 'noto_sans'
      | 'cairo'
      | 'tajawal'
      | 'almarai'
      | 'ibm_plex_sans_arabic';
  };
  /**
   * @minItems 1
   * @maxItems 17
   */
  paymentMethodTypes?: PaymentMethodType[];
  /**
   * Which ways to pay are offered; the default configuration when absent.
   */
  paymentMethodConfigurationId?: string;
  /**
   * `manual` only authorises: the session completes unpaid, and you capture within seven days.
   */
  captureMethod?: 'automatic' | 'manual';
  paymentIntentData?: {
    description?: string | null;
    receiptEmail?: string | null;
    metadata?: Metadata | null;
    /**
     * `manual`, in test mode: after 3-D Secure and the like your server goes on with POST /payment-intents/{id}/confirm.
     */
    confirmationMethod?: 'automatic' | 'manual';
  };
  metadata?: Metadata | null;
}
/**
 * A line of a new checkout.
 *
 */
export interface LineItemInput {
  /**
   * An existing price; this or `priceData`.
   */
  price?: string;
  /**
   * The same as `price`.
   */
  priceId?: string;
  /**
   * A price made for this checkout; this or `price`.
   */
  priceData?: PriceData;
  quantity?: number;
  adjustableQuantity?: {
    enabled: boolean;
    minimum?: number;
    maximum?: number;
  };
  /**
   * What the buyer pays, minor units; CUSTOM prices only, whose quantity is 1.
   */
  customAmount?: number;
}
/**
 * A price to create on the fly.
 *
 */
export interface PriceData {
  currency: Currency;
  /**
   * Minor units of the currency.
   */
  unitAmount: number;
  type?: 'ONE_TIME' | 'RECURRING';
  recurring?: {
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    intervalCount: number;
  } | null;
  /**
   * An existing product; this or `productData`.
   */
  product?: string;
  /**
   * A new product; this or `product`.
   */
  productData?: {
    name: string;
    description?: string | null;
    image?: string | null;
    metadata?: Metadata | null;
  };
}
/**
 * A question to add to a checkout.
 *
 */
export interface CustomFieldInput {
  key: string;
  label: string;
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  isOptional?: boolean;
  hasLimits?: boolean;
  limitType?: ('AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY') | null;
  minCharacters?: number | null;
  maxCharacters?: number | null;
  /**
   * @maxItems 200
   */
  dropdownOptions?: {
    label: string;
    value: string;
  }[];
  /**
   * TEXT only.
   */
  text?: {
    value?: null;
    defaultValue?: string | null;
  } | null;
  numeric?: {
    value?: null;
  } | null;
  dropdown?: {
    value?: null;
  } | null;
}
/**
 * A discount that a checkout gets.
 *
 */
export interface DiscountInput {
  /**
   * A coupon; this or `promotionCode`.
   */
  coupon?: string;
  /**
   * The id or the text of a promotion code.
   */
  promotionCode?: string;
}
/**
 * A coupon to create.
 *
 */
export interface CreateCoupon {
  name?: string | null;
  /**
   * Percent; this or `amountOff`.
   */
  percentOff?: number | null;
  /**
   * Minor units of `currency`; this or `percentOff`.
   */
  amountOff?: number | null;
  /**
   * Of `amountOff`, and required with it.
   */
  currency?: Currency | null;
  /**
   * Matters for subscriptions only.
   */
  duration?: 'once' | 'forever' | 'repeating';
  /**
   * Required when `duration` is repeating.
   */
  durationInMonths?: number | null;
  /**
   * By all customers together.
   */
  maxRedemptions?: number | null;
  maxRedemptionsPerCustomer?: number | null;
  /**
   * The cart before discount must reach it.
   */
  minimumAmount?: number | null;
  minimumAmountCurrency?: Currency | null;
  /**
   * From then on it cannot be redeemed.
   */
  redeemBy?: string | null;
  /**
   * Empty: all products.
   *
   * @maxItems 100
   */
  appliesToProductIds?: string[];
  active?: boolean;
  metadata?: Metadata | null;
}
/**
 * A customer to create.
 *
 */
export interface CreateCustomer {
  name?: string | null;
  /**
   * This or `phone` is required. Unique per account and mode.
   */
  email?: string | null;
  /**
   * This or `email` is required.
   */
  phone?: string | null;
  address?: {
    line1?: string | null;
    line2?: string | null;
    city?: string | null;
    state?: string | null;
    postalCode?: string | null;
    country?: string | null;
    [k: string]: string | null | undefined;
  } | null;
  metadata?: Metadata | null;
  /**
   * The account's default when absent.
   */
  currency?: Currency | null;
}
/**
 * A payment to begin.
 *
 */
export interface CreatePaymentIntent {
  /**
   * Minor units; what is processed must be from 1.00 to 1,000,000.00 of its currency.
   */
  amount: number;
  /**
   * One that the account does not process is converted, at the rate of the moment.
   */
  currency: Currency;
  customerId?: string | null;
  captureMethod?: 'automatic' | 'manual';
  confirmationMethod?: 'automatic' | 'manual';
  description?: string | null;
  receiptEmail?: string | null;
  shipping?: {
    name?: string | null;
    phone?: string | null;
    address?: {
      line1?: string | null;
      line2?: string | null;
      city?: string | null;
      state?: string | null;
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  amountDetails?: {
    /**
     * Minor units of the currency.
     */
    productAmount: number;
    /**
     * Minor units of the currency.
     */
    tax?: number;
    /**
     * Minor units of the currency.
     */
    platformFees?: number;
    /**
     * Minor units of the currency.
     */
    tip?: number;
    /**
     * Minor units of the currency.
     */
    discount?: number;
  } | null;
  /**
   * What may be paid with; null leaves it to the account.
   */
  paymentMethodTypes?: PaymentMethodType[] | null;
  /**
   * Confirms at once; needs `paymentMethod`.
   */
  confirm?: boolean;
  paymentMethod?: PaymentMethodInput;
  /**
   * Where the buyer comes back to after a redirect.
   */
  returnUrl?: string;
  metadata?: Metadata | null;
}
/**
 * A payment link to create.
 *
 */
export interface CreatePaymentLink {
  /**
   * @minItems 1
   * @maxItems 100
   */
  lineItems: LineItemInput[];
  /**
   * Must equal the currency of the line items.
   */
  currency?: Currency;
  active?: boolean;
  /**
   * In the future; null is never.
   */
  expiresAt?: string | null;
  /**
   * Completed checkouts after which no further one begins.
   */
  maxCompletions?: number | null;
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  customerCreation?: 'always' | 'if_required';
  afterCompletion?:
    | {
        type: 'redirect';
        redirect: {
          /**
           * An https URL; test mode also takes http://localhost.
           */
          url: string;
        };
      }
    | {
        type: 'hosted_confirmation';
        hostedConfirmation?: {
          customMessage?: string;
          /**
           * An https URL; test mode also takes http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * @maxItems 3
   */
  customFields?: CustomFieldInput[];
  /**
   * Whether the buyer may enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  nameCollection?: boolean;
  billingAddressCollection?: boolean;
  shippingAddressCollection?: boolean;
  phoneNumberCollection?: boolean;
  /**
   * What is left out is taken from the payment link, and then from the account.
   */
  feeConfig?: {
    /**
     * The buyer pays the fee on top.
     */
    feesPassThrough?: boolean;
    /**
     * Adds VAT to the prices, which are without it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  brandingSettings?: {
    colorMode?: 'light' | 'dark' | 'auto';
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    spacing?: 'compact' | 'normal' | 'spacious';
    inputSize?: 'sm' | 'md' | 'lg';
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      primary?: string;
      primaryForeground?: string;
      background?: string;
      foreground?: string;
      border?: string;
      input?: string;
      ring?: string;
      muted?: string;
      mutedForeground?: string;
      accent?: string;
      accentForeground?: string;
      destructive?: string;
    };
    fontFamily?:
      | 'default'
      | 'inter'
      | 'roboto'
      | 'open_sans'
      | 'lato'
      | 'montserrat'
      | 'nunito'
      | 'noto_sans'
      | 'cairo'
      | 'tajawal'
      | 'almarai'
      | 'ibm_plex_sans_arabic';
  };
  /**
   * Which ways to pay are offered; the default configuration when absent.
   */
  paymentMethodConfigurationId?: string;
  metadata?: Metadata | null;
}
/**
 * A payment method configuration to create.
 *
 */
export interface CreatePaymentMethodConfiguration {
  name: string;
  /**
   * In the order in which a checkout offers them; what is not listed is not offered.
   */
  paymentMethodTypes: {
    type: PaymentMethodType;
    enabled?: boolean;
    /**
     * At most one for each currency.
     */
    limits?: {
      currency: Currency;
      /**
       * Minor units; null leaves it to the platform.
       */
      minTransactionAmount?: number | null;
      /**
       * Minor units; null leaves it to the platform.
       */
      maxTransactionAmount?: number | null;
    }[];
  }[];
}
/**
 * A price to create.
 *
 */
export interface CreatePrice {
  name?: string | null;
  description?: string | null;
  currency: Currency;
  /**
   * Minor units; left out for CUSTOM.
   */
  unitAmount?: number | null;
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * RECURRING only, and required there.
   */
  recurring?: {
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    intervalCount: number;
  } | null;
  /**
   * CUSTOM only. Minor units.
   */
  customUnitAmount?: {
    minimum?: number | null;
    maximum?: number | null;
    preset?: number | null;
  } | null;
  /**
   * Pieces; null or absent is unlimited.
   */
  stock?: number | null;
  startDate?: string | null;
  expirationDate?: string | null;
  active?: boolean;
  metadata?: Metadata | null;
}
/**
 * A product to create.
 *
 */
export interface CreateProduct {
  name: string;
  description?: string | null;
  image?: string | null;
  unitLabel?: string | null;
  active?: boolean;
  metadata?: Metadata | null;
  /**
   * Created together with the product, or none of it.
   *
   * @maxItems 20
   */
  prices?: CreatePrice[];
  /**
   * Which of `prices` is the default; 0 when absent.
   */
  defaultPriceIndex?: number;
}
/**
 * A promotion code to create.
 *
 */
export interface CreatePromotionCode {
  /**
   * The coupon that the code gives.
   */
  couponId?: string;
  /**
   * The same as `couponId`.
   */
  coupon?: string;
  /**
   * What buyers enter; made up when absent.
   */
  code?: string;
  active?: boolean;
  /**
   * Not above that of the coupon.
   */
  maxRedemptions?: number | null;
  /**
   * Not after `redeemBy` of the coupon.
   */
  expiresAt?: string | null;
  /**
   * The only customer who may use it.
   */
  customerId?: string | null;
  restrictions?: {
    firstTimeTransaction?: boolean;
    minimumAmount?: number | null;
    minimumAmountCurrency?: Currency | null;
  } | null;
  metadata?: Metadata | null;
}
/**
 * How the test provider's next operations shall go wrong.
 *
 */
export interface CreateProviderExpectation {
  /**
   * Which operations: all that is given must hold.
   */
  match: {
    /**
     * `sync` is asking again how a payment or a refund ended, as it is done after an answer got lost.
     */
    operation: 'authorize' | 'capture' | 'refund' | 'cancel' | 'sync';
    /**
     * Minor units that the operation is about; of `cancel` and `sync` those of the charge or refund.
     */
    amount?: number;
    /**
     * What the metadata of the payment intent contains.
     */
    metadata?: Metadata;
    /**
     * Id of the payment intent, the charge, the checkout session or the refund.
     */
    reference?: string;
  };
  /**
   * Exactly one of them.
   */
  fault: {
    /**
     * Answers with this error, and did nothing.
     */
    status?: number;
    /**
     * Does what it is asked for; the answer gets lost.
     */
    timeout?: true;
    /**
     * The connection breaks before anything is done.
     */
    connectionReset?: true;
    /**
     * Does what it is asked for and answers so many milliseconds later.
     */
    delayMs?: number;
  };
  /**
   * To how many operations it happens.
   */
  times?: number;
  /**
   * Seconds of the clock of test mode after which it is forgotten.
   */
  expiresIn?: number;
}
/**
 * A refund to create.
 *
 */
export interface CreateRefund {
  /**
   * This or `paymentIntentId`.
   */
  chargeId?: string;
  /**
   * Its one succeeded charge; this or `chargeId`.
   */
  paymentIntentId?: string;
  /**
   * Minor units; what is left when absent.
   */
  amount?: number;
  reason?: ('DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER') | null;
  description?: string | null;
  /**
   * Asked for bank or wallet details when the method needs them.
   */
  instructionsEmail?: string | null;
  metadata?: Metadata | null;
}
/**
 * A picture that will be uploaded.
 *
 */
export interface CreateUploadUrl {
  purpose: UploadPurpose;
  /**
   * What the file is. It is recognised by its content, not by this word.
   */
  contentType: ImageType;
  /**
   * The file may have fewer bytes, not more.
   */
  sizeBytes: number;
}
/**
 * An endpoint to create.
 *
 */
export interface CreateWebhookEndpoint {
  /**
   * https.
   */
  url: string;
  description?: string | null;
  /**
   * Event types, `family.*`, or `*` for all.
   *
   * @minItems 1
   * @maxItems 200
   */
  enabledEvents: string[];
  metadata?: Metadata | null;
}
/**
 * A question as it shall be.
 *
 */
export interface CustomFieldChange {
  key: string;
  label: string;
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  isOptional?: boolean;
  hasLimits?: boolean;
  limitType?: ('AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY') | null;
  minCharacters?: number | null;
  maxCharacters?: number | null;
  /**
   * @maxItems 200
   */
  dropdownOptions?: {
    label: string;
    value: string;
  }[];
  /**
   * TEXT only.
   */
  text?: {
    /**
     * The answer of the buyer: ignored.
     */
    value?: string | null;
    defaultValue?: string | null;
  } | null;
  numeric?: {
    /**
     * The answer of the buyer: ignored.
     */
    value?: string | null;
  } | null;
  dropdown?: {
    /**
     * The answer of the buyer: ignored.
     */
    value?: string | null;
  } | null;
}
/**
 * Somebody who buys.
 *
 */
export interface Customer {
  /**
   * `cus_…`
   */
  id: string;
  object: 'customer';
  type: 'registered' | 'guest';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  name?: string;
  /**
   * As typed; unique per account and mode whatever its case.
   */
  email?: string;
  /**
   * E.164 when it could be read as such.
   */
  phone?: string;
  address?: Address;
  guestFingerprint: GuestFingerprint;
  metadata: Metadata;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Default for this customer.
   */
  currency?: Currency;
  spendData: SpendData;
  /**
   * Credit balance in minor units, as a string.
   */
  balance: string;
}
/**
 * By what a guest is recognised at the next checkout.
 *
 */
export interface GuestFingerprint {
  emails: string[];
  phones: string[];
  cardFingerprints: {
    fingerprint: string;
  }[];
}
/**
 * What a customer has spent, in minor units of the customer's currency.
 *
 */
export interface SpendData {
  /**
   * Minor units of the record's currency.
   */
  amountDisputeLosses: number;
  /**
   * Minor units of the record's currency.
   */
  amountRefunded: number;
  /**
   * grossSpend / numPayments, half up; 0 when there is none.
   */
  averageOrderValue: number;
  /**
   * The customer's default: that of the first payment.
   */
  currency: Currency;
  /**
   * Empty string when there is none.
   */
  firstPurchaseAt: string | '';
  /**
   * Minor units of the record's currency.
   */
  grossSpend: number;
  /**
   * Empty string when there is none.
   */
  lastPurchaseAt: string | '';
  /**
   * grossSpend - amountRefunded.
   */
  netSpend: number;
  numPayments: number;
}
/**
 * A page of customers.
 *
 */
export interface CustomerList {
  /**
   * Newest first.
   */
  data: ListCustomer[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * A customer inside a list.
 *
 */
export interface ListCustomer {
  /**
   * `cus_…`
   */
  id: string;
  type: 'registered' | 'guest';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  name?: string;
  email?: string;
  phone?: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string | null;
  /**
   * The most recently created one.
   */
  latestPaymentMethod?: {
    /**
     * `pm_…`
     */
    id: string;
    type: PaymentMethodType;
    card?: PaymentMethodCard;
    valu?: PaymentMethodValu;
  };
  spendData: SpendData;
}
/**
 * What a customer bought in a span of time, in minor units.
 *
 */
export interface CustomerStats {
  /**
   * `cus_…`
   */
  customerId: string;
  /**
   * Of all times.
   */
  spendData: SpendData;
  /**
   * Payments in the currency of `spendData`, oldest first, without gaps.
   */
  series: {
    /**
     * When the row begins; its end is where the next one begins.
     */
    periodStart: string;
    /**
     * Minor units of the record's currency.
     */
    grossSpend: number;
    /**
     * Given back of these payments, whenever that was.
     */
    amountRefunded: number;
    numPayments: number;
  }[];
  /**
   * The ten that most was spent on in that time.
   */
  topProducts: {
    /**
     * `prod_…`
     */
    productId: string;
    /**
     * As it was when last bought.
     */
    name: string;
    unitsBought: number;
    /**
     * After discounts, before refunds.
     */
    grossSpend: number;
  }[];
}
/**
 * An event that a consumer gave up.
 *
 */
export interface DeadLetter {
  service: 'gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks';
  consumer: string;
  /**
   * `evt_…`; of a message that cannot be read its place in the stream, `seq:<n>`.
   */
  eventId: string;
  subject: string;
  /**
   * What the handler said last.
   */
  reason: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * When it was marked to be handled again; null: it waits for somebody.
   */
  requeuedAt: string | null;
}
/**
 * Events that were given up.
 *
 */
export interface DeadLetterList {
  data: DeadLetter[];
}
/**
 * Says that everything in test mode is to go.
 *
 */
export interface DeleteTestData {
  /**
   * `RESET`: this cannot be undone.
   */
  confirm: 'RESET';
}
/**
 * A revoked key.
 *
 */
export interface DeletedApiKey {
  id: string;
  object: 'api_key';
  deleted: true;
}
/**
 * A deleted coupon.
 *
 */
export interface DeletedCoupon {
  id: string;
  object: 'coupon';
  deleted: true;
}
/**
 * A deleted customer.
 *
 */
export interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}
/**
 * A deleted payment method configuration.
 *
 */
export interface DeletedPaymentMethodConfiguration {
  id: string;
  object: 'payment_method_configuration';
  deleted: true;
}
/**
 * A deleted price.
 *
 */
export interface DeletedPrice {
  id: string;
  object: 'price';
  deleted: true;
}
/**
 * A deleted product.
 *
 */
export interface DeletedProduct {
  id: string;
  object: 'product';
  deleted: true;
}
/**
 * A connection that is gone.
 *
 */
export interface DeletedStripeConnection {
  id: string;
  object: 'stripe_connection';
  deleted: true;
}
/**
 * A deleted webhook endpoint.
 *
 */
export interface DeletedWebhookEndpoint {
  id: string;
  object: 'webhook_endpoint';
  deleted: true;
}
/**
 * A page of discounts.
 *
 */
export interface DiscountList {
  /**
   * Newest first.
   */
  data: Discount[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * The body of every answer that is not a success.
 *
 */
export interface ErrorEnvelope {
  error: {
    /**
     * The kind of error.
     */
    type:
      | 'invalid_request_error'
      | 'authentication_error'
      | 'rate_limit_error'
      | 'api_error'
      | 'card_error'
      | 'idempotency_error';
    /**
     * Stable and machine-readable: branch on this.
     */
    code:
      | 'invalid_request'
      | 'parameter_invalid'
      | 'parameter_missing'
      | 'parameter_unknown'
      | 'parameter_out_of_range'
      | 'parameters_exclusive'
      | 'parameter_requires_another'
      | 'validation_error'
      | 'resource_missing'
      | 'resource_invalid_state'
      | 'resource_already_exists'
      | 'resource_in_use'
      | 'authentication_required'
      | 'invalid_api_key'
      | 'api_key_inactive'
      | 'invalid_signature'
      | 'permission_denied'
      | 'merchant_not_activated'
      | 'two_factor_required'
      | 'rate_limit'
      | 'idempotency_key_in_use'
      | 'internal_error'
      | 'creation_failed'
      | 'request_timeout'
      | 'product_archived'
      | 'price_inactive'
      | 'price_not_yet_active'
      | 'price_expired'
      | 'price_sold_out'
      | 'price_date_range_invalid'
      | 'price_stock_invalid'
      | 'price_recurring_not_supported'
      | 'price_immutable_while_used'
      | 'checkout_session_expired'
      | 'invalid_client_secret'
      | 'line_item_missing_price'
      | 'checkout_empty_cart'
      | 'payment_link_inactive'
      | 'payment_link_expired'
      | 'promotion_codes_not_allowed'
      | 'promotion_code_not_found'
      | 'promotion_code_inactive'
      | 'promotion_code_expired'
      | 'promotion_code_max_redemptions'
      | 'promotion_code_customer_mismatch'
      | 'promotion_code_minimum_amount'
      | 'promotion_code_first_time_only'
      | 'promotion_code_exists'
      | 'coupon_invalid'
      | 'coupon_currency_mismatch'
      | 'coupon_minimum_amount'
      | 'coupon_customer_max_redemptions'
      | 'coupon_in_use'
      | 'too_many_discounts'
      | 'unsupported_currency'
      | 'exchange_rate_not_found'
      | 'payment_still_confirming'
      | 'payment_already_completed'
      | 'amount_invalid'
      | 'currency_invalid'
      | 'payment_method_corrupted'
      | 'payment_method_customer_mismatch'
      | 'payment_intent_customer_mismatch'
      | 'payment_method_mismatch'
      | 'charge_not_captured'
      | 'merchant_no_balance'
      | 'insufficient_balance'
      | 'charge_missing_balance_transaction'
      | 'charge_missing_fee_data'
      | 'charge_incomplete_fee_data'
      | 'cannot_rename_default'
      | 'cannot_delete_default'
      | 'must_have_enabled_method'
      | 'configuration_in_use';
    /**
     * For people; its wording may change at any time.
     */
    message: string;
    /**
     * The offending parameter, for example `lineItems[0].quantity`.
     */
    param?: string;
    /**
     * Explains the code.
     */
    doc_url?: string;
  };
  /**
   * Identifies the request; quote it to support.
   */
  request_id: string;
}
/**
 * Something that happened, as webhooks receive it.
 *
 */
export interface Event {
  /**
   * `evt_…`: the same in every delivery; use it to drop duplicates.
   */
  id: string;
  object: 'event';
  /**
   * For example `payment_intent.succeeded`.
   */
  type: string;
  /**
   * When it happened.
   */
  timestamp: string;
  /**
   * The same moment.
   */
  createdAt: string;
  /**
   * YYYY-MM-DD: the version that shaped the payload.
   */
  apiVersion: string;
  livemode: boolean;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Without gaps per account and mode.
   */
  sequence: number;
  /**
   * Of the object, or `<account>:balance` and `<account>:test_clock` for what an account has one of.
   */
  objectId: string;
  /**
   * Grows with each event of the object: drop what is older than you have.
   */
  objectVersion: number;
  data: {
    /**
     * The resource, exactly as its GET answered then.
     */
    object: {
      [k: string]: unknown;
    };
    /**
     * On updates: what changed, before.
     */
    previousAttributes?: {
      [k: string]: unknown;
    };
    /**
     * On `customer.deleted`: the id that the customer goes on under.
     */
    mergedInto?: string;
  };
  request: {
    id: string | null;
    idempotencyKey: string | null;
  };
  /**
   * Deliveries not yet done.
   */
  pendingWebhooks: number;
}
/**
 * A page of events.
 *
 */
export interface EventList {
  /**
   * Newest first.
   */
  data: Event[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
  /**
   * Sent back as `cursor` for the next page; null on the last.
   */
  nextCursor: string | null;
}
/**
 * What making an event happen has led to.
 *
 */
export interface EventTrigger {
  object: 'event_trigger';
  type:
    | 'product.created'
    | 'product.updated'
    | 'product.deleted'
    | 'price.created'
    | 'price.updated'
    | 'price.deleted'
    | 'price.stock_depleted'
    | 'price.oversold'
    | 'customer.created'
    | 'customer.updated'
    | 'customer.deleted'
    | 'checkout.session.created'
    | 'checkout.session.completed'
    | 'checkout.session.expired'
    | 'checkout.session.async_payment_succeeded'
    | 'checkout.session.async_payment_failed'
    | 'payment_link.created'
    | 'payment_link.updated'
    | 'payment_link.expired'
    | 'coupon.created'
    | 'coupon.updated'
    | 'coupon.deleted'
    | 'promotion_code.created'
    | 'promotion_code.updated'
    | 'discount.created'
    | 'discount.deleted'
    | 'payment_intent.created'
    | 'payment_intent.updated'
    | 'payment_intent.requires_action'
    | 'payment_intent.processing'
    | 'payment_intent.amount_capturable_updated'
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'payment_intent.refunded'
    | 'payment_intent.partially_refunded'
    | 'charge.pending'
    | 'charge.succeeded'
    | 'charge.failed'
    | 'charge.captured'
    | 'charge.expired'
    | 'charge.updated'
    | 'charge.refunded'
    | 'refund.created'
    | 'refund.updated'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.canceled'
    | 'refund.requires_action'
    | 'payment_method.attached'
    | 'payment_method.updated'
    | 'payment_method.detached'
    | 'payment_method_configuration.created'
    | 'payment_method_configuration.updated'
    | 'payment_method_configuration.deleted'
    | 'balance.available'
    | 'exchange_rate.stale'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.test'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'test_clock.advanced';
  /**
   * The object that the event is about; real, and of test mode.
   */
  objectId: string;
  /**
   * Null: it is still on its way, or is only sent and never stored.
   */
  event: Event | null;
}
/**
 * What one major unit of a currency is in another.
 *
 */
export interface ExchangeRate {
  /**
   * `fxr_…`
   */
  id: string;
  object: 'exchange_rate';
  /**
   * What prices are in.
   */
  base: Currency;
  /**
   * What is processed.
   */
  quote: Currency;
  /**
   * One major unit of `base` is `rate` major units of `quote`; at most six decimals.
   */
  rate: number;
  /**
   * Who said so; `seed` for the rates that test mode comes with.
   */
  source: string;
  /**
   * Real time. 26 hours later it is stale, and no payment is priced with it.
   */
  fetchedAt: string;
  isStale: boolean;
  livemode: boolean;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
}
/**
 * What setting rates did, or would do.
 *
 */
export interface ExchangeRateChanges {
  /**
   * True: nothing was written.
   */
  dryRun: boolean;
  changes: {
    base: Currency;
    quote: Currency;
    livemode: boolean;
    rate: number;
    /**
     * The one that held before; null when there was none.
     */
    previousRate: number | null;
    /**
     * `fxr_…`; null in a dry run.
     */
    id: string | null;
    /**
     * Worth a look: few significant digits, or a large step.
     */
    warnings: string[];
  }[];
}
/**
 * A page of exchange rates.
 *
 */
export interface ExchangeRateList {
  /**
   * Newest first.
   */
  data: ExchangeRate[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * Something in the ledger that does not add up.
 *
 */
export interface LedgerFinding {
  /**
   * `recording_pending` is a journal that follows by event: a fault only when it stays away.
   */
  kind:
    | 'journal_unbalanced'
    | 'journal_repeated'
    | 'journal_missing'
    | 'journal_unfounded'
    | 'journal_amount_differs'
    | 'fee_differs'
    | 'presentment_differs'
    | 'balance_differs'
    | 'movements_differ'
    | 'refunds_exceed_capture'
    | 'payment_sum_differs'
    | 'recording_pending';
  /**
   * What it is about: an account, a journal, a charge or an intent.
   */
  subject: string;
  detail: string;
}
/**
 * What recomputing the whole ledger found.
 *
 */
export interface LedgerVerification {
  /**
   * The first thousand; empty when everything adds up.
   */
  findings: LedgerFinding[];
  findingsTotal: number;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  verifiedAt: string;
}
/**
 * A line as it shall be.
 *
 */
export interface LineItemChange {
  /**
   * A line that is there and keeps its id.
   */
  id?: string;
  /**
   * An existing price; this or `priceData`.
   */
  price?:
    | string
    | {
        id: string;
        [k: string]: unknown;
      };
  /**
   * The same as `price`.
   */
  priceId?: string;
  /**
   * A price made for this checkout; this or `price`.
   */
  priceData?: PriceData;
  quantity?: number;
  adjustableQuantity?: {
    enabled: boolean;
    minimum?: number;
    maximum?: number;
  };
  /**
   * Minor units; CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Ignored.
   */
  product?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  description?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  availability?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  presentmentDetails?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  amountSubtotal?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  amountTotal?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  amountDiscount?: {
    [k: string]: unknown;
  };
  /**
   * Ignored.
   */
  amountTax?: {
    [k: string]: unknown;
  };
}
/**
 * Money that the merchant received outside.
 *
 */
export interface MarkPaymentIntentPaid {
  /**
   * What came in now; all that is missing when absent.
   */
  amountReceived?: number;
  /**
   * Of the transfer or the receipt.
   */
  reference?: string | null;
}
/**
 * One payment, over all its attempts.
 *
 */
export interface PaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  object: 'payment_intent';
  /**
   * Null when created without a session.
   */
  checkoutSessionId: string | null;
  /**
   * Minor units of the record's currency.
   */
  amount: number;
  /**
   * Authorised, not captured yet.
   */
  amountCapturable: number;
  /**
   * Captured.
   */
  amountReceived: number;
  /**
   * Minor units of the record's currency.
   */
  amountRefunded: number;
  currency: Currency;
  status:
    | 'REQUIRES_PAYMENT_METHOD'
    | 'REQUIRES_CONFIRMATION'
    | 'REQUIRES_ACTION'
    | 'PROCESSING'
    | 'UNCAPTURED'
    | 'CANCELED'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'AMOUNT_CAPTURABLE_UPDATED';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  /**
   * For the buyer only; never log it.
   */
  clientSecret: string;
  captureMethod: 'automatic' | 'manual';
  confirmationMethod: 'automatic' | 'manual';
  /**
   * An authorisation is void from then on.
   */
  captureBefore: string | null;
  description: string | null;
  receiptEmail: string | null;
  canceledAt: string | null;
  cancellationReason: ('DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER' | 'ABANDONED' | 'EXPIRED') | null;
  shipping: Shipping | null;
  amountDetails: AmountDetails | null;
  presentmentDetails: PresentmentDetails | null;
  latestCharge: Charge | null;
  /**
   * Oldest first.
   */
  charges: Charge[];
  paymentMethod: PaymentMethod | null;
  customer: PaymentCustomer | null;
  nextAction: NextAction | null;
  metadata: Metadata;
  lastPaymentError: LastPaymentError | null;
  livemode: boolean;
}
/**
 * A page of payment intents.
 *
 */
export interface PaymentIntentList {
  /**
   * Newest first.
   */
  data: PaymentIntent[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
  /**
   * Sent back as `cursor` for the next page; null on the last.
   */
  nextCursor: string | null;
}
/**
 * An address to share: everybody who opens it gets a checkout of its own.
 *
 */
export interface PaymentLink {
  /**
   * `plink_…`
   */
  id: string;
  object: 'payment_link';
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * False: nobody can begin a checkout.
   */
  active: boolean;
  /**
   * Nobody can begin a checkout from then on; null is never.
   */
  expiresAt: string | null;
  /**
   * Completed checkouts after which no further one begins.
   */
  maxCompletions: number | null;
  /**
   * The page to share.
   */
  url: string;
  currency: Currency;
  /**
   * Sum of the lines; a CUSTOM price counts with its preset, else its minimum.
   */
  computedAmount: number;
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  customerCreation: 'always' | 'if_required';
  afterCompletion: AfterCompletion;
  lineItems: LineItem[];
  customFields: CustomField[];
  allowPromotionCodes: boolean;
  nameCollection: boolean;
  billingAddressCollection: boolean;
  shippingAddressCollection: boolean;
  phoneNumberCollection: boolean;
  feeConfig: {
    /**
     * The buyer pays the fee on top.
     */
    feesPassThrough: boolean;
    vatCollectionEnabled: boolean;
    /**
     * Percent, above 0 to 100, four decimals.
     */
    vatCollectionRate?: number;
  };
  brandingSettings: BrandingSettings;
  /**
   * `pmc_…`
   */
  paymentMethodConfigurationId?: string;
  /**
   * Copied to every session that begins at the link.
   */
  metadata: Metadata;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of payment links.
 *
 */
export interface PaymentLinkList {
  /**
   * Newest first.
   */
  data: PaymentLinkListItem[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * A payment link inside a list.
 *
 */
export interface PaymentLinkListItem {
  /**
   * `plink_…`
   */
  id: string;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * False: nobody can begin a checkout.
   */
  active: boolean;
  /**
   * Nobody can begin a checkout from then on; null is never.
   */
  expiresAt: string | null;
  currency: Currency;
  /**
   * Sum of the lines; a CUSTOM price counts with its preset, else its minimum.
   */
  computedAmount: number;
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  afterCompletion: AfterCompletion;
  lineItems: LineItem[];
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  /**
   * Completed sessions of the link that were paid.
   */
  successfulTransactions: number;
}
/**
 * Which ways to pay a checkout offers, and for which amounts.
 *
 */
export interface PaymentMethodConfiguration {
  /**
   * `pmc_…`
   */
  id: string;
  object: 'payment_method_configuration';
  name: string;
  /**
   * Applies to every checkout that names no other. One for each account and mode.
   */
  isDefault: boolean;
  /**
   * In the order in which a checkout offers them; what is not listed is not offered.
   */
  paymentMethodTypes: ConfiguredPaymentMethod[];
  /**
   * `acct_…`
   */
  merchantId: string;
  livemode: boolean;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of payment method configurations.
 *
 */
export interface PaymentMethodConfigurationList {
  /**
   * Newest first.
   */
  data: PaymentMethodConfiguration[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * How the platform is.
 *
 */
export interface PlatformHealth {
  object: 'platform_health';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  checkedAt: string;
  services: {
    service: 'gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks';
    /**
     * null: it does not answer.
     */
    health: ServiceHealth | null;
  }[];
  /**
   * What somebody should look at; empty when all is well.
   */
  problems: string[];
}
/**
 * How a service is.
 *
 */
export interface ServiceHealth {
  version: string;
  nodeVersion: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  startedAt: string;
  postgresVersion: string;
  /**
   * null: not connected to the bus.
   */
  natsVersion: string | null;
  /**
   * What the service owes to the bus.
   */
  outbox: {
    /**
     * Events that wait for the bus.
     */
    unpublished: number;
    /**
     * How long the oldest of them has waited.
     */
    oldestSeconds: number | null;
  };
  /**
   * null: the bus did not answer.
   */
  consumers: ConsumerHealth[] | null;
  /**
   * Events that were given up, of all consumers.
   */
  deadLetters: number;
}
/**
 * A page of prices.
 *
 */
export interface PriceList {
  /**
   * Newest first.
   */
  data: Price[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * What is sold, with its prices.
 *
 */
export interface Product {
  /**
   * `prod_…`
   */
  id: string;
  object: 'product';
  name: string;
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  /**
   * What one piece is: user, GB, month.
   */
  unitLabel: string | null;
  /**
   * False: archived, none of its prices can be sold.
   */
  active: boolean;
  /**
   * True when it was made from `priceData` of a checkout.
   */
  isSystemCreated: boolean;
  metadata: Metadata | null;
  /**
   * `price_…`
   */
  defaultPriceId: string | null;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * The newest 50, newest first, archived ones too; all through GET /prices.
   */
  prices: Price[];
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of products.
 *
 */
export interface ProductList {
  /**
   * Newest first.
   */
  data: ProductListItem[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
  page: number;
  limit: number;
  totalPages: number;
}
/**
 * A product inside a list.
 *
 */
export interface ProductListItem {
  /**
   * `prod_…`
   */
  id: string;
  name: string;
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  /**
   * What one piece is: user, GB, month.
   */
  unitLabel: string | null;
  /**
   * False: archived, none of its prices can be sold.
   */
  active: boolean;
  /**
   * True when it was made from `priceData` of a checkout.
   */
  isSystemCreated: boolean;
  metadata: Metadata | null;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * The newest 50, newest first.
   */
  prices: ProductListPrice[];
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * A price inside a product list.
 *
 */
export interface ProductListPrice {
  /**
   * `price_…`
   */
  id: string;
  /**
   * Minor units for one piece; null for CUSTOM, where the buyer chooses.
   */
  unitAmount: number | null;
  currency: Currency;
  type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * Null unless `type` is RECURRING.
   */
  recurring: Recurring | null;
  /**
   * Null unless `type` is CUSTOM.
   */
  customUnitAmount: CustomUnitAmount | null;
  /**
   * Pieces left; null is unlimited, below 0 means that so many more were sold than there were.
   */
  stock: number | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
}
/**
 * What a product sold in a span of time, in minor units.
 *
 */
export interface ProductStats {
  /**
   * `prod_…`
   */
  productId: string;
  /**
   * What is counted: the sales in the currency that was asked for, else in that of the newest sale, else of the newest price.
   */
  currency: Currency | null;
  /**
   * All that it was sold in within the span, the newest sale first: `?currency=` counts each of them.
   */
  currencies: Currency[];
  unitsSold: number;
  /**
   * Before discounts and refunds.
   */
  grossSales: number;
  /**
   * Minor units of the record's currency.
   */
  discounts: number;
  /**
   * Given back of these sales, whenever that was.
   */
  amountRefunded: number;
  /**
   * grossSales - discounts - amountRefunded.
   */
  netSales: number;
  numOrders: number;
  /**
   * (grossSales - discounts) / numOrders, half up; 0 when there is none.
   */
  averageOrderValue: number;
  lastSoldAt: string | null;
  prices: {
    priceId: string;
    unitsSold: number;
    /**
     * Minor units of the record's currency.
     */
    grossSales: number;
  }[];
  /**
   * Oldest first, without gaps.
   */
  series: {
    /**
     * When the row begins; its end is where the next one begins.
     */
    periodStart: string;
    unitsSold: number;
    /**
     * Minor units of the record's currency.
     */
    grossSales: number;
    /**
     * Minor units of the record's currency.
     */
    discounts: number;
    /**
     * Minor units of the record's currency.
     */
    amountRefunded: number;
    /**
     * Minor units of the record's currency; negative takes away.
     */
    netSales: number;
    numOrders: number;
  }[];
}
/**
 * A text that a buyer enters to get a coupon's discount.
 *
 */
export interface PromotionCode {
  /**
   * `promo_…`
   */
  id: string;
  object: 'promotion_code';
  /**
   * Upper case; buyers may enter it in any.
   */
  code: string;
  /**
   * `coupon_…`
   */
  couponId: string;
  coupon: Coupon;
  active: boolean;
  maxRedemptions: number | null;
  timesRedeemed: number;
  expiresAt: string | null;
  /**
   * `cus_…`: the only customer who may use it.
   */
  customerId: string | null;
  restrictions: PromotionCodeRestrictions;
  metadata: Metadata;
  livemode: boolean;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * Who may use a promotion code, and for which carts.
 *
 */
export interface PromotionCodeRestrictions {
  /**
   * Only for buyers who have not paid before.
   */
  firstTimeTransaction: boolean;
  /**
   * The cart before discount must reach it.
   */
  minimumAmount: number | null;
  minimumAmountCurrency: Currency | null;
}
/**
 * A page of promotion codes.
 *
 */
export interface PromotionCodeList {
  /**
   * Newest first.
   */
  data: PromotionCode[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * How the test provider's next operations will go wrong.
 *
 */
export interface ProviderExpectation {
  object: 'provider_expectation';
  /**
   * `exp_…`
   */
  id: string;
  match: {
    operation: 'authorize' | 'capture' | 'refund' | 'cancel' | 'sync';
    amount: number | null;
    metadata: Metadata | null;
    reference: string | null;
  };
  fault: ProviderFault;
  /**
   * To how many operations it still happens.
   */
  remaining: number;
  /**
   * By the clock of test mode.
   */
  expiresAt: string;
}
/**
 * How the test provider misbehaves; one field is not null.
 *
 */
export interface ProviderFault {
  /**
   * It answers with this error, and did nothing.
   */
  status: number | null;
  /**
   * It does what it was asked for, and the answer gets lost.
   */
  timeout: true | null;
  /**
   * The connection breaks before anything was done.
   */
  connectionReset: true | null;
  /**
   * It does what it was asked for, and answers so many milliseconds later.
   */
  delayMs: number | null;
}
/**
 * A page of refunds.
 *
 */
export interface RefundList {
  /**
   * Newest first.
   */
  data: Refund[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * Which dead letters to handle again.
 *
 */
export interface RequeueDeadLetters {
  /**
   * Of this service only.
   */
  service?: ('gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks') | null;
  /**
   * Of this consumer only.
   */
  consumer?: string | null;
  /**
   * These only; all when absent.
   */
  eventIds?: string[] | null;
}
/**
 * How many were marked.
 *
 */
export interface RequeuedDeadLetters {
  requeued: number;
}
/**
 * Where to send an event again.
 *
 */
export interface ResendEvent {
  /**
   * `we_…`: the only endpoint to send it to, whatever types it enabled; all enabled ones that want the type when absent.
   */
  webhookEndpointId?: string;
}
/**
 * How to replace a key.
 *
 */
export interface RollApiKey {
  /**
   * How long the old key works beside the new one, seconds; 0 revokes it at once.
   */
  expireOldAfterSeconds?: number;
}
/**
 * How to replace a signing secret.
 *
 */
export interface RotateWebhookSecret {
  /**
   * How long deliveries are signed with the old secret too, seconds.
   */
  expireOldAfterSeconds?: number;
}
/**
 * A payment method that a customer keeps for later payments.
 *
 */
export interface SavedPaymentMethod {
  /**
   * `pm_…`
   */
  id: string;
  object: 'payment_method';
  type: PaymentMethodType;
  card: PaymentMethodCard | null;
  valu: PaymentMethodValu | null;
  billingDetails: BillingDetails | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * `cus_…`: whose it is; in `payment_method.detached`, whose it was.
   */
  customerId: string;
}
/**
 * A test event to send.
 *
 */
export interface SendTestEvent {
  /**
   * What kind of event to send; enabled for the endpoint or not.
   */
  type?:
    | 'product.created'
    | 'product.updated'
    | 'product.deleted'
    | 'price.created'
    | 'price.updated'
    | 'price.deleted'
    | 'price.stock_depleted'
    | 'price.oversold'
    | 'customer.created'
    | 'customer.updated'
    | 'customer.deleted'
    | 'checkout.session.created'
    | 'checkout.session.completed'
    | 'checkout.session.expired'
    | 'checkout.session.async_payment_succeeded'
    | 'checkout.session.async_payment_failed'
    | 'payment_link.created'
    | 'payment_link.updated'
    | 'payment_link.expired'
    | 'coupon.created'
    | 'coupon.updated'
    | 'coupon.deleted'
    | 'promotion_code.created'
    | 'promotion_code.updated'
    | 'discount.created'
    | 'discount.deleted'
    | 'payment_intent.created'
    | 'payment_intent.updated'
    | 'payment_intent.requires_action'
    | 'payment_intent.processing'
    | 'payment_intent.amount_capturable_updated'
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'payment_intent.refunded'
    | 'payment_intent.partially_refunded'
    | 'charge.pending'
    | 'charge.succeeded'
    | 'charge.failed'
    | 'charge.captured'
    | 'charge.expired'
    | 'charge.updated'
    | 'charge.refunded'
    | 'refund.created'
    | 'refund.updated'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.canceled'
    | 'refund.requires_action'
    | 'payment_method.attached'
    | 'payment_method.updated'
    | 'payment_method.detached'
    | 'payment_method_configuration.created'
    | 'payment_method_configuration.updated'
    | 'payment_method_configuration.deleted'
    | 'balance.available'
    | 'exchange_rate.stale'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.test'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'test_clock.advanced';
}
/**
 * Rates for all accounts.
 *
 */
export interface SetExchangeRates {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  rates: {
    /**
     * What prices are in.
     */
    base: Currency;
    /**
     * What is processed.
     */
    quote: Currency;
    /**
     * One major unit of `base` is `rate` major units of `quote`; at most six decimals. As a number or as text, and kept exactly.
     */
    rate: (number | string) & (((number | string) & number) | ((number | string) & string));
    /**
     * When it was fetched, real time; now when absent.
     */
    fetchedAt?: string;
  }[];
  /**
   * Where the rates come from.
   */
  source?: string;
  /**
   * Of which mode; both when absent.
   */
  mode?: 'test' | 'live';
  /**
   * Checks and answers what would change, and writes nothing.
   */
  dryRun?: boolean;
}
/**
 * What there is of a price.
 *
 */
export interface SetPriceStock {
  /**
   * Pieces left; null is unlimited.
   */
  stock: number | null;
}
/**
 * How an account takes live money through Stripe.
 *
 */
export interface SetStripeConnection {
  /**
   * Kept encrypted, never shown again.
   */
  secretKey: string;
  publishableKey: string;
  /**
   * Of the event destination at Stripe. Kept encrypted, never shown again.
   */
  callbackSecret: string;
}
/**
 * A rate of the test mode of one account.
 *
 */
export interface SetTestExchangeRate {
  /**
   * What prices are in.
   */
  base: Currency;
  /**
   * What is processed.
   */
  quote: Currency;
  /**
   * One major unit of `base` is `rate` major units of `quote`; at most six decimals. As a number or as text, and kept exactly.
   */
  rate: (number | string) & (((number | string) & number) | ((number | string) & string));
  /**
   * When it was fetched, real time; now when absent.
   */
  fetchedAt?: string;
}
/**
 * What is to go wrong with the next deliveries of an endpoint.
 *
 */
export interface SetWebhookChaos {
  endpointId: string;
  /**
   * `duplicate`: sent twice; `drop`: lost, and tried again by the schedule; `reorder`: overtaken by what comes later, also of the same object; `corrupt_signature`: signed with another secret; `delay`: comes later.
   */
  mode: 'duplicate' | 'drop' | 'reorder' | 'corrupt_signature' | 'delay';
  /**
   * To how many deliveries it happens; 0 ends it.
   */
  times?: number;
  /**
   * With `delay` and `reorder`.
   */
  delaySeconds?: number;
}
/**
 * How a waiting payment ends.
 *
 */
export interface SimulatePayment {
  /**
   * `succeed` (also `collected`), `decline` or `decline:<declineCode>` (also `refused`), `expire` (also of an authorisation).
   */
  outcome: string;
  /**
   * With `decline`.
   */
  declineCode?:
    | 'approve_with_id'
    | 'authentication_required'
    | 'call_issuer'
    | 'card_not_supported'
    | 'card_velocity_exceeded'
    | 'currency_not_supported'
    | 'do_not_honor'
    | 'do_not_try_again'
    | 'duplicate_transaction'
    | 'expired_card'
    | 'fraudulent'
    | 'generic_decline'
    | 'incorrect_cvc'
    | 'incorrect_number'
    | 'insufficient_funds'
    | 'invalid_account'
    | 'invalid_amount'
    | 'issuer_not_available'
    | 'lost_card'
    | 'merchant_blacklist'
    | 'no_action_taken'
    | 'not_permitted'
    | 'pickup_card'
    | 'processing_error'
    | 'reenter_transaction'
    | 'restricted_card'
    | 'revocation_of_authorization'
    | 'security_violation'
    | 'service_not_allowed'
    | 'stolen_card'
    | 'stop_payment_order'
    | 'transaction_not_allowed'
    | 'try_again_later'
    | 'withdrawal_count_limit_exceeded'
    | 'wallet_limit_exceeded'
    | 'wrong_pin'
    | 'not_registered'
    | 'customer_rejected';
  /**
   * Bank transfers: a part of what is missing.
   */
  amountReceived?: number;
}
/**
 * How a refund ends.
 *
 */
export interface SimulateRefund {
  /**
   * `succeed`, `fail` or `fail:<failureReason>`.
   */
  outcome: string;
}
/**
 * A picture that is kept.
 *
 */
export interface StoredFile {
  /**
   * Where everybody sees the picture once it is there.
   */
  publicUrl: string;
  contentType: ImageType;
  sizeBytes: number;
}
/**
 * An account’s connection to Stripe, without its secrets.
 *
 */
export interface StripeConnection {
  object: 'stripe_connection';
  /**
   * `acct_…`
   */
  accountId: string;
  livemode: boolean;
  /**
   * Of the account at Stripe; null when the connection was made before it was asked.
   */
  stripeAccountId: string | null;
  /**
   * `pk_…`, for the hosted card field of the page.
   */
  publishableKey: string;
  secretKeyLast4: string;
  /**
   * Where Stripe sends its events: register it there.
   */
  callbackUrl: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * The clock of an account's test mode.
 *
 */
export interface TestClock {
  object: 'test_clock';
  /**
   * What it is in test mode; it goes on ticking.
   */
  now: string;
  /**
   * Ahead of real time.
   */
  aheadSeconds: number;
}
/**
 * What advancing the clock did.
 *
 */
export interface TestClockAdvance {
  object: 'test_clock';
  /**
   * ISO 8601, UTC, milliseconds.
   */
  from: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  to: string;
  /**
   * Things that came due and were done, oldest first.
   */
  jobsRun: number;
  eventsEmitted: number;
  /**
   * False: something was left undone; advance again, or look at it.
   */
  idle: boolean;
}
/**
 * What became of an account's test data.
 *
 */
export interface TestDataDeleted {
  object: 'test_data';
  deleted: true;
  /**
   * Of all kinds, also such that no list shows.
   */
  rowsDeleted: number;
}
/**
 * An event to be made to happen.
 *
 */
export interface TriggerEvent {
  /**
   * What is to happen.
   */
  type:
    | 'product.created'
    | 'product.updated'
    | 'product.deleted'
    | 'price.created'
    | 'price.updated'
    | 'price.deleted'
    | 'price.stock_depleted'
    | 'price.oversold'
    | 'customer.created'
    | 'customer.updated'
    | 'customer.deleted'
    | 'checkout.session.created'
    | 'checkout.session.completed'
    | 'checkout.session.expired'
    | 'checkout.session.async_payment_succeeded'
    | 'checkout.session.async_payment_failed'
    | 'payment_link.created'
    | 'payment_link.updated'
    | 'payment_link.expired'
    | 'coupon.created'
    | 'coupon.updated'
    | 'coupon.deleted'
    | 'promotion_code.created'
    | 'promotion_code.updated'
    | 'discount.created'
    | 'discount.deleted'
    | 'payment_intent.created'
    | 'payment_intent.updated'
    | 'payment_intent.requires_action'
    | 'payment_intent.processing'
    | 'payment_intent.amount_capturable_updated'
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'payment_intent.refunded'
    | 'payment_intent.partially_refunded'
    | 'charge.pending'
    | 'charge.succeeded'
    | 'charge.failed'
    | 'charge.captured'
    | 'charge.expired'
    | 'charge.updated'
    | 'charge.refunded'
    | 'refund.created'
    | 'refund.updated'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.canceled'
    | 'refund.requires_action'
    | 'payment_method.attached'
    | 'payment_method.updated'
    | 'payment_method.detached'
    | 'payment_method_configuration.created'
    | 'payment_method_configuration.updated'
    | 'payment_method_configuration.deleted'
    | 'balance.available'
    | 'exchange_rate.stale'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.test'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'test_clock.advanced';
  /**
   * Fields for the request that creates the object which the event is about.
   */
  overrides?: {
    [k: string]: unknown;
  };
}
/**
 * The secret of a second factor.
 *
 */
export interface TwoFactorSecret {
  /**
   * Base32.
   */
  secret: string;
  /**
   * `otpauth://`, for a QR code.
   */
  uri: string;
}
/**
 * What to change about an account.
 *
 */
export interface UpdateAccount {
  displayName?: string;
  defaultLocale?: string;
  /**
   * The default currency must be among them. One can be paid in once `feeSchedule` has rows for it.
   *
   * @minItems 1
   */
  supportedCurrencies?: {
    code: Currency;
    /**
     * @minItems 1
     */
    paymentMethodTypes: PaymentMethodType[];
  }[];
  /**
   * @maxItems 500
   */
  feeSchedule?: FeeRule[];
  vatOnFeesPpm?: number;
  /**
   * Who bears the fee and whether VAT is added, unless a payment link or session says otherwise.
   */
  feeConfig?: {
    feesPassThrough: boolean;
    vatCollectionEnabled: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
  };
  /**
   * Currencies that prices may be in beside the supported ones; null is any that has an exchange rate.
   */
  presentmentCurrencies?: Currency[] | null;
  /**
   * What becomes of a payment that succeeds after it was given up, `lateSuccess` of `charge.outcome`: `accept` leaves it to the merchant, `auto_refund` sends all of it back.
   */
  lateSuccessPolicy?: 'accept' | 'auto_refund';
  /**
   * Origins that may frame embedded checkouts, beside those of the publishable keys.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`; test mode also takes `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  logo?: string | null;
  /**
   * Whether live keys may take money.
   */
  livePaymentsEnabled?: boolean;
}
/**
 * What to change about a key.
 *
 */
export interface UpdateApiKey {
  /**
   * What the key is for, shown in lists.
   */
  name?: string;
  /**
   * Restricted keys only: all that they may do, at least one. What another key shows may be sent back.
   */
  permissions?: (
    | 'ACCOUNT_READ'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  expiresAt?: string | null;
  /**
   * Addresses and CIDR ranges that the key may be used from; empty means any.
   *
   * @maxItems 50
   */
  ipAllowlist?: string[];
  /**
   * Publishable keys only: origins whose pages may frame embedded checkouts of this mode, and use the key; empty means that any may use it, and none may frame.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`; test mode also takes `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  type?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  mode?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  apiVersion?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a checkout session.
 *
 */
export interface UpdateCheckoutSession {
  /**
   * Replaces all lines; at least one, but for mode `setup`, which has none.
   *
   * @maxItems 100
   */
  lineItems?: LineItemChange[];
  /**
   * Cannot change: only the value that it has is accepted.
   */
  mode?: 'payment' | 'setup' | 'subscription';
  /**
   * Cannot change: only the value that it has is accepted.
   */
  uiMode?: 'hosted' | 'embedded' | 'custom';
  /**
   * Cannot change: only the value that it has is accepted.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Cannot change: only the value that it has is accepted.
   */
  currency?: Currency;
  /**
   * Cannot change: only the value that it has is accepted.
   */
  expiresAfterMinutes?: number;
  /**
   * An existing customer; null lets the buyer say who pays.
   */
  customerId?: string | null;
  /**
   * Merged field by field; excludes a chosen customer.
   */
  customerDetails?: {
    name?: string | null;
    email?: string | null;
    phone?: string | null;
    billingDetails?: {
      name?: string | null;
      email?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    shipping?: {
      name?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  customerCreation?: 'always' | 'if_required';
  customerUpdate?: {
    address?: 'auto' | 'never';
    name?: 'auto' | 'never';
    shipping?: 'auto' | 'never';
  } | null;
  /**
   * Replaces what there was.
   */
  afterCompletion?:
    | {
        type: 'redirect';
        redirect: {
          /**
           * An https URL; test mode also takes http://localhost.
           */
          url: string;
        };
      }
    | {
        type: 'hosted_confirmation';
        hostedConfirmation?: {
          customMessage?: string;
          /**
           * An https URL; test mode also takes http://localhost.
           */
          returnUrl?: string;
        };
      };
  cancelUrl?: string | null;
  locale?: string;
  /**
   * Replaces all questions.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldChange[];
  allowPromotionCodes?: boolean;
  nameCollection?: boolean;
  billingAddressCollection?: boolean;
  shippingAddressCollection?: boolean;
  phoneNumberCollection?: boolean;
  brandingSettings?: {
    colorMode?: 'light' | 'dark' | 'auto';
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    spacing?: 'compact' | 'normal' | 'spacious';
    inputSize?: 'sm' | 'md' | 'lg';
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      primary?: string;
      primaryForeground?: string;
      background?: string;
      foreground?: string;
      border?: string;
      input?: string;
      ring?: string;
      muted?: string;
      mutedForeground?: string;
      accent?: string;
      accentForeground?: string;
      destructive?: string;
    };
    fontFamily?:
      | 'default'
      | 'inter'
      | 'roboto'
      | 'open_sans'
      | 'lato'
      | 'montserrat'
      | 'nunito'
      | 'noto_sans'
      | 'cairo'
      | 'tajawal'
      | 'almarai'
      | 'ibm_plex_sans_arabic';
    /**
     * Ignored.
     */
    warnings?: string[];
  } | null;
  /**
   * Names of payment method types.
   *
   * @minItems 1
   * @maxItems 17
   */
  paymentMethodTypes?: (
    | PaymentMethodType
    | {
        type: PaymentMethodType;
        [k: string]: unknown;
      }
  )[];
  /**
   * Which ways to pay are offered from now on.
   */
  paymentMethodConfigurationId?: string;
  captureMethod?: 'automatic' | 'manual';
  paymentIntentData?: {
    description?: string | null;
    receiptEmail?: string | null;
    /**
     * Merged.
     */
    metadata?: Metadata | null;
    confirmationMethod?: 'automatic' | 'manual';
  };
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * What is left out stays.
   */
  feeConfig?: {
    /**
     * The buyer pays the fee on top.
     */
    feesPassThrough?: boolean;
    /**
     * Adds VAT to the prices, which are without it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  /**
   * Replaces all discounts, a code that the buyer entered too.
   */
  discounts?:
    | {
        object: 'discount';
        [k: string]: unknown;
      }[]
    | DiscountInput[];
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  paymentStatus?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  expiresAt?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  paymentIntentId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  paymentLinkId?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a coupon.
 *
 */
export interface UpdateCoupon {
  name?: string | null;
  active?: boolean;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  percentOff?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  amountOff?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  duration?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  durationInMonths?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  maxRedemptions?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  maxRedemptionsPerCustomer?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  minimumAmount?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  minimumAmountCurrency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  redeemBy?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  appliesToProductIds?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a customer.
 *
 */
export interface UpdateCustomer {
  name?: string | null;
  /**
   * Unique per account and mode. One of e-mail and phone must be left.
   */
  email?: string | null;
  phone?: string | null;
  /**
   * Replaces the whole address.
   */
  address?: {
    line1?: string | null;
    line2?: string | null;
    city?: string | null;
    state?: string | null;
    postalCode?: string | null;
    country?: string | null;
    [k: string]: string | null | undefined;
  } | null;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * Only before the first payment, whose currency it then is.
   */
  currency?: Currency;
}
/**
 * What a buyer may change.
 *
 */
export interface UpdateHostedCheckout {
  /**
   * Only the items to change.
   */
  lineItems?: {
    id: string;
    /**
     * Adjustable items only; 0 takes away an item whose `minimum` is 0.
     */
    quantity?: number;
    /**
     * CUSTOM prices only, minor units.
     */
    customAmount?: number;
  }[];
  /**
   * What the buyer entered; null takes it back.
   */
  promotionCode?: string | null;
  /**
   * Place in `discounts`, 0 for the first, of one to go on without, such as one that can no longer be given.
   */
  withoutDiscount?: number;
  customerDetails?: {
    name?: string | null;
    email?: string | null;
    phone?: string | null;
    billingDetails?: {
      name?: string | null;
      email?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    shipping?: {
      name?: string | null;
      phone?: string | null;
      address?: {
        line1?: string | null;
        line2?: string | null;
        city?: string | null;
        state?: string | null;
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  /**
   * @maxItems 3
   */
  customFields?: {
    key: string;
    text?: {
      value: string | null;
    };
    numeric?: {
      value: string | null;
    };
    dropdown?: {
      value: string | null;
    };
  }[];
  /**
   * The answer then has its fees.
   */
  paymentMethodType?: PaymentMethodType;
  cardBin?: string;
}
/**
 * What to change about a payment.
 *
 */
export interface UpdatePaymentIntent {
  description?: string | null;
  receiptEmail?: string | null;
  shipping?: {
    name?: string | null;
    phone?: string | null;
    address?: {
      line1?: string | null;
      line2?: string | null;
      city?: string | null;
      state?: string | null;
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  customerId?: string | null;
  /**
   * Before a confirm only; in the currency of the payment. Minor units; what is processed must be from 1.00 to 1,000,000.00 of its currency.
   */
  amount?: number;
  /**
   * Before a confirm only.
   */
  amountDetails?: {
    /**
     * Minor units of the currency.
     */
    productAmount: number;
    /**
     * Minor units of the currency.
     */
    tax?: number;
    /**
     * Minor units of the currency.
     */
    platformFees?: number;
    /**
     * Minor units of the currency.
     */
    tip?: number;
    /**
     * Minor units of the currency.
     */
    discount?: number;
  } | null;
  /**
   * Before a confirm only.
   */
  paymentMethodTypes?: PaymentMethodType[] | null;
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  captureMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  confirmationMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  checkoutSessionId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  cancellationReason?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  paymentMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  customer?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  presentmentDetails?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a payment link.
 *
 */
export interface UpdatePaymentLink {
  /**
   * Replaces all lines.
   *
   * @minItems 1
   * @maxItems 100
   */
  lineItems?: LineItemChange[];
  /**
   * Must equal the currency of the line items; changes with all of them.
   */
  currency?: Currency;
  active?: boolean;
  /**
   * In the future; null is never.
   */
  expiresAt?: string | null;
  maxCompletions?: number | null;
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  customerCreation?: 'always' | 'if_required';
  /**
   * Replaces what there was.
   */
  afterCompletion?:
    | {
        type: 'redirect';
        redirect: {
          /**
           * An https URL; test mode also takes http://localhost.
           */
          url: string;
        };
      }
    | {
        type: 'hosted_confirmation';
        hostedConfirmation?: {
          customMessage?: string;
          /**
           * An https URL; test mode also takes http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * Replaces all questions.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldChange[];
  allowPromotionCodes?: boolean;
  nameCollection?: boolean;
  billingAddressCollection?: boolean;
  shippingAddressCollection?: boolean;
  phoneNumberCollection?: boolean;
  brandingSettings?: {
    colorMode?: 'light' | 'dark' | 'auto';
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    spacing?: 'compact' | 'normal' | 'spacious';
    inputSize?: 'sm' | 'md' | 'lg';
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      primary?: string;
      primaryForeground?: string;
      background?: string;
      foreground?: string;
      border?: string;
      input?: string;
      ring?: string;
      muted?: string;
      mutedForeground?: string;
      accent?: string;
      accentForeground?: string;
      destructive?: string;
    };
    fontFamily?:
      | 'default'
      | 'inter'
      | 'roboto'
      | 'open_sans'
      | 'lato'
      | 'montserrat'
      | 'nunito'
      | 'noto_sans'
      | 'cairo'
      | 'tajawal'
      | 'almarai'
      | 'ibm_plex_sans_arabic';
    /**
     * Ignored.
     */
    warnings?: string[];
  } | null;
  /**
   * null: the default configuration.
   */
  paymentMethodConfigurationId?: string | null;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * What is left out stays.
   */
  feeConfig?: {
    /**
     * The buyer pays the fee on top.
     */
    feesPassThrough?: boolean;
    /**
     * Adds VAT to the prices, which are without it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percent: 14 is 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
}
/**
 * What to change about a configuration; `paymentMethodTypes` replaces the whole list.
 *
 */
export interface UpdatePaymentMethodConfiguration {
  name?: string;
  /**
   * In the order in which a checkout offers them; what is not listed is not offered.
   */
  paymentMethodTypes?: {
    type: PaymentMethodType;
    enabled?: boolean;
    /**
     * At most one for each currency.
     */
    limits?: {
      currency: Currency;
      /**
       * Minor units; null leaves it to the platform.
       */
      minTransactionAmount?: number | null;
      /**
       * Minor units; null leaves it to the platform.
       */
      maxTransactionAmount?: number | null;
    }[];
  }[];
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  isDefault?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a price.
 *
 */
export interface UpdatePrice {
  name?: string | null;
  description?: string | null;
  active?: boolean;
  /**
   * Pieces left; null is unlimited.
   */
  stock?: number | null;
  startDate?: string | null;
  expirationDate?: string | null;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * Minor units; only while never sold from.
   */
  unitAmount?: number | null;
  /**
   * Only while never sold from.
   */
  currency?: Currency;
  /**
   * Only while never sold from.
   */
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * Only while never sold from.
   */
  recurring?: {
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    intervalCount: number;
  } | null;
  /**
   * Only while never sold from.
   */
  customUnitAmount?: {
    minimum?: number | null;
    maximum?: number | null;
    preset?: number | null;
  } | null;
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  productId?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a product.
 *
 */
export interface UpdateProduct {
  name?: string;
  description?: string | null;
  image?: string | null;
  unitLabel?: string | null;
  active?: boolean;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * `price_…`: one of the product’s own; an empty string clears it.
   */
  defaultPrice?: string;
}
/**
 * What to change about a promotion code.
 *
 */
export interface UpdatePromotionCode {
  active?: boolean;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * Only before the first redemption; what is left out stays.
   */
  restrictions?: {
    firstTimeTransaction?: boolean;
    minimumAmount?: number | null;
    minimumAmountCurrency?: Currency | null;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  code?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  couponId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  maxRedemptions?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  expiresAt?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  customerId?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about a refund.
 *
 */
export interface UpdateRefund {
  description?: string | null;
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  amount?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  chargeId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  paymentIntentId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  reason?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  instructionsEmail?: {
    [k: string]: unknown;
  };
  /**
   * Cannot change; accepted when it equals what is stored.
   */
  status?: {
    [k: string]: unknown;
  };
}
/**
 * What to change about an endpoint.
 *
 */
export interface UpdateWebhookEndpoint {
  /**
   * https.
   */
  url?: string;
  description?: string | null;
  /**
   * Event types, `family.*`, or `*` for all.
   *
   * @minItems 1
   * @maxItems 200
   */
  enabledEvents?: string[];
  /**
   * `disabled`: nothing is sent, and what waits is dropped.
   */
  status?: 'enabled' | 'disabled';
  /**
   * Merged; a null value takes its key away, null takes all away.
   */
  metadata?: Metadata | null;
  /**
   * With `status: enabled`: whether what it missed while it was disabled is delivered now, as far as it is stored.
   */
  replayMissed?: boolean;
}
/**
 * Where to send a picture.
 *
 */
export interface UploadUrl {
  /**
   * Where the bytes of the picture go, as the whole body of one request.
   */
  uploadUrl: string;
  method: 'PUT';
  /**
   * To send with them.
   */
  headers: {
    [k: string]: string;
  };
  /**
   * Where everybody sees the picture once it is there.
   */
  publicUrl: string;
  /**
   * When the address ends, 15 minutes after it was made.
   */
  expiresAt: string;
}
/**
 * What will go wrong with the next deliveries of an endpoint.
 *
 */
export interface WebhookChaos {
  object: 'webhook_chaos';
  /**
   * `we_…`
   */
  endpointId: string;
  mode: 'duplicate' | 'drop' | 'reorder' | 'corrupt_signature' | 'delay';
  times: number;
  delaySeconds: number;
}
/**
 * The deliveries that a request made.
 *
 */
export interface WebhookDeliveries {
  /**
   * First attempts, due now.
   */
  deliveries: WebhookDelivery[];
}
/**
 * One attempt to deliver an event to an endpoint. Its times are those of the account: in test mode of its clock.
 *
 */
export interface WebhookDelivery {
  /**
   * `dlv_…`
   */
  id: string;
  object: 'webhook_delivery';
  /**
   * `we_…`
   */
  webhookEndpointId: string;
  /**
   * `evt_…`
   */
  eventId: string;
  eventType: string;
  /**
   * 1 for the first.
   */
  attempt: number;
  status: 'pending' | 'succeeded' | 'failed';
  request: {
    url: string;
    /**
     * As they were sent, without the signature: `webhook-timestamp` is real time.
     */
    headers: {
      [k: string]: string;
    };
    /**
     * The first 4 KiB.
     */
    body: string;
  };
  /**
   * Null before the attempt and when nothing answered.
   */
  response: {
    statusCode: number;
    headers: {
      [k: string]: string;
    };
    /**
     * The first 4 KiB.
     */
    body: string;
  } | null;
  /**
   * Why nothing answered.
   */
  error: string | null;
  /**
   * Milliseconds.
   */
  durationMs: number | null;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * Null before the attempt.
   */
  attemptedAt: string | null;
  /**
   * When it is tried again; null when it is not.
   */
  nextAttemptAt: string | null;
  livemode: boolean;
}
/**
 * A page of delivery attempts.
 *
 */
export interface WebhookDeliveryList {
  /**
   * Newest first.
   */
  data: WebhookDelivery[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * An address that is told about events.
 *
 */
export interface WebhookEndpoint {
  /**
   * `we_…`
   */
  id: string;
  object: 'webhook_endpoint';
  /**
   * https.
   */
  url: string;
  description: string | null;
  status: 'enabled' | 'disabled';
  /**
   * Event types, `family.*`, or `*` for all.
   */
  enabledEvents: string[];
  livemode: boolean;
  metadata: Metadata;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of webhook endpoints.
 *
 */
export interface WebhookEndpointList {
  /**
   * Newest first.
   */
  data: WebhookEndpoint[];
  /**
   * Rows in all pages.
   */
  totalCount: number;
}
/**
 * An endpoint with its signing secret, shown this once.
 *
 */
export interface WebhookEndpointWithSecret {
  /**
   * `we_…`
   */
  id: string;
  object: 'webhook_endpoint';
  /**
   * https.
   */
  url: string;
  description: string | null;
  status: 'enabled' | 'disabled';
  /**
   * Event types, `family.*`, or `*` for all.
   */
  enabledEvents: string[];
  livemode: boolean;
  metadata: Metadata;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601, UTC, milliseconds.
   */
  updatedAt: string;
  /**
   * `whsec_…`: verifies signatures; cannot be read again.
   */
  secret: string;
}
/**
 * What became of a test event.
 *
 */
export interface WebhookTest {
  /**
   * Whether the endpoint answered 2xx in time.
   */
  delivered: boolean;
  /**
   * What it answered; null when nothing answered.
   */
  statusCode: number | null;
  /**
   * How long that took, milliseconds.
   */
  durationMs: number;
}
export interface ListApiKeysQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
}
export interface ListProductsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  active?: boolean;
  /**
   * A JSON object, URL-encoded; a row matches when its metadata contains it.
   */
  metadata?: string;
  /**
   * Comma-separated terms; a row matches when any of them does.
   */
  search?: string;
}
export interface GetProductStatsQuery {
  /**
   * First day or moment; 29 days before the last when absent.
   */
  from?: string;
  /**
   * Last day, inclusive, or the moment at which it ends; today when absent.
   */
  to?: string;
  interval?: StatsInterval & string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
  /**
   * Counts the sales in this currency; that of the newest sale when absent.
   */
  currency?: Currency;
}
export interface CreatePriceQuery {
  /**
   * `prod_…`: the product.
   */
  productId: string;
}
export interface ListPricesQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `prod_…`
   */
  productId?: string;
  active?: boolean;
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  currency?: Currency;
}
export interface ListCustomersQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * Comma-separated terms; a row matches when any of them does.
   */
  search?: string;
  type?: 'registered' | 'guest';
}
export interface GetCustomerStatsQuery {
  /**
   * First day or moment; 29 days before the last when absent.
   */
  from?: string;
  /**
   * Last day, inclusive, or the moment at which it ends; today when absent.
   */
  to?: string;
  interval?: StatsInterval & string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListCheckoutSessionsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  status?: 'open' | 'complete' | 'expired';
  paymentStatus?: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * `cus_…`
   */
  customerId?: string;
  /**
   * `plink_…`
   */
  paymentLinkId?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListPaymentLinksQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  active?: boolean;
  /**
   * Id of the link; name, description or unit label of its products.
   */
  search?: string;
  /**
   * `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive) in minor units.
   */
  amount?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListCouponsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  active?: boolean;
}
export interface ListPromotionCodesQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * The whole text, in upper or lower case.
   */
  code?: string;
  /**
   * `coupon_…`
   */
  couponId?: string;
  /**
   * `cus_…`
   */
  customerId?: string;
  active?: boolean;
}
export interface ListDiscountsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `coupon_…`
   */
  couponId?: string;
  /**
   * `cus_…`
   */
  customerId?: string;
  /**
   * `cs_…`
   */
  checkoutSessionId?: string;
}
export interface ListPaymentIntentsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `nextCursor` of the page before; stable while rows are added. Excludes `page`.
   */
  cursor?: string;
  status?:
    | 'REQUIRES_PAYMENT_METHOD'
    | 'REQUIRES_CONFIRMATION'
    | 'REQUIRES_ACTION'
    | 'PROCESSING'
    | 'UNCAPTURED'
    | 'CANCELED'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'AMOUNT_CAPTURABLE_UPDATED';
  /**
   * `cus_…`
   */
  customerId?: string;
  /**
   * `cs_…`
   */
  checkoutSessionId?: string;
  /**
   * `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive) in minor units.
   */
  amount?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListChargesQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `nextCursor` of the page before; stable while rows are added. Excludes `page`.
   */
  cursor?: string;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  /**
   * `cus_…`
   */
  customerId?: string;
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED';
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListRefundsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `ch_…`
   */
  chargeId?: string;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  status?: 'PENDING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListBalanceTransactionsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `nextCursor` of the page before; stable while rows are added. Excludes `page`.
   */
  cursor?: string;
  type?: 'charge' | 'refund' | 'refund_failure' | 'payout' | 'adjustment';
  /**
   * `ch_…` or `re_…`
   */
  sourceId?: string;
  currency?: Currency;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListPaymentMethodConfigurationsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
}
export interface ListWebhookEndpointsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  status?: 'enabled' | 'disabled';
}
export interface ListWebhookDeliveriesQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  status?: 'pending' | 'succeeded' | 'failed';
  /**
   * An event type or `family.*`.
   */
  eventType?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
export interface ListEventsQuery {
  /**
   * The page, from 1.
   */
  page?: number;
  /**
   * Rows on a page.
   */
  limit?: number;
  /**
   * `nextCursor` of the page before; stable while rows are added. Excludes `page`.
   */
  cursor?: string;
  /**
   * An event type or `family.*`.
   */
  type?: string;
  /**
   * Id of the object that the event is about.
   */
  objectId?: string;
  /**
   * `true`: every endpoint that it goes to has received it; `false`: one has not, or not yet.
   */
  deliverySuccess?: boolean;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is read; UTC when absent.
   */
  timezone?: string;
}
/**
 * The first line items that were made from some prices.
 *
 */
export interface PriceUse {
  /**
   * `use_…`
   */
  id: string;
  object: 'price_use';
  /**
   * `cs_…` or `plink_…`
   */
  usedBy: string;
  priceIds: string[];
}
