// Generated from packages/contracts by `npm run docs`. Do not edit.

export {}; // without it, a file of declarations exports all that it declares

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
  /** The request could not be read: malformed JSON or HTTP (400), a method that the path does not support (405), a body that arrived too slowly (408), a body that is too large (413), an unsupported content type (415), or headers larger than 16 KiB (431). */
  | 'invalid_request'
  /** A parameter that is always required is missing, or a parameter has the wrong type or a value that is not allowed. */
  | 'parameter_invalid'
  /** A parameter is missing that is required only in this case, because of another parameter, the object or a setting. */
  | 'parameter_missing'
  /** The request contains a parameter that this operation does not support. */
  | 'parameter_unknown'
  /** A number is out of range, or a list has too many items. */
  | 'parameter_out_of_range'
  /** The request contains parameters that cannot be combined. */
  | 'parameters_exclusive'
  /** A parameter was sent that is valid only in combination with another one. */
  | 'parameter_requires_another'
  /** A value entered by the buyer does not meet the requirements of its field. */
  | 'validation_error'
  /** No such object exists for this account and mode, or the path does not exist. */
  | 'resource_missing'
  /** The current state of the object does not allow this operation. */
  | 'resource_invalid_state'
  /** Another object already uses a value that must be unique. */
  | 'resource_already_exists'
  /** The account has as many of these resources as it can have. */
  | 'resource_limit_reached'
  /** The object cannot be deleted, or changed in this way, because other objects refer to it. */
  | 'resource_in_use'
  /** The operation requires an API key (or the operator's token), and none or an unknown one was sent. */
  | 'authentication_required'
  /** A request from a buyer's browser, which needs no API key, contains an unknown one. */
  | 'invalid_api_key'
  /** The API key has been revoked or has expired. */
  | 'api_key_inactive'
  /** The signature of a provider callback does not match its body. */
  | 'invalid_signature'
  /** The API key does not have permission for this operation. */
  | 'permission_denied'
  /** Live payments are not enabled for this account. */
  | 'merchant_not_activated'
  /** This live-mode operation requires a second factor. */
  | 'two_factor_required'
  /** Too many requests in a short time. */
  | 'rate_limit'
  /** The first request with this idempotency key is still in progress (409), or the key was already used for a different request (400). */
  | 'idempotency_key_in_use'
  /** The request failed because of an error on the platform (500), or because a part of the platform is unavailable (503). */
  | 'internal_error'
  /** A payment provider accepted the credentials of a connection and failed afterwards. The credentials are right, and nothing was changed. */
  | 'creation_failed'
  /** The request timed out. It may or may not have been processed. */
  | 'request_timeout'
  /** The product of this price is archived. */
  | 'product_archived'
  /** The price is archived. */
  | 'price_inactive'
  /** The price is not on sale until its `startDate`. */
  | 'price_not_yet_active'
  /** The price is no longer on sale because its `expirationDate` has passed. */
  | 'price_expired'
  /** There is not enough stock for the requested quantity. */
  | 'price_sold_out'
  /** The `expirationDate` of the price is not after its `startDate`. */
  | 'price_date_range_invalid'
  /** The stock is negative or not a whole number. */
  | 'price_stock_invalid'
  /** A recurring price was used where only one-time prices are allowed, or a subscription contains no recurring price. */
  | 'price_recurring_not_supported'
  /** The amount, currency and type of a price cannot change after the price has been used in a line item. */
  | 'price_immutable_while_used'
  /** The session has expired and can no longer be paid. */
  | 'checkout_session_expired'
  /** The client secret is missing or does not belong to this object. */
  | 'invalid_client_secret'
  /** A line item has no price. */
  | 'line_item_missing_price'
  /** This change would leave the cart empty. */
  | 'checkout_empty_cart'
  /** The payment link is inactive. */
  | 'payment_link_inactive'
  /** The payment link has expired. */
  | 'payment_link_expired'
  /** This checkout does not accept promotion codes. */
  | 'promotion_codes_not_allowed'
  /** No such promotion code. */
  | 'promotion_code_not_found'
  /** The promotion code is inactive. */
  | 'promotion_code_inactive'
  /** The promotion code has expired. */
  | 'promotion_code_expired'
  /** The promotion code has reached its maximum number of redemptions. */
  | 'promotion_code_max_redemptions'
  /** The promotion code is restricted to a different customer. */
  | 'promotion_code_customer_mismatch'
  /** The cart total is below the minimum amount of the promotion code. */
  | 'promotion_code_minimum_amount'
  /** The promotion code is valid for first purchases only. */
  | 'promotion_code_first_time_only'
  /** An active promotion code with this text already exists. */
  | 'promotion_code_exists'
  /** The coupon is inactive, expired or fully redeemed. */
  | 'coupon_invalid'
  /** The currency of the coupon does not match the currency of the cart. */
  | 'coupon_currency_mismatch'
  /** The cart total is below the minimum amount of the coupon. */
  | 'coupon_minimum_amount'
  /** This customer has reached the maximum number of redemptions of the coupon. */
  | 'coupon_customer_max_redemptions'
  /** The coupon cannot be deleted because it has been redeemed or has active promotion codes. */
  | 'coupon_in_use'
  /** A checkout can have only one discount. */
  | 'too_many_discounts'
  /** The account does not accept payments in this currency. */
  | 'unsupported_currency'
  /** There is no current exchange rate for this currency. */
  | 'exchange_rate_not_found'
  /** A payment attempt is in progress and its outcome is not yet known. */
  | 'payment_still_confirming'
  /** The payment has already succeeded. */
  | 'payment_already_completed'
  /** The amount is not valid for this operation: negative, fractional, too small, too large, or greater than the remaining amount. */
  | 'amount_invalid'
  /** The currency does not match the object it is used with. */
  | 'currency_invalid'
  /** The payment method cannot be used: its token is unknown, or the issuer declined the card. */
  | 'payment_method_corrupted'
  /** The payment method belongs to a different customer. */
  | 'payment_method_customer_mismatch'
  /** The payment intent belongs to a different customer. */
  | 'payment_intent_customer_mismatch'
  /** The payment method cannot be used for this payment. */
  | 'payment_method_mismatch'
  /** The charge is authorized but not captured, so there is nothing to refund. */
  | 'charge_not_captured'
  /** The charge is disputed, so it cannot be refunded now. */
  | 'charge_disputed'
  /** The account has no balance in this currency. */
  | 'merchant_no_balance'
  /** The available balance is too low for this refund, or the payable balance for this payout. */
  | 'insufficient_balance'
  /** The ledger entry of this charge has not been recorded yet. */
  | 'charge_missing_balance_transaction'
  /** The fees of this charge have not been recorded. */
  | 'charge_missing_fee_data'
  /** The fees of this charge have been recorded only in part. */
  | 'charge_incomplete_fee_data'
  /** The default payment method configuration cannot be renamed. */
  | 'cannot_rename_default'
  /** The default payment method configuration cannot be deleted. */
  | 'cannot_delete_default'
  /** A configuration must have at least one enabled payment method. */
  | 'must_have_enabled_method'
  /** A payment link or open session uses this configuration. */
  | 'configuration_in_use';

/** The object of each type of event that webhook endpoints receive. */
export interface EventObjects {
  /** Occurs when a product is created. */ 'product.created': Product;
  /** Occurs when a product or its default price changes. */ 'product.updated': Product;
  /** Occurs when a product is deleted. The object is its last state. */ 'product.deleted': Product;
  /** Occurs when a price is created. */ 'price.created': Price;
  /** Occurs when a price or its stock changes. */ 'price.updated': Price;
  /** Occurs when a price is deleted. The object is its last state. */ 'price.deleted': Price;
  /** Occurs when the stock of a price reaches 0. */ 'price.stock_depleted': Price;
  /** Occurs when more units of a price are sold than were in stock. */ 'price.oversold': Price;
  /** Occurs when a customer is created, or when a guest makes a first purchase. */ 'customer.created': Customer;
  /** Occurs when a customer or the customer's spending changes. */ 'customer.updated': Customer;
  /** Occurs when a customer is deleted or, with `mergedInto`, when a guest is merged into another customer. The object is its last state. */ 'customer.deleted': Customer;
  /** Occurs when a checkout session is created. */ 'checkout.session.created': EventCheckoutSession;
  /** Occurs when the buyer completes a checkout session. `paymentStatus` shows whether it is paid. */ 'checkout.session.completed': EventCheckoutSession;
  /** Occurs when a checkout session expires and can no longer be paid. */ 'checkout.session.expired': EventCheckoutSession;
  /** Occurs when the payment of a completed but unpaid session succeeds. */ 'checkout.session.async_payment_succeeded': EventCheckoutSession;
  /** Occurs when the payment of a completed but unpaid session fails. */ 'checkout.session.async_payment_failed': EventCheckoutSession;
  /** Occurs when a payment link is created. */ 'payment_link.created': PaymentLink;
  /** Occurs when a payment link is updated. */ 'payment_link.updated': PaymentLink;
  /** Occurs when the `expiresAt` of a payment link passes. */ 'payment_link.expired': PaymentLink;
  /** Occurs when a coupon is created. */ 'coupon.created': Coupon;
  /** Occurs when a coupon is updated. Redemptions alone do not cause this event. */ 'coupon.updated': Coupon;
  /** Occurs when a coupon is deleted. The object is its last state. */ 'coupon.deleted': Coupon;
  /** Occurs when a promotion code is created. */ 'promotion_code.created': PromotionCode;
  /** Occurs when a promotion code is updated. Redemptions alone do not cause this event. */ 'promotion_code.updated': PromotionCode;
  /** Occurs when a discount is redeemed: its checkout has been paid, or was free. */ 'discount.created': Discount;
  /** Occurs when the payment of a redeemed discount is fully refunded. The customer can redeem the coupon again. */ 'discount.deleted': Discount;
  /** Occurs when a payment intent is created. */ 'payment_intent.created': EventPaymentIntent;
  /** Occurs when a payment intent changes without a new outcome. */ 'payment_intent.updated': EventPaymentIntent;
  /** Occurs when the buyer must take an action to continue the payment. */ 'payment_intent.requires_action': EventPaymentIntent;
  /** Occurs when a payment is submitted and its outcome will be known later. */ 'payment_intent.processing': EventPaymentIntent;
  /** Occurs when a payment is authorized, and after each capture that leaves a remainder. Capture it before the authorization expires: after 7 days, unless the provider sets another time. */ 'payment_intent.amount_capturable_updated': EventPaymentIntent;
  /** Occurs when a payment is captured. */ 'payment_intent.succeeded': EventPaymentIntent;
  /** Occurs when a payment attempt fails. `lastPaymentError` shows the reason. */ 'payment_intent.payment_failed': EventPaymentIntent;
  /** Occurs when a payment intent is canceled. */ 'payment_intent.canceled': EventPaymentIntent;
  /** Occurs when a payment is fully refunded. */ 'payment_intent.refunded': EventPaymentIntent;
  /** Occurs when a payment is partially refunded. */ 'payment_intent.partially_refunded': EventPaymentIntent;
  /** Occurs when a payment attempt is created and its outcome is pending. */ 'charge.pending': Charge;
  /** Occurs when a payment attempt is approved. */ 'charge.succeeded': Charge;
  /** Occurs when a payment attempt fails. */ 'charge.failed': Charge;
  /** Occurs when an authorized charge is captured. */ 'charge.captured': Charge;
  /** Occurs when an authorization expires before it is captured. */ 'charge.expired': Charge;
  /** Occurs when a charge changes and no other event of a charge applies, for example when it succeeds late or its authorization is canceled. Check `status`. */ 'charge.updated': Charge;
  /** Occurs when a charge is refunded, in full or in part. */ 'charge.refunded': Charge;
  /** Occurs when a refund is created and the balance is debited. */ 'refund.created': Refund;
  /** Occurs when a refund is updated. */ 'refund.updated': Refund;
  /** Occurs when a refund succeeds and the money is on its way to the buyer. */ 'refund.succeeded': Refund;
  /** Occurs when a refund fails and the balance is credited. */ 'refund.failed': Refund;
  /** Occurs when a refund is canceled and the balance is credited. */ 'refund.canceled': Refund;
  /** Occurs when the buyer must provide bank or wallet details to receive a refund. */ 'refund.requires_action': Refund;
  /** Occurs when the payer’s bank opens a dispute or an inquiry about a charge. */ 'dispute.created': Dispute;
  /** Occurs when a dispute changes: its evidence or deadline changes, it is submitted, an inquiry becomes a dispute, or its money moves. */ 'dispute.updated': Dispute;
  /** Occurs when a dispute is won or lost, or an inquiry ends. */ 'dispute.closed': Dispute;
  /** Occurs when a payout is created and the balance is debited. */ 'payout.created': Payout;
  /** Occurs when a payout is sent to the bank: its status is IN_TRANSIT. */ 'payout.updated': Payout;
  /** Occurs when the bank has executed a payout. */ 'payout.paid': Payout;
  /** Occurs when the bank has not executed a payout and the balance is credited. */ 'payout.failed': Payout;
  /** Occurs when a payout is canceled and the balance is credited. */ 'payout.canceled': Payout;
  /** Occurs when a payment method is saved for a customer. */ 'payment_method.attached': SavedPaymentMethod;
  /** Occurs when a saved payment method changes: the card was saved again with a new expiry date, or its guest was merged into another customer. */ 'payment_method.updated': SavedPaymentMethod;
  /** Occurs when a saved payment method is removed because its customer was deleted. The object is its last state. */ 'payment_method.detached': SavedPaymentMethod;
  /** Occurs when a payment method configuration is created. The default configuration is created when it is first needed. */ 'payment_method_configuration.created': PaymentMethodConfiguration;
  /** Occurs when a payment method configuration is updated. */ 'payment_method_configuration.updated': PaymentMethodConfiguration;
  /** Occurs when a payment method configuration is deleted. */ 'payment_method_configuration.deleted': PaymentMethodConfiguration;
  /** Occurs when pending funds become available. The object is the resulting balance. */ 'balance.available': Balance;
  /** Occurs the first time that a payment of the account is rejected because this exchange rate is older than 26 hours. */ 'exchange_rate.stale': ExchangeRate;
  /** Occurs when a webhook endpoint is disabled because its deliveries have failed for too long. */ 'webhook_endpoint.disabled': WebhookEndpoint;
  /** Occurs when the signing secret of an endpoint is rotated. */ 'webhook_endpoint.secret_rotated': WebhookEndpoint;
  /** Sent on request, to test an endpoint, and to that endpoint alone: it is not on the bus. */ 'webhook_endpoint.test': WebhookEndpoint;
  /** Occurs when an API key is created. */ 'api_key.created': ApiKey;
  /** Occurs when an API key is revoked. */ 'api_key.revoked': ApiKey;
  /** Occurs when the test clock is advanced. */ 'test_clock.advanced': TestClock;
}

/** The object of each type of event on the bus. */
export interface BusEventObjects extends EventObjects {
  /** Occurs when a session or payment link is the first to use a price in a line item. The amount of the price can no longer change. */ 'checkout.prices_used': PriceUse;
  /** Occurs when a session completes, or its payment succeeds later, whose own event does not have all of its line items. */ 'checkout.lines_sold': Order;
  /** Occurs when a mail server accepts the mail that requests the bank or wallet details of a refund. */ 'mail.accepted': MailAcceptance;
  /** Occurs when an API key is updated. */ 'api_key.updated': ApiKey;
  /** Occurs when a provider connection or route of an account changes. */ 'live_methods.changed': LiveMethodsChange;
  /** Occurs when an account is created. */ 'account.created': AccountProfile;
  /** Occurs when an account is updated. */ 'account.updated': AccountProfile;
}

/** An event. Its type says which object it has. */
export type Event = {
  [Type in keyof EventObjects]: Omit<UntypedEvent, 'type' | 'data'> & {
    type: Type;
    data: Omit<UntypedEvent['data'], 'object'> & { object: EventObjects[Type] };
  };
}[keyof EventObjects];

/**
 * Three-letter ISO 4217 currency code.
 *
 */
export type Currency =
  'EGP' | 'USD' | 'EUR' | 'GBP' | 'SAR' | 'AED' | 'QAR' | 'KWD' | 'JOD' | 'OMR' | 'BHD' | 'LYD' | 'AUD' | 'CAD' | 'CNY';
/**
 * A payment method type.
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
 * What a file is used for.
 *
 */
export type UploadPurpose = 'product_image' | 'merchant_logo' | 'dispute_evidence';
/**
 * Format of a file.
 *
 */
export type FileType = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';
export type StatsInterval = 'day' | 'week' | 'month';

/**
 * The merchant account, as seen by the requesting key.
 *
 */
export interface Account {
  /**
   * `acct_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'account';
  /**
   * Name as it is shown to buyers.
   */
  displayName: string;
  /**
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country: string;
  defaultCurrency: Currency;
  /**
   * BCP 47, for example `en`.
   */
  defaultLocale: string;
  /**
   * Currencies that the account accepts, each with its payment methods.
   */
  supportedCurrencies: SupportedCurrency[];
  /**
   * Mode of the requesting key.
   */
  livemode: boolean;
  /**
   * Whether live keys can accept payments.
   */
  livePaymentsEnabled: boolean;
  /**
   * The key that the request was sent with.
   */
  apiKey: {
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
    /**
     * `test` or `live`.
     */
    mode: 'test' | 'live';
    /**
     * Sorted alphabetically.
     */
    permissions: (
      | 'ACCOUNT_READ'
      | 'ACCOUNT_WRITE'
      | 'API_KEY_READ'
      | 'API_KEY_WRITE'
      | 'BALANCE_READ'
      | 'BANK_ACCOUNT_READ'
      | 'BANK_ACCOUNT_WRITE'
      | 'CHARGE_READ'
      | 'CHECKOUT_SESSION_READ'
      | 'CHECKOUT_SESSION_WRITE'
      | 'COUPON_READ'
      | 'COUPON_WRITE'
      | 'CUSTOMER_READ'
      | 'CUSTOMER_WRITE'
      | 'DISPUTE_READ'
      | 'DISPUTE_WRITE'
      | 'EVENT_READ'
      | 'EVENT_WRITE'
      | 'PAYMENT_INTENT_READ'
      | 'PAYMENT_INTENT_WRITE'
      | 'PAYMENT_LINK_READ'
      | 'PAYMENT_LINK_WRITE'
      | 'PAYMENT_METHOD_CONFIGURATION_READ'
      | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
      | 'PAYOUT_READ'
      | 'PAYOUT_WRITE'
      | 'PRICE_READ'
      | 'PRICE_WRITE'
      | 'PRODUCT_READ'
      | 'PRODUCT_WRITE'
      | 'PROMOTION_CODE_READ'
      | 'PROMOTION_CODE_WRITE'
      | 'PROVIDER_CONNECTION_READ'
      | 'PROVIDER_CONNECTION_WRITE'
      | 'REFUND_READ'
      | 'REFUND_WRITE'
      | 'REPORT_READ'
      | 'TEST_HELPER_WRITE'
      | 'WEBHOOK_ENDPOINT_READ'
      | 'WEBHOOK_ENDPOINT_WRITE'
    )[];
  };
}
/**
 * A currency in which the account can accept payments.
 *
 */
export interface SupportedCurrency {
  code: Currency;
  /**
   * Number of decimals of the currency: 2 or 3.
   */
  decimals: number;
  /**
   * Payment methods, in the order in which they are offered.
   */
  paymentMethodTypes: PaymentMethodType[];
}
/**
 * Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
 *
 */
export interface AccountFeeConfig {
  /**
   * Whether the buyer pays the fee on top of the amount.
   */
  feesPassThrough: boolean;
  /**
   * Whether VAT is added to the total.
   */
  vatCollectionEnabled: boolean;
  /**
   * Percentage, greater than 0 and at most 100, with at most four decimals.
   */
  vatCollectionRate?: number;
}
/**
 * A page of API keys of an account.
 *
 */
export interface AccountKeyList {
  /**
   * Newest first.
   */
  data: ApiKey[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * An API key, without its secret.
 *
 */
export interface ApiKey {
  /**
   * `key_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'api_key';
  /**
   * Your own name of the key.
   */
  name: string | null;
  /**
   * `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what browsers need.
   */
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  /**
   * `test` or `live`.
   */
  mode: 'test' | 'live';
  /**
   * Sorted alphabetically.
   */
  permissions: (
    | 'ACCOUNT_READ'
    | 'ACCOUNT_WRITE'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'BANK_ACCOUNT_READ'
    | 'BANK_ACCOUNT_WRITE'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'DISPUTE_READ'
    | 'DISPUTE_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PAYOUT_READ'
    | 'PAYOUT_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'PROVIDER_CONNECTION_READ'
    | 'PROVIDER_CONNECTION_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'REPORT_READ'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  /**
   * For example `mz_sk_test_`.
   */
  prefix: string;
  /**
   * The last four characters.
   */
  last4: string;
  /**
   * API version used when a request does not specify one, YYYY-MM-DD.
   */
  apiVersion: string;
  /**
   * IP addresses and CIDR ranges. Empty allows all addresses.
   */
  ipAllowlist: string[];
  /**
   * Publishable keys: origins whose pages can embed checkouts and use the key.
   */
  allowedOrigins: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * The settings of an account, independent of the key. `logo`, `defaultLocale`, `mail` and `manualMethods` are those of the requested mode; in events and for the operator, those of live mode.
 *
 */
export interface AccountProfile {
  /**
   * `acct_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'account';
  /**
   * Name as it is shown to buyers.
   */
  displayName: string;
  /**
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country: string;
  defaultCurrency: Currency;
  /**
   * BCP 47, for example `en`.
   */
  defaultLocale: string;
  /**
   * Currencies that the account accepts, each with its payment methods.
   */
  supportedCurrencies: SupportedCurrency[];
  /**
   * Whether live keys can accept payments.
   */
  livePaymentsEnabled: boolean;
  /**
   * URL.
   */
  logo: string | null;
  /**
   * Origins that can embed checkouts. If requested for one mode, includes those of its publishable keys.
   */
  allowedOrigins: string[];
  /**
   * What payments cost, by method and currency. The first rule that matches applies.
   */
  feeSchedule: FeeRule[];
  feeConfig: AccountFeeConfig;
  /**
   * Further currencies that prices can use; their payments are converted into a supported currency. `null` means any currency with an exchange rate.
   */
  presentmentCurrencies: Currency[] | null;
  /**
   * What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.
   */
  lateSuccessPolicy: 'accept' | 'auto_refund';
  disputeFees?: DisputeFee[];
  mail?: MailSettings;
  manualMethods?: ManualMethods;
  /**
   * VAT on fees, in parts per million: 14 % is 140000.
   */
  vatOnFeesPpm: number;
}
/**
 * The fee of one type of payment. `null` matches any value. Of the rules that match, the one that names the most values applies; of those that name as many, the one that names `provider`, then `isInternational`, then `isOnUs`, then `brand`; of equal ones, the first.
 *
 */
export interface FeeRule {
  paymentMethodType: PaymentMethodType;
  /**
   * Card network that the rule is limited to. Without it the rule applies to every network.
   */
  brand: ('visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown') | null;
  /**
   * Whether the card was issued by the bank that acquires the payment.
   */
  isOnUs: boolean | null;
  /**
   * Whether the card was issued in another country than that of the account.
   */
  isInternational: boolean | null;
  currency: Currency;
  /**
   * Rate in parts per million of the amount: 2.75 % is 27500.
   */
  ratePpm: number;
  /**
   * Fixed fee per payment, in minor units of `currency`.
   */
  fixed: number;
  /**
   * The provider that takes the payment. If the buyer pays the fee, and in test mode, only rules for any provider apply.
   */
  provider?: ('stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara') | null;
  /**
   * Fixed fee per refund, in minor units of `currency`, VAT included: `feeAmount` of the refund.
   */
  refundFixed?: number;
}
/**
 * What each dispute in a currency costs when its money is withdrawn. It is kept, won or lost.
 *
 */
export interface DisputeFee {
  currency: Currency;
  /**
   * In minor units of `currency`.
   */
  amount: number;
}
/**
 * The mail that the platform sends to buyers.
 *
 */
export interface MailSettings {
  /**
   * Whether buyers receive receipts, and how to pay vouchers and transfers, by mail.
   */
  receipts: boolean;
  /**
   * Whether buyers whose checkout expired unpaid receive a link by mail to continue it.
   */
  recovery?: boolean;
  /**
   * Where the replies of buyers go.
   */
  replyTo: string | null;
}
/**
 * The payment methods that the merchant receives without a payment provider. Report each payment with `mark-paid`.
 *
 */
export interface ManualMethods {
  /**
   * Whether buyers can pay in cash on delivery.
   */
  cash_on_delivery: {
    /**
     * Whether it is on.
     */
    enabled: boolean;
  };
  /**
   * One for each currency. Empty: not offered.
   */
  bank_transfer: BankTransferAccount[];
  /**
   * The InstaPay address that buyers send money to.
   */
  instapay: {
    /**
     * The InstaPay address that buyers send money to, for example `shop@instapay`. `null`: not offered.
     */
    handle: string | null;
  };
}
/**
 * The bank account that buyers transfer money in one currency to.
 *
 */
export interface BankTransferAccount {
  currency: Currency;
  /**
   * Without spaces.
   */
  iban: string;
  /**
   * Name of the account holder.
   */
  accountName: string;
  /**
   * Name of the bank.
   */
  bankName: string;
}
/**
 * The settings of an account that the merchant controls, in the mode of the requesting key. The operator sees and changes those of live mode.
 *
 */
export interface AccountSettings {
  /**
   * Type of the object.
   */
  object: 'account_settings';
  /**
   * URL.
   */
  logo: string | null;
  /**
   * BCP 47, for example `ar-EG`.
   */
  defaultLocale: string;
  mail: MailSettings;
  /**
   * Test mode accepts every method in any case.
   */
  manualMethods: ManualMethods;
}
/**
 * A postal address. Additional keys are stored unchanged.
 *
 */
export interface Address {
  /**
   * Street and number.
   */
  line1?: string | null;
  /**
   * Apartment, floor, building.
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
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country?: string | null;
  [k: string]: unknown;
}
/**
 * Whether and within which limits the buyer can change the quantity.
 *
 */
export interface AdjustableQuantity {
  /**
   * Whether it is on.
   */
  enabled: boolean;
  /**
   * Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
   */
  minimum: number;
  /**
   * Largest quantity that the buyer can choose.
   */
  maximum: number;
}
/**
 * How far to advance the test clock.
 *
 */
export interface AdvanceTestClock {
  /**
   * The time to set. Either this or `advance` is required.
   */
  now?: string;
  /**
   * How far to advance: a number of seconds, or `90s`, `5m`, `2h` or `7d`.
   */
  advance?: (number | string) & (((number | string) & number) | ((number | string) & string));
  /**
   * Whether to run everything that becomes due, in order.
   */
  drain?: boolean;
}
/**
 * What happens after the payment.
 *
 */
export interface AfterCompletion {
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'redirect' | 'hosted_confirmation';
  /**
   * Where the buyer is sent after paying. For the type `redirect` only.
   */
  redirect?: {
    /**
     * Where to send the buyer.
     */
    url: string;
  };
  /**
   * Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
   */
  hostedConfirmation?: {
    /**
     * Text shown to the buyer after paying, at most 500 characters.
     */
    customMessage?: string;
    /**
     * Where the button of the page leads.
     */
    returnUrl?: string;
  };
}
/**
 * amount = productAmount - discount + tax + platformFees + tip.
 *
 */
export interface AmountDetails {
  /**
   * An amount in minor units of the object's currency.
   */
  productAmount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  tax: number;
  /**
   * An amount in minor units of the object's currency.
   */
  platformFees: number;
  /**
   * An amount in minor units of the object's currency.
   */
  tip: number;
  /**
   * An amount in minor units of the object's currency.
   */
  discount: number;
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A new API key, including its secret.
 *
 */
export interface ApiKeyWithSecret {
  /**
   * `key_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'api_key';
  /**
   * Your own name of the key.
   */
  name: string | null;
  /**
   * `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what browsers need.
   */
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  /**
   * `test` or `live`.
   */
  mode: 'test' | 'live';
  /**
   * Sorted alphabetically.
   */
  permissions: (
    | 'ACCOUNT_READ'
    | 'ACCOUNT_WRITE'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'BANK_ACCOUNT_READ'
    | 'BANK_ACCOUNT_WRITE'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'DISPUTE_READ'
    | 'DISPUTE_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PAYOUT_READ'
    | 'PAYOUT_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'PROVIDER_CONNECTION_READ'
    | 'PROVIDER_CONNECTION_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'REPORT_READ'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  /**
   * For example `mz_sk_test_`.
   */
  prefix: string;
  /**
   * The last four characters.
   */
  last4: string;
  /**
   * API version used when a request does not specify one, YYYY-MM-DD.
   */
  apiVersion: string;
  /**
   * IP addresses and CIDR ranges. Empty allows all addresses.
   */
  ipAllowlist: string[];
  /**
   * Publishable keys: origins whose pages can embed checkouts and use the key.
   */
  allowedOrigins: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * The key itself. Shown only once; only a hash of it is stored.
   */
  secret: string;
}
/**
 * The balance of the merchant, with one row for each currency that has ever been used.
 *
 */
export interface Balance {
  /**
   * Type of the object.
   */
  object: 'balance';
  /**
   * Available for refunds: what the platform holds and what you received yourself, through your own provider.
   */
  available: BalanceAmount[];
  /**
   * Captured, but not yet settled.
   */
  pending: BalanceAmount[];
  /**
   * The part of `available` that the platform holds and owes you. 0 if it holds nothing, or if you owe it fees for payments that you received yourself.
   */
  payable: BalanceAmount[];
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
}
/**
 * An amount and its currency.
 *
 */
export interface BalanceAmount {
  /**
   * An amount in minor units of the object's currency; negative for debits.
   */
  amount: number;
  currency: Currency;
}
/**
 * A change of the merchant's balance.
 *
 */
export interface BalanceTransaction {
  /**
   * `txn_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'balance_transaction';
  /**
   * What moved the money.
   */
  type:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'payout'
    | 'payout_failure'
    | 'adjustment';
  /**
   * An amount in minor units of the object's currency; negative for debits.
   */
  gross: number;
  /**
   * Charged by the platform, including VAT.
   */
  fee: number;
  /**
   * gross - fee: the change of the balance.
   */
  net: number;
  currency: Currency;
  /**
   * `pending` until the money can be used, then `available`.
   */
  status: 'pending' | 'available';
  /**
   * When the funds become available.
   */
  availableOn: string;
  /**
   * Components of `fee`. They add up to it.
   */
  feeDetails: FeeDetail[];
  /**
   * The cause of the transaction. `null` for the initial balance of test mode.
   */
  source: {
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type: 'charge' | 'refund' | 'payout';
    /**
     * ID of the charge, refund or payout. The source of a dispute is its charge.
     */
    id: string;
  } | null;
  /**
   * Who receives the money of the payment. Of `merchant`, `gross` never becomes payable, and `fee` reduces what is. Absent in events of earlier releases.
   */
  settlesTo?: 'platform' | 'merchant';
  /**
   * Units of the settlement currency for one unit of the currency of the payment. `null` without a conversion.
   */
  exchangeRate: number | null;
  /**
   * What the movement was for.
   */
  description: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * One component of the fee of a balance transaction.
 *
 */
export interface FeeDetail {
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'processing_fee' | 'fee_vat' | 'platform_fee';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A bank account that payouts are sent to.
 *
 */
export interface BankAccount {
  /**
   * `ba_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'bank_account';
  /**
   * Name of the holder.
   */
  holderName: string;
  /**
   * Country of the bank, two letters (ISO 3166-1).
   */
  country: string;
  /**
   * The account receives payouts in this currency.
   */
  currency: Currency;
  /**
   * The last four characters of the IBAN, which is not returned.
   */
  last4: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A page of bank accounts.
 *
 */
export interface BankAccountList {
  /**
   * Newest first.
   */
  data: BankAccount[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * The account that the buyer transfers the money to.
 *
 */
export interface BankTransferDetails {
  /**
   * IBAN without spaces.
   */
  iban: string;
  /**
   * Name of the account holder.
   */
  accountName: string;
  /**
   * Name of the bank.
   */
  bankName?: string;
  /**
   * The reference that identifies the transfer.
   */
  reference: string;
  /**
   * The whole amount, also once a part of it was received.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
}
/**
 * Billing details given with the payment method.
 *
 */
export interface BillingDetails {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Email address.
   */
  email?: string | null;
  /**
   * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
   */
  phone?: string | null;
  address?: Address | null;
}
/**
 * The branding of a checkout.
 *
 */
export interface BrandingSettings {
  /**
   * `auto` follows the setting of the device of the buyer.
   */
  colorMode?: 'light' | 'dark' | 'auto';
  /**
   * Shape of the corners of buttons and boxes.
   */
  borderStyle?: 'rounded' | 'rectangular' | 'pill';
  /**
   * Distance between elements.
   */
  spacing?: 'compact' | 'normal' | 'spacious';
  /**
   * Height of input fields.
   */
  inputSize?: 'sm' | 'md' | 'lg';
  /**
   * How input fields are drawn.
   */
  inputStyle?: 'outlined' | 'filled' | 'underlined';
  /**
   * How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.
   */
  formLayout?: 'accordion' | 'tabs' | 'list';
  /**
   * `#RRGGBB`.
   */
  colors?: {
    /**
     * Color of the main button, `#RRGGBB`.
     */
    primary?: string;
    /**
     * Text color on `primary`, `#RRGGBB`.
     */
    primaryForeground?: string;
    /**
     * Background color of the page, `#RRGGBB`.
     */
    background?: string;
    /**
     * Text color, `#RRGGBB`.
     */
    foreground?: string;
    /**
     * Color of borders, `#RRGGBB`.
     */
    border?: string;
    /**
     * Color of the borders of input fields, `#RRGGBB`.
     */
    input?: string;
    /**
     * Color of the focus ring, `#RRGGBB`.
     */
    ring?: string;
    /**
     * Background color of less important elements, `#RRGGBB`.
     */
    muted?: string;
    /**
     * Color of less important text, `#RRGGBB`.
     */
    mutedForeground?: string;
    /**
     * Background color of highlighted elements, `#RRGGBB`.
     */
    accent?: string;
    /**
     * Text color on `accent`, `#RRGGBB`.
     */
    accentForeground?: string;
    /**
     * Color of errors and of actions that cannot be undone, `#RRGGBB`.
     */
    destructive?: string;
  };
  /**
   * The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.
   */
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
   * Pairs of colors with too little contrast.
   */
  warnings?: string[];
}
/**
 * A user of the bus that can read events.
 *
 */
export interface BusUser {
  /**
   * `bu_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'bus_user';
  /**
   * Name of the team that the user is for.
   */
  team: string;
  /**
   * `null` means both modes.
   */
  mode: ('test' | 'live') | null;
  /**
   * `null` means all merchants.
   */
  merchantId: string | null;
  /**
   * Types of events that the user may read.
   */
  types: string[];
  /**
   * Durable consumers that the user can create, as `@mizan/bus` calls them.
   */
  durables: string[];
  /**
   * Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot guess. Users of a team with the same mode and merchant have the same consumers. Clients other than `@mizan/bus` need them. Empty where the platform has no signing seed.
   */
  consumers: string[];
  /**
   * Inbox prefix that clients other than `@mizan/bus` must be configured with; no other user has it.
   */
  inboxPrefix: string;
  /**
   * `ACTIVE`: its credentials are accepted. `EXPIRED`: `expiresAt` has passed. `REVOKED`: the operator revoked it.
   */
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * `null` if it was not revoked.
   */
  revokedAt: string | null;
}
/**
 * A page of bus users.
 *
 */
export interface BusUserList {
  /**
   * Newest first.
   */
  data: BusUser[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A new bus user, including its credentials.
 *
 */
export interface BusUserWithCredentials {
  /**
   * `bu_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'bus_user';
  /**
   * Name of the team that the user is for.
   */
  team: string;
  /**
   * `null` means both modes.
   */
  mode: ('test' | 'live') | null;
  /**
   * `null` means all merchants.
   */
  merchantId: string | null;
  /**
   * Types of events that the user may read.
   */
  types: string[];
  /**
   * Durable consumers that the user can create, as `@mizan/bus` calls them.
   */
  durables: string[];
  /**
   * Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot guess. Users of a team with the same mode and merchant have the same consumers. Clients other than `@mizan/bus` need them. Empty where the platform has no signing seed.
   */
  consumers: string[];
  /**
   * Inbox prefix that clients other than `@mizan/bus` must be configured with; no other user has it.
   */
  inboxPrefix: string;
  /**
   * `ACTIVE`: its credentials are accepted. `EXPIRED`: `expiresAt` has passed. `REVOKED`: the operator revoked it.
   */
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * `null` if it was not revoked.
   */
  revokedAt: string | null;
  /**
   * Subjects that the user can subscribe to and filter a consumer by.
   */
  subjects: string[];
  /**
   * JetStream stream to read from.
   */
  stream: string;
  /**
   * The content of a NATS `.creds` file. Shown only once.
   */
  credentials: string;
}
/**
 * Why a payment is canceled.
 *
 */
export interface CancelPaymentIntent {
  /**
   * Why the payment intent was canceled.
   */
  cancellationReason?: 'DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER' | 'ABANDONED';
}
/**
 * How much of an authorized amount to capture.
 *
 */
export interface CapturePaymentIntent {
  /**
   * Defaults to the full remaining amount.
   */
  amountToCapture?: number;
  /**
   * If false, the rest stays authorized for a later capture.
   */
  finalCapture?: boolean;
}
/**
 * The provider's hosted field for entering a live card. Send its token as `paymentMethod.token`.
 *
 */
export interface CardEntry {
  /**
   * Payment provider.
   */
  provider: 'stripe';
  /**
   * Publishable key of the merchant's account at the provider. Not a secret.
   */
  publishableKey: string;
  /**
   * URL of the provider's script, which renders the field and returns a token.
   */
  scriptUrl: string;
}
/**
 * A single attempt to move money.
 *
 */
export interface Charge {
  /**
   * `ch_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'charge';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountCaptured: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  /**
   * Only of payments that the merchant receives itself, such as cash on delivery and bank transfers: the amount received before the charge succeeded or failed. If it fails, this amount is credited to the balance as an `adjustment`.
   */
  amountReceived?: number;
  currency: Currency;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * A partially refunded charge stays SUCCEEDED.
   */
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED';
  /**
   * True if the provider approved the charge.
   */
  paid: boolean;
  /**
   * True if the charge is fully refunded.
   */
  refunded: boolean;
  /**
   * Whether the amount, or a part of it, was captured.
   */
  captured: boolean;
  capturedAt: string | null;
  /**
   * Why the charge failed, as in `lastPaymentError.code`. `authorization_expired` or `authorization_canceled` for an authorization that was never captured.
   */
  failureCode: string | null;
  /**
   * The reason in words. `null` unless it failed.
   */
  failureMessage: string | null;
  /**
   * Public address of the receipt, which anyone who has it can read. `null` until the charge is captured.
   */
  receiptUrl: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail: string | null;
  billingDetails: BillingDetails | null;
  paymentMethodDetails: PaymentMethodDetails | null;
  /**
   * `null` while the outcome is unknown. An authorization keeps its outcome after it is released.
   */
  outcome: ChargeOutcome | null;
  /**
   * `null` until the charge is captured. If it is captured in several parts, each part has a balance transaction of its own, and this is the latest one. To list all of them, filter balance transactions by `sourceId` and by the type `charge`.
   */
  balanceTransaction: BalanceTransaction | null;
  presentmentDetails: PresentmentDetails | null;
  /**
   * `amount` in other currencies of the account, converted once when the charge was created. Used for `spendData` of customers who spend in another currency. Currencies without an exchange rate are omitted; absent if there are none.
   */
  convertedAmounts?: {
    /**
     * An amount in minor units of the object's currency.
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
   * The text on the payer's statement.
   */
  calculatedStatementDescriptor: string | null;
  /**
   * True once the charge was disputed, whatever the outcome.
   */
  disputed: boolean;
  /**
   * The provider's own ID.
   */
  externalChargeId: string | null;
  /**
   * How the charge was sent to the provider. `providerFee` (`amount`, `currency`) is the fee that the provider reports, which is not part of the balance.
   */
  config: {
    [k: string]: unknown;
  } | null;
  /**
   * Where the buyer confirmed the payment, as the network reported it. Null if it is unknown, and for payments that a server confirms.
   */
  geocoding: {
    /**
     * Two letters (ISO 3166-1).
     */
    country: string | null;
    /**
     * City or town.
     */
    city: string | null;
  } | null;
  /**
   * The checkout session of the charge.
   */
  session: {
    /**
     * `cs_test_…` or `cs_live_…`: the checkout session that it belongs to.
     */
    checkoutSessionId: string;
  } | null;
  /**
   * Origin of the page on which the buyer paid.
   */
  merchantOrigin: string | null;
  /**
   * Domain of the page on which the buyer paid.
   */
  merchantDomain: string | null;
  /**
   * What can be done with this charge. `supportsRefund` is false where the merchant returns the money instead of a provider.
   */
  processorCapabilities: {
    /**
     * Whether a payment can be authorized first and captured later.
     */
    supportsManualCapture: boolean;
    /**
     * Whether less than the authorized amount can be captured.
     */
    supportsPartialCapture: boolean;
    /**
     * Whether payments can be refunded through the provider.
     */
    supportsRefund: boolean;
    /**
     * Whether a part of a payment can be refunded.
     */
    supportsPartialRefund: boolean;
  } | null;
  /**
   * Stock that is held until the outcome of the charge is known.
   */
  activeHoldId: string | null;
  /**
   * `instant` adds the money to your balance at once, `deferred` after the provider has settled it.
   */
  settlementModel: ('instant' | 'deferred') | null;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * Details of the payment method at the time of the charge.
 *
 */
export interface PaymentMethodDetails {
  type: PaymentMethodType;
  /**
   * Details of a card. Present for this type only.
   */
  card: {
    /**
     * Card network, such as `visa`, `mastercard` or `meeza`.
     */
    brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
    /**
     * `credit`, `debit`, `prepaid` or `unknown`.
     */
    funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
    /**
     * The last four digits of the card number.
     */
    last4: string;
    /**
     * `null` if the provider does not report it.
     */
    expMonth: number | null;
    /**
     * `null` if the provider does not report it.
     */
    expYear: number | null;
    /**
     * Country of the issuer, ISO 3166-1 alpha-2.
     */
    country: string | null;
    /**
     * Name of the issuing bank.
     */
    issuer: string | null;
    /**
     * Identical for the same card within one account.
     */
    fingerprint: string | null;
    /**
     * `null` if 3-D Secure was not requested.
     */
    threeDSecure: {
      /**
       * Result of the authentication.
       */
      result: ('authenticated' | 'attempted' | 'failed' | 'not_supported') | null;
      /**
       * Version of 3-D Secure.
       */
      version: string | null;
    } | null;
    /**
     * The wallet that holds the card.
     */
    wallet: {
      /**
       * Which kind it is. It decides which other fields are present.
       */
      type: 'apple_pay' | 'google_pay' | 'samsung_pay';
    } | null;
    /**
     * What the card issuer verified.
     */
    checks: {
      /**
       * Whether the security code matched.
       */
      cvc: 'pass' | 'fail' | 'unavailable' | 'unchecked';
      /**
       * Whether the first line of the billing address matched the records of the card issuer.
       */
      addressLine1: 'pass' | 'fail' | 'unavailable' | 'unchecked';
      /**
       * Whether the postal code matched the records of the card issuer.
       */
      postalCode: 'pass' | 'fail' | 'unavailable' | 'unchecked';
    };
  } | null;
  /**
   * A mobile wallet or bank app.
   */
  wallet: {
    /**
     * Operator of the wallet.
     */
    provider: string;
    /**
     * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
     */
    phone: string | null;
  } | null;
  valu: PaymentMethodValu | null;
  /**
   * Details of a voucher. Present for this type only.
   */
  voucher: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference: string;
    expiresAt: string | null;
  } | null;
  /**
   * Details of a bank transfer. Present for this type only.
   */
  bankTransfer: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference: string;
  } | null;
  /**
   * Only of InstaPay payments that the merchant receives without a provider.
   */
  instapay?: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference: string;
  };
  /**
   * Cash and bank transfers: the receipts recorded by the merchant. The latest twenty, oldest first.
   */
  receipts?: {
    /**
     * An amount in minor units of the object's currency.
     */
    amount: number;
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference: string | null;
    /**
     * ISO 8601 timestamp in UTC, with milliseconds.
     */
    receivedAt: string;
  }[];
}
/**
 * The installment plan of a valU payment.
 *
 */
export interface PaymentMethodValu {
  /**
   * Number of monthly installments.
   */
  tenureMonths: number | null;
  downPayment: number | null;
  purchaseFees: number | null;
  monthlyInstallment: number | null;
}
/**
 * The response of the provider and the network.
 *
 */
export interface ChargeOutcome {
  /**
   * Whether the card network approved, declined or never received the payment.
   */
  networkStatus: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network';
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'authorized' | 'issuer_declined' | 'blocked' | 'invalid';
  /**
   * Decline code. `null` if the charge was not declined.
   */
  reason: string | null;
  /**
   * For the merchant. Do not show it to the buyer.
   */
  sellerMessage: string;
  /**
   * What the issuer or the provider advises to do next: retry later, correct the card data, or do not retry.
   */
  adviceCode: ('try_again_later' | 'confirm_card_data' | 'do_not_try_again') | null;
  /**
   * Risk of the payment as far as it was assessed.
   */
  riskLevel: 'normal' | 'elevated' | 'highest' | 'not_assessed';
  /**
   * True if the charge succeeded after it had failed or been canceled, or after its checkout had expired.
   */
  lateSuccess?: boolean;
  /**
   * True if the payment did not need the money of this charge: another charge had paid it, or its amount had changed. It is refunded in full, costs no fee, and does not count in the amounts of the payment intent.
   */
  surplus?: boolean;
}
/**
 * An amount in the buyer's currency, and the exchange rate locked for it.
 *
 */
export interface PresentmentDetails {
  /**
   * In minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment amount x rate = processing amount, both in major units. Six decimals.
   */
  exchangeRate: number;
  /**
   * `fxr_…`: the locked exchange rate.
   */
  exchangeRateId: string;
}
/**
 * A refund of a charge.
 *
 */
export interface Refund {
  /**
   * `re_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'refund';
  /**
   * An amount in minor units of the object's currency.
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
   * `txn_…`: the balance transaction that debited the refund.
   */
  balanceTransactionId?: string;
  /**
   * `txn_…`: the balance transaction that credited a failed refund.
   */
  failureBalanceTransactionId?: string;
  /**
   * The provider's own ID.
   */
  externalRefundId?: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  currency: Currency;
  presentmentDetails?: PresentmentDetails;
  /**
   * Current state.
   */
  status: 'PENDING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  /**
   * Why it was refunded.
   */
  reason?: 'DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER';
  /**
   * Why the refund failed. `null` unless it failed.
   */
  failureReason?:
    | 'lost_or_stolen_card'
    | 'expired_or_canceled_card'
    | 'charge_for_pending_refund_disputed'
    | 'insufficient_funds'
    | 'declined'
    | 'merchant_request'
    | 'expired'
    | 'unknown';
  /**
   * A stable code of the reason. `null` unless it failed.
   */
  failureCode?: string;
  /**
   * The reason in words. `null` unless it failed.
   */
  failureMessage?: string;
  /**
   * What the refund is waiting for. `null` unless it is pending.
   */
  pendingReason?: 'processing' | 'insufficient_funds' | 'charge_pending';
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string;
  destinationDetails?: DestinationDetails;
  /**
   * The action that the buyer must take.
   */
  nextAction?: {
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type: 'display_details';
    /**
     * What to tell the buyer.
     */
    displayDetails: {
      /**
       * The page on which the buyer says where the money goes. `null` in events, because the address alone lets anyone fill it in.
       */
      url: string | null;
      /**
       * When a mail server accepted the mail to the buyer; `null` until then.
       */
      emailSentAt: string | null;
      /**
       * The email address of the buyer that the link is mailed to. Empty if none is known: send the buyer `url` yourself. Only a refund that the platform has made by itself, of what the payment did not need, has none.
       */
      emailSentTo: string;
      /**
       * ISO 8601 timestamp in UTC, with milliseconds.
       */
      expiresAt: string;
    };
  };
  /**
   * Only when you retrieve the refund: what the buyer has entered. Deleted 90 days after the refund has ended.
   */
  transferTo?: RefundTransferTo;
  /**
   * Where the buyer is contacted for bank or wallet details.
   */
  instructionsEmail?: string;
  /**
   * For example `R-2026-000123`. Assigned shortly after the refund is created, without an event, also to refunds that then fail or are canceled; numbers of a year have no gaps.
   */
  receiptNumber?: string;
  /**
   * Fee of the refund itself. The fee of the original charge is not returned.
   */
  feeAmount: number;
  /**
   * True if the refund returns a charge that the payment did not need (`surplus` in the `outcome` of the charge). It does not count in `amountRefunded` of the payment intent.
   */
  surplus?: boolean;
  /**
   * True if the merchant sends the money itself although the provider could return it.
   */
  outOfBand?: boolean;
  metadata: Metadata;
}
/**
 * Where the money of a refund was sent.
 *
 */
export interface DestinationDetails {
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'card' | 'wallet' | 'bank_transfer' | 'kiosk';
  /**
   * Details of a card. Present for this type only.
   */
  card?: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference?: string;
    /**
     * Whether the reference is known already, or not available.
     */
    referenceStatus?: string;
    /**
     * Which kind of reference it is.
     */
    referenceType?: string;
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type?: string;
  };
  /**
   * Details of a mobile wallet. Present for this type only.
   */
  wallet?: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference?: string;
    /**
     * Operator of the wallet.
     */
    provider?: string;
  };
  /**
   * Details of a bank transfer. Present for this type only.
   */
  bankTransfer?: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference?: string;
    /**
     * Whether the reference is known already, or not available.
     */
    referenceStatus?: string;
  };
  /**
   * Details of a payment at a kiosk. Present for this type only.
   */
  kiosk?: {
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference?: string;
    /**
     * Network of the kiosk.
     */
    provider?: string;
  };
}
/**
 * Where the buyer wants the money of a refund to go.
 *
 */
export interface RefundTransferTo {
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'bank_transfer' | 'wallet' | 'instapay' | 'kiosk';
  /**
   * Who receives the money.
   */
  holderName: string;
  /**
   * Bank transfers only.
   */
  iban?: string;
  /**
   * Mobile wallets only. E.164.
   */
  phone?: string;
  /**
   * InstaPay only, for example `mona@instapay`.
   */
  handle?: string;
  /**
   * Kiosks only: where the buyer collects the money.
   */
  kiosk?: 'fawry' | 'aman';
}
/**
 * Your own key-value pairs.
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A checkout: the items, the customer, and the page to pay on.
 *
 */
export interface CheckoutSession {
  /**
   * `cs_test_…` or `cs_live_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'checkout.session';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
   */
  mode: 'payment' | 'setup' | 'subscription';
  /**
   * Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
   */
  uiMode: 'hosted' | 'embedded' | 'custom';
  /**
   * What the button of the page says.
   */
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation: 'always' | 'if_required';
  /**
   * `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
   */
  status: 'open' | 'complete' | 'expired';
  /**
   * `paid` once the money was received; `no_payment_required` if the total is 0.
   */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * Currency of all amounts below.
   */
  currency: Currency;
  /**
   * Sum of the items before discounts.
   */
  amountSubtotal: number;
  /**
   * The amount that the buyer pays.
   */
  amountTotal: number;
  totalDetails: TotalDetails;
  /**
   * Present only if the prices are in another currency.
   */
  presentmentDetails?: SessionPresentmentDetails;
  afterCompletion: AfterCompletion;
  /**
   * Where the back link of the hosted page leads. Without it there is no back link.
   */
  cancelUrl?: string;
  /**
   * The page to redirect the buyer to.
   */
  url: string;
  /**
   * Authorizes the buyer's browser. Do not log it.
   */
  clientSecret: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * Use this instead of comparing `expiresAt` with a local clock.
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
   * `pm_…`: the payment method that a session of mode `setup` saved for its customer. Present only when the session is complete.
   */
  paymentMethodId?: string;
  paymentIntent: SessionPaymentIntent | null;
  /**
   * What is sold, 1 to 100 items.
   */
  lineItems: LineItem[];
  /**
   * Fields of your own that the buyer fills in, at most 3.
   */
  customFields: CustomField[];
  /**
   * Discounts that are applied, in order.
   */
  discounts: Discount[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection: boolean;
  feeConfig: FeeConfig;
  brandingSettings: BrandingSettings;
  /**
   * `auto` or a BCP 47 tag such as `ar-EG`.
   */
  locale: string;
  /**
   * The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available in that language. `auto` follows the browser of the buyer.
   */
  displayLocale?: string;
  /**
   * Payment methods, in the order in which they are offered.
   */
  paymentMethodTypes: SessionPaymentMethod[];
  /**
   * `pmc_…`
   */
  paymentMethodConfigurationId?: string;
  /**
   * Present only after the buyer has chosen a method.
   */
  fees?: SessionFees;
  customerUpdate: CustomerUpdate;
  metadata: Metadata;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Name of the merchant as the buyer sees it.
   */
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
   * `cs_…`: the session that this one was copied from when its buyer opened a `recoveryUrl`. For a copy of a copy, the first session. `null` if it is not a copy.
   */
  recoveredFrom: string | null;
  /**
   * Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant expired it, or has received a part of its payment, as of a transfer.
   */
  recoveryUrl?: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * The components of a session's total other than its items.
 *
 */
export interface TotalDetails {
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTax: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountShipping?: number;
  /**
   * Present only if the buyer pays the fee.
   */
  amountPlatformFee?: number;
  /**
   * Present only if VAT is added.
   */
  amountCollectedVat?: number;
}
/**
 * The totals of a session in the buyer's currency.
 *
 */
export interface SessionPresentmentDetails {
  /**
   * In minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment amount x rate = processing amount, both in major units. Six decimals.
   */
  exchangeRate: number;
  /**
   * `fxr_…`: the locked exchange rate.
   */
  exchangeRateId: string;
  /**
   * An amount in minor units of the object's currency.
   */
  amountSubtotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountCollectedVat?: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountPlatformFee?: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTax?: number;
}
/**
 * The customer of a checkout session.
 *
 */
export interface SessionCustomer {
  /**
   * `cus_…`
   */
  id: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'registered' | 'guest';
  /**
   * Name, for people.
   */
  name?: string;
  /**
   * Email address.
   */
  email?: string;
  /**
   * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
   */
  phone?: string;
  address?: Address;
  shipping?: Shipping;
  metadata: Metadata;
}
/**
 * Shipping address and recipient.
 *
 */
export interface Shipping {
  /**
   * Name of the recipient.
   */
  name?: string | null;
  /**
   * Phone number of the recipient, as entered.
   */
  phone?: string | null;
  address?: Address | null;
}
/**
 * Details given about the buyer.
 *
 */
export interface CustomerDetails {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Email address.
   */
  email?: string | null;
  /**
   * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
   */
  phone?: string | null;
  billingDetails?: BillingDetails | null;
  shipping?: Shipping | null;
}
/**
 * The payment intent of a session, as included in that session.
 *
 */
export interface SessionPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_intent';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * Authorized, but not yet captured.
   */
  amountCapturable: number;
  /**
   * Amount captured.
   */
  amountReceived: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  currency: Currency;
  /**
   * Current state.
   */
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Authorizes the buyer's browser. Never log it.
   */
  clientSecret: string;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod: 'automatic' | 'manual';
  /**
   * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
   */
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires. `null` if nothing is left to capture.
   */
  captureBefore: string | null;
  /**
   * Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
   */
  pendingCapture?: PendingCapture;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail: string | null;
  canceledAt: string | null;
  /**
   * Why the payment intent was canceled.
   */
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
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * A capture whose outcome the provider has not reported yet.
 *
 */
export interface PendingCapture {
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * Whether what is not captured is released.
   */
  finalCapture: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * The payment method used or to be used by a buyer.
 *
 */
export interface PaymentMethod {
  /**
   * `pm_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_method';
  type: PaymentMethodType;
  card: PaymentMethodCard | null;
  valu: PaymentMethodValu | null;
  billingDetails: BillingDetails | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A card, without its number.
 *
 */
export interface PaymentMethodCard {
  /**
   * Card network, such as `visa`, `mastercard` or `meeza`.
   */
  brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
  /**
   * `credit`, `debit`, `prepaid` or `unknown`.
   */
  funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
  /**
   * The last four digits of the card number.
   */
  last4: string;
  /**
   * Month in which the card expires, 1 to 12.
   */
  expMonth: number;
  /**
   * Year in which the card expires, with four digits.
   */
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
   * Identical for the same card within one account.
   */
  fingerprint: string | null;
}
/**
 * The customer who pays.
 *
 */
export interface PaymentCustomer {
  /**
   * `cus_…`
   */
  id: string;
  /**
   * Name, for people.
   */
  name: string | null;
  /**
   * Email address.
   */
  email: string | null;
  /**
   * In E.164 format if available.
   */
  phone: string | null;
}
/**
 * The action that the buyer must take.
 *
 */
export interface NextAction {
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'redirect_to_url';
  /**
   * The page to send the buyer to, for example to authenticate at the bank.
   */
  redirectToUrl: {
    /**
     * Redirect the buyer to this URL.
     */
    url: string;
    /**
     * Where the buyer returns to.
     */
    returnUrl: string | null;
    /**
     * Live mode only, if the provider has a field for the same step: instead of redirecting the buyer, show this page in a frame. It posts `{ source: "mizan-field", type: "ready" | "failed" | "height" | "complete", height? }` to the page around it; on `complete`, retrieve the payment, and on `failed`, redirect the buyer to `url`.
     */
    frameUrl?: string;
  };
  /**
   * Vouchers only.
   */
  displayVoucherDetails?: VoucherDetails;
  /**
   * Bank transfers only.
   */
  displayBankTransferDetails?: BankTransferDetails;
  /**
   * InstaPay payments that the merchant receives without a provider only.
   */
  displayInstapayDetails?: InstapayDetails;
}
/**
 * A voucher that the buyer pays at a kiosk.
 *
 */
export interface VoucherDetails {
  /**
   * The number that the buyer presents.
   */
  reference: string;
  /**
   * The same number as a barcode image.
   */
  barcodeUrl: string | null;
  /**
   * Code of the biller that the buyer names at the kiosk. `null` if the network needs none.
   */
  billerCode: string | null;
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * How to pay, in words for the buyer.
   */
  instructions: {
    /**
     * In Arabic.
     */
    ar: string;
    /**
     * In English.
     */
    en: string;
  };
  /**
   * Where the voucher can be paid, such as shops and apps.
   */
  channels: string[];
}
/**
 * The InstaPay address that the buyer sends the money to.
 *
 */
export interface InstapayDetails {
  /**
   * For example `shop@instapay`.
   */
  handle: string;
  /**
   * The reference that identifies the payment. The buyer writes it in the note.
   */
  reference: string;
  /**
   * The whole amount, also once a part of it was received.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
}
/**
 * Why the last attempt failed.
 *
 */
export interface LastPaymentError {
  /**
   * A stable code of the reason. Branch on this value.
   */
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
   * Why the issuer declined the payment, such as `insufficient_funds`. `null` if it was not declined by an issuer.
   */
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
   * ISO 8583 response code, two characters.
   */
  networkDeclineCode: string | null;
  /**
   * Link to the documentation of the code.
   */
  docUrl: string | null;
  /**
   * A message that can be shown to the buyer.
   */
  message: string;
  /**
   * A detailed message. Do not show it to the buyer.
   */
  merchantMessage: string;
  /**
   * What the issuer or the provider advises to do next: retry later, correct the card data, or do not retry.
   */
  adviceCode: ('try_again_later' | 'confirm_card_data' | 'do_not_try_again') | null;
  /**
   * The parameter that caused the error.
   */
  param: string | null;
  /**
   * `ch_…`
   */
  chargeId: string | null;
  paymentMethod: PaymentMethod | null;
  paymentMethodType: PaymentMethodType | null;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'card_error' | 'invalid_request_error' | 'api_error';
  /**
   * Code that the provider gave. `null` if it gave none.
   */
  processorCode: string | null;
  /**
   * Text that the provider gave. `null` if it gave none.
   */
  processorMessage: string | null;
}
/**
 * A line item of a checkout.
 *
 */
export interface LineItem {
  /**
   * `li_…`
   */
  id: string;
  /**
   * Number of pieces.
   */
  quantity: number;
  price: Price;
  product: ProductSummary;
  adjustableQuantity: AdjustableQuantity;
  /**
   * The amount that the buyer chose, in minor units. CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Unit amount multiplied by quantity.
   */
  amountSubtotal: number;
  /**
   * After discounts and taxes of the line. VAT that `vatCollectionEnabled` adds to the session is only in its `totalDetails.amountCollectedVat`.
   */
  amountTotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTax: number;
  /**
   * Processing currency. The price keeps its own currency.
   */
  currency: Currency;
  /**
   * Name of the product.
   */
  description: string;
  /**
   * The same amounts in the currency of the price.
   */
  presentmentDetails?: LinePresentmentDetails;
  /**
   * Present on sessions.
   */
  availability?: 'available' | 'low_stock' | 'sold_out' | 'inactive' | 'not_yet_active' | 'expired';
}
/**
 * The amount and terms at which a product is sold.
 *
 */
export interface Price {
  /**
   * `price_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'price';
  /**
   * Shown next to the product name.
   */
  name?: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string;
  currency: Currency;
  /**
   * Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
   */
  unitAmount: number | null;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * `null` unless `type` is RECURRING.
   */
  recurring: Recurring | null;
  /**
   * `null` unless `type` is CUSTOM.
   */
  customUnitAmount: CustomUnitAmount | null;
  /**
   * Units in stock. `null` means unlimited. A negative value is the number of units sold in excess of the stock.
   */
  stock: number | null;
  /**
   * The price is not on sale before this time.
   */
  startDate?: string;
  /**
   * From this time on, new checkouts cannot sell the price. An open checkout still sells it, until it expires.
   */
  expirationDate?: string;
  /**
   * If false, the price is archived: new checkouts cannot sell it. An open checkout still sells it, until it expires.
   */
  active: boolean;
  metadata: Metadata;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `prod_…`
   */
  productId: string;
}
/**
 * The period that one payment of a recurring price covers.
 *
 */
export interface Recurring {
  /**
   * `CUSTOM` is a number of days.
   */
  interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
  /**
   * Number of intervals in the period that one payment covers.
   */
  intervalCount: number;
}
/**
 * The limits within which a buyer chooses the amount.
 *
 */
export interface CustomUnitAmount {
  /**
   * Minimum amount in minor units. `null` means no minimum.
   */
  minimum: number | null;
  /**
   * Maximum amount in minor units. `null` means no maximum.
   */
  maximum: number | null;
  /**
   * Suggested amount in minor units. `null` means no suggestion.
   */
  preset: number | null;
}
/**
 * The details of a product that a checkout shows.
 *
 */
export interface ProductSummary {
  /**
   * `prod_…`
   */
  id: string;
  /**
   * Name, for people.
   */
  name: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  /**
   * Name of one unit, such as `seat` or `kg`, shown after the quantity.
   */
  unitLabel: string | null;
}
/**
 * The amounts of a line in the buyer's currency.
 *
 */
export interface LinePresentmentDetails {
  /**
   * In minor units of the presentment currency.
   */
  amount: number;
  /**
   * The buyer's currency.
   */
  currency: Currency;
  /**
   * Presentment amount x rate = processing amount, both in major units. Six decimals.
   */
  exchangeRate: number;
  /**
   * `fxr_…`: the locked exchange rate.
   */
  exchangeRateId: string;
  /**
   * An amount in minor units of the object's currency.
   */
  amountSubtotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTax: number;
}
/**
 * A custom field that the buyer fills in during checkout.
 *
 */
export interface CustomField {
  /**
   * Your key of the field. Unique within the checkout.
   */
  key: string;
  /**
   * Label shown to the buyer.
   */
  label: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  /**
   * Whether the buyer can leave the field empty.
   */
  isOptional: boolean;
  /**
   * Whether the value is checked against limits.
   */
  hasLimits: boolean;
  /**
   * Which of the length limits apply.
   */
  limitType?: 'AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY';
  /**
   * Fewest characters that the value must have.
   */
  minCharacters?: number;
  /**
   * Most characters that the value can have.
   */
  maxCharacters?: number;
  /**
   * DROPDOWN fields only.
   */
  dropdownOptions: {
    /**
     * Text that the buyer sees.
     */
    label: string;
    /**
     * What the field contains if the buyer chooses this option.
     */
    value: string;
  }[];
  /**
   * TEXT fields only.
   */
  text?: {
    /**
     * Empty if the buyer removed the `defaultValue` of an optional field.
     */
    value: string | null;
    /**
     * Text that the field contains before the buyer edits it.
     */
    defaultValue: string | null;
  };
  /**
   * NUMERIC fields only.
   */
  numeric?: {
    /**
     * Contains digits only.
     */
    value: string | null;
  };
  /**
   * DROPDOWN fields only.
   */
  dropdown?: {
    /**
     * Value of the field.
     */
    value: string | null;
  };
}
/**
 * The application of a coupon to a checkout or customer.
 *
 */
export interface Discount {
  /**
   * `di_…`, or `pending` until the discount is redeemed. One that deducts nothing, because its coupon is for other products, stays `pending`.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'discount';
  /**
   * The coupon as it was when the discount was applied.
   */
  coupon: Coupon;
  /**
   * `promo_…`: the promotion code. `null` for a coupon that you applied.
   */
  promotionCodeId: string | null;
  /**
   * The code that the buyer entered. `null` for a coupon that you applied.
   */
  promotionCodeCode: string | null;
  /**
   * `cs_test_…` or `cs_live_…`: the checkout session that it belongs to.
   */
  checkoutSessionId: string | null;
  /**
   * `cus_…`: the customer. `null` for a guest.
   */
  customerId: string | null;
  /**
   * When the discount was redeemed.
   */
  start: string | null;
  /**
   * `null` if the discount does not end.
   */
  end: string | null;
}
/**
 * A reusable discount: a percentage or a fixed amount.
 *
 */
export interface Coupon {
  /**
   * `coupon_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'coupon';
  /**
   * Shown to the buyer next to the discount.
   */
  name: string | null;
  /**
   * Percentage, greater than 0 and at most 100, with at most two decimals.
   */
  percentOff: number | null;
  /**
   * In minor units of `currency`.
   */
  amountOff: number | null;
  /**
   * Currency of `amountOff`.
   */
  currency: Currency | null;
  /**
   * How long the coupon applies. It matters for subscriptions only: a one-time payment is discounted in any case.
   */
  duration: 'once' | 'forever' | 'repeating';
  /**
   * Present only if `duration` is `repeating`.
   */
  durationInMonths: number | null;
  /**
   * How many times it can be redeemed in all. `null`: any number.
   */
  maxRedemptions: number | null;
  /**
   * How many times one customer can redeem it. `null`: any number.
   */
  maxRedemptionsPerCustomer: number | null;
  /**
   * Minimum cart amount before discounts.
   */
  minimumAmount: number | null;
  minimumAmountCurrency: Currency | null;
  /**
   * How often it was redeemed.
   */
  timesRedeemed: number;
  redeemBy: string | null;
  /**
   * Empty means all products.
   */
  appliesToProductIds: string[];
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active: boolean;
  /**
   * True if the coupon is active, not expired and not fully redeemed.
   */
  valid: boolean;
  metadata: Metadata;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
}
/**
 * Whether the buyer pays the fee, and whether VAT is added.
 *
 */
export interface FeeConfig {
  /**
   * Whether the buyer pays the fee on top of the amount.
   */
  feesPassThrough: boolean;
  /**
   * Whether VAT is added to the total.
   */
  vatCollectionEnabled: boolean;
  /**
   * Percentage, greater than 0 and at most 100, with at most four decimals.
   */
  vatCollectionRate?: number;
  /**
   * Where the setting comes from. The most specific one applies.
   */
  source: 'account' | 'payment_link' | 'session';
}
/**
 * A payment method that a checkout offers.
 *
 */
export interface SessionPaymentMethod {
  type: PaymentMethodType;
  /**
   * Name as it is shown to buyers.
   */
  displayName: string;
  /**
   * Kind of method: card, wallet, voucher, bank transfer, installments or cash.
   */
  category: 'card' | 'wallet' | 'mobile_wallet' | 'bank_app' | 'bnpl' | 'voucher' | 'bank_transfer' | 'cash';
  /**
   * An amount in minor units of the object's currency.
   */
  minTransactionAmount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  maxTransactionAmount: number;
  /**
   * Fields that the buyer must provide, for example `phone`.
   */
  requiredCustomerFields: string[];
  /**
   * Whether the provider returns the money itself, without details from the buyer.
   */
  supportsRefund: boolean;
  /**
   * Whether a part of a payment can be refunded.
   */
  supportsPartialRefund: boolean;
  /**
   * Whether less than the authorized amount can be captured.
   */
  supportsPartialCapture: boolean;
  /**
   * Who reports that the payment arrived: the provider, or you.
   */
  paymentConfirmation: 'sync' | 'redirect' | 'voucher' | 'manual';
}
/**
 * The fee of the payment method that the buyer chose.
 *
 */
export interface SessionFees {
  paymentMethodType: PaymentMethodType;
  /**
   * Excluding VAT.
   */
  feeAmount: number;
  /**
   * As a percentage.
   */
  feePercentage: number;
  /**
   * VAT on the fee.
   */
  vatAmount: number;
  /**
   * Fee including VAT.
   */
  totalAmount: number;
  /**
   * The card that the fees were calculated for. `null` until it is known.
   */
  cardInfo?: {
    /**
     * Card network, such as `visa`, `mastercard` or `meeza`.
     */
    brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
    /**
     * Whether the card was issued by the bank that acquires the payment.
     */
    isOnUs: boolean;
    /**
     * Whether the card was issued in another country than that of the account.
     */
    isInternational: boolean;
  };
}
/**
 * Which fields of the customer a checkout can overwrite.
 *
 */
export interface CustomerUpdate {
  /**
   * `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
   */
  address?: 'auto' | 'never';
  /**
   * `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
   */
  name?: 'auto' | 'never';
  /**
   * `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * How a dispute has ended.
 *
 */
export interface CloseDispute {
  /**
   * `warning_closed` for inquiries, `won` or `lost` for disputes.
   */
  outcome: 'won' | 'lost' | 'warning_closed';
}
/**
 * The settings of a payment method in a configuration.
 *
 */
export interface ConfiguredPaymentMethod {
  type: PaymentMethodType;
  /**
   * Whether checkouts offer the method.
   */
  enabled: boolean;
  /**
   * Limits per currency. The platform's limits apply to other currencies.
   */
  limits: PaymentMethodLimit[];
}
/**
 * The minimum and maximum amount of one payment by a method, in one currency.
 *
 */
export interface PaymentMethodLimit {
  currency: Currency;
  /**
   * In minor units. `null` applies the limit of the platform.
   */
  minTransactionAmount: number | null;
  /**
   * In minor units. `null` applies the limit of the platform.
   */
  maxTransactionAmount: number | null;
}
/**
 * A buyer's payment.
 *
 */
export interface ConfirmHostedCheckout {
  /**
   * Required unless the total is 0.
   */
  paymentMethod?: PaymentMethodInput;
  /**
   * The total shown to the buyer. The request is rejected if the total is different.
   */
  expectedAmountTotal?: number;
  /**
   * The currency of the total shown to the buyer. The request is rejected if the total is in another one.
   */
  expectedCurrency?: Currency;
  /**
   * Where to return the buyer after a redirect.
   */
  returnUrl?: string;
}
/**
 * The payment method that a buyer pays with.
 *
 */
export interface PaymentMethodInput {
  /**
   * Optional if `id` is given.
   */
  type?: PaymentMethodType;
  /**
   * ID of a saved payment method, or `pm_test_<type>_<outcome>` in test mode.
   */
  id?: string;
  /**
   * Token from the wallet. In test mode, `test_token:<card number>`.
   */
  token?: string;
  /**
   * Test mode only: succeed, decline, require_action, pending_then_succeed, pending_then_fail, expire, never, timeout, or decline:<decline code>, such as decline:insufficient_funds.
   */
  testOutcome?: string;
  /**
   * Details of a card. Present for this type only.
   */
  card?: {
    /**
     * Card number. Only its last four digits are stored.
     */
    number: string;
    /**
     * Month in which the card expires, 1 to 12.
     */
    expMonth: number;
    /**
     * Year in which the card expires, with four digits.
     */
    expYear: number;
    /**
     * Security code of the card, 3 or 4 digits. Never stored.
     */
    cvc: string;
    /**
     * Name on the card.
     */
    holderName?: string;
  };
  /**
   * Mobile wallets, valU, Sympl, Fawry and Aman.
   */
  phone?: string;
  /**
   * InstaPay only.
   */
  handle?: string;
  /**
   * Details of valU installments. Present for this type only.
   */
  valu?: {
    /**
     * Number of monthly installments.
     */
    tenureMonths: 6 | 12 | 24;
  };
  /**
   * Name, contact details and billing address of the payer.
   */
  billingDetails?: {
    /**
     * Name of the payer.
     */
    name?: string | null;
    /**
     * Email address.
     */
    email?: string | null;
    /**
     * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
     */
    phone?: string | null;
    /**
     * Postal address.
     */
    address?: {
      /**
       * First line of the address: street and building.
       */
      line1?: string | null;
      /**
       * Second line of the address: apartment, floor or landmark.
       */
      line2?: string | null;
      /**
       * City or town.
       */
      city?: string | null;
      /**
       * State, province or governorate.
       */
      state?: string | null;
      /**
       * Postal code.
       */
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  };
}
/**
 * The payment method to pay with.
 *
 */
export interface ConfirmPaymentIntent {
  /**
   * Optional if the payment intent already has a payment method.
   */
  paymentMethod?: PaymentMethodInput;
  /**
   * Where to return the buyer after a redirect, for the attempt that this request confirms. Required then in live mode for a bank transfer or InstaPay that you receive without a provider: show there what `nextAction` says.
   */
  returnUrl?: string;
}
/**
 * The result of a buyer's confirm.
 *
 */
export interface ConfirmedCheckout {
  checkoutSession: HostedCheckout;
  /**
   * `null` if there was nothing to pay.
   */
  paymentIntent: PublicPaymentIntent | null;
}
/**
 * A checkout session as shown to the buyer.
 *
 */
export interface HostedCheckout {
  /**
   * Absent for a payment link until the first update.
   */
  id?: string;
  /**
   * Type of the object.
   */
  object: 'checkout.session';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
   */
  mode: 'payment' | 'setup' | 'subscription';
  /**
   * Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
   */
  uiMode: 'hosted' | 'embedded' | 'custom';
  /**
   * What the button of the page says.
   */
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
   */
  status: 'open' | 'complete' | 'expired';
  /**
   * `paid` once the money was received; `no_payment_required` if the total is 0.
   */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * Currency of all amounts below.
   */
  currency: Currency;
  /**
   * Sum of the items before discounts.
   */
  amountSubtotal: number;
  /**
   * The amount that the buyer pays.
   */
  amountTotal: number;
  totalDetails: TotalDetails;
  /**
   * Present only if the prices are in another currency.
   */
  presentmentDetails?: SessionPresentmentDetails;
  afterCompletion: AfterCompletion;
  /**
   * Where the back link of the hosted page leads. Without it there is no back link.
   */
  cancelUrl?: string;
  /**
   * The page to redirect the buyer to.
   */
  url: string;
  /**
   * Present if this update created the session.
   */
  clientSecret?: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * Use this instead of comparing `expiresAt` with a local clock.
   */
  isExpired: boolean;
  customerDetails?: CustomerDetails;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  paymentIntent: PublicPaymentIntent | null;
  /**
   * What is sold, 1 to 100 items.
   */
  lineItems: HostedLineItem[];
  /**
   * Fields of your own that the buyer fills in, at most 3.
   */
  customFields: CustomField[];
  /**
   * Discounts that are applied, in order.
   */
  discounts: HostedDiscount[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection: boolean;
  brandingSettings: BrandingSettings;
  /**
   * `auto` or a BCP 47 tag such as `ar-EG`.
   */
  locale: string;
  /**
   * The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available in that language. `auto` follows the browser of the buyer.
   */
  displayLocale?: string;
  /**
   * Payment methods, in the order in which they are offered.
   */
  paymentMethodTypes: SessionPaymentMethod[];
  /**
   * Present only after the buyer has chosen a method.
   */
  fees?: SessionFees;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Name of the merchant as the buyer sees it.
   */
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
   * Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant expired it, or has received a part of its payment, as of a transfer.
   */
  recoveryUrl?: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * What the merchant itself has received of a payment that is not complete, such as a part of a bank transfer. Absent if nothing. While the rest is awaited, ask the buyer for `amountTotal` minus this.
   */
  amountReceived?: number;
  /**
   * Present only in live mode, while the checkout is open and a provider accepts its cards. Retrieve it for every payment, because keys can be replaced.
   */
  cardEntry?: CardEntry;
  /**
   * Present only in live mode, while the checkout is open: the wallets that a provider’s script takes on the page. Other wallets redirect the buyer to `nextAction`.
   */
  walletEntries?: WalletEntry[];
  /**
   * True only in live mode, if the buyer enters the card on the page of the payment provider: confirm with `{ type: "card" }`, and redirect the buyer to `nextAction`.
   */
  cardOnProviderPage?: boolean;
}
/**
 * A payment intent as visible to the buyer's browser.
 *
 */
export interface PublicPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_intent';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * Current state.
   */
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * Authorizes the buyer's browser. Never log it.
   */
  clientSecret: string;
  presentmentDetails: PresentmentDetails | null;
  nextAction: NextAction | null;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * The payment method of the newest attempt.
   */
  paymentMethod: {
    type: PaymentMethodType;
    /**
     * Details of a card. Present for this type only.
     */
    card: {
      /**
       * Card network, such as `visa`, `mastercard` or `meeza`.
       */
      brand: string;
      /**
       * The last four digits of the card number.
       */
      last4: string;
    } | null;
  } | null;
  /**
   * Why the newest attempt failed. `null` if it did not.
   */
  lastPaymentError: {
    /**
     * A stable code of the reason. Branch on this value.
     */
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
     * A message that can be shown to the buyer.
     */
    message: string;
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type: 'card_error' | 'invalid_request_error' | 'api_error';
    /**
     * The parameter that caused the error.
     */
    param: string | null;
    /**
     * `null` if the buyer is not to know the reason, or there is none.
     */
    declineCode:
      | (
          | 'authentication_required'
          | 'card_not_supported'
          | 'card_velocity_exceeded'
          | 'currency_not_supported'
          | 'expired_card'
          | 'incorrect_cvc'
          | 'incorrect_number'
          | 'insufficient_funds'
          | 'issuer_not_available'
          | 'not_registered'
          | 'processing_error'
          | 'reenter_transaction'
          | 'try_again_later'
          | 'wallet_limit_exceeded'
          | 'withdrawal_count_limit_exceeded'
          | 'wrong_pin'
        )
      | null;
  } | null;
  /**
   * Time of the capture. `null` until the payment is captured.
   */
  paidAt: string | null;
  /**
   * Public address of the receipt. `null` until the payment is captured.
   */
  receiptUrl: string | null;
}
/**
 * A line item as shown to the buyer.
 *
 */
export interface HostedLineItem {
  /**
   * `li_…`
   */
  id: string;
  /**
   * Number of pieces.
   */
  quantity: number;
  /**
   * The price that is sold.
   */
  price: {
    /**
     * `price_…`
     */
    id: string;
    /**
     * Type of the object.
     */
    object: 'price';
    /**
     * Shown next to the product name.
     */
    name?: string;
    /**
     * Your own description. Not shown to buyers unless the field says so.
     */
    description?: string;
    currency: Currency;
    /**
     * Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
     */
    unitAmount: number | null;
    /**
     * Which kind it is. It decides which other fields are present.
     */
    type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
    /**
     * `null` unless `type` is RECURRING.
     */
    recurring: Recurring | null;
    /**
     * `null` unless `type` is CUSTOM.
     */
    customUnitAmount: CustomUnitAmount | null;
    /**
     * The price is not on sale before this time.
     */
    startDate?: string;
    /**
     * From this time on, new checkouts cannot sell the price. An open checkout still sells it, until it expires.
     */
    expirationDate?: string;
    /**
     * If false, the price is archived: new checkouts cannot sell it. An open checkout still sells it, until it expires.
     */
    active: boolean;
    /**
     * ISO 8601 timestamp in UTC, with milliseconds.
     */
    createdAt: string;
    /**
     * ISO 8601 timestamp in UTC, with milliseconds.
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
   * The amount that the buyer chose, in minor units. CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Unit amount multiplied by quantity.
   */
  amountSubtotal: number;
  /**
   * After discounts and taxes of the line. VAT that `vatCollectionEnabled` adds to the session is only in its `totalDetails.amountCollectedVat`.
   */
  amountTotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTax: number;
  /**
   * Processing currency. The price keeps its own currency.
   */
  currency: Currency;
  /**
   * Name of the product.
   */
  description: string;
  /**
   * The same amounts in the currency of the price.
   */
  presentmentDetails?: LinePresentmentDetails;
  /**
   * Present on sessions.
   */
  availability?: 'available' | 'low_stock' | 'sold_out' | 'inactive' | 'not_yet_active' | 'expired';
}
/**
 * A discount as shown to the buyer.
 *
 */
export interface HostedDiscount {
  /**
   * `di_…`, or `pending` until the discount is redeemed. One that deducts nothing, because its coupon is for other products, stays `pending`.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'discount';
  /**
   * The code that the buyer entered. `null` for a coupon that you applied.
   */
  promotionCodeCode: string | null;
  /**
   * The coupon that was applied.
   */
  coupon: {
    /**
     * Name, for people.
     */
    name: string | null;
    /**
     * Percentage, greater than 0 and at most 100, with at most two decimals.
     */
    percentOff: number | null;
    /**
     * In minor units of `currency`.
     */
    amountOff: number | null;
    /**
     * Currency of `amountOff`.
     */
    currency: Currency | null;
  };
  /**
   * False if the coupon is for other products: the discount then deducts nothing and is not redeemed.
   */
  appliesToOrder: boolean;
}
/**
 * A wallet whose button the provider's script renders on devices that have it. Send its token as `paymentMethod.token`.
 *
 */
export interface WalletEntry {
  /**
   * Payment provider.
   */
  provider: 'stripe';
  /**
   * Publishable key of the merchant's account at the provider. Not a secret.
   */
  publishableKey: string;
  /**
   * URL of the provider's script, which renders the field and returns a token.
   */
  scriptUrl: string;
  type: PaymentMethodType;
}
/**
 * A payment method that a provider connection takes.
 *
 */
export interface ConnectedMethod {
  type: PaymentMethodType;
  /**
   * Currencies that the method accepts.
   */
  currencies: Currency[];
  /**
   * ID of the integration at Paymob. `null` for providers without integrations.
   */
  integration: string | null;
}
/**
 * A durable consumer of a service.
 *
 */
export interface ConsumerHealth {
  /**
   * Name of the consumer.
   */
  name: string;
  /**
   * Events that have not been delivered to the consumer yet.
   */
  pending: number;
  /**
   * Events that are being handled, or are waiting for another attempt.
   */
  unacknowledged: number;
  /**
   * `lost`: the stream lost its newest messages, so the position of the consumer is past its end. `missing`: the consumer does not exist on the bus.
   */
  place: 'kept' | 'lost' | 'missing';
  /**
   * Events that it failed to handle, counted up to 10,000.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * An account to create.
 *
 */
export interface CreateAccount {
  /**
   * Name as it is shown to buyers.
   */
  displayName: string;
  /**
   * Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
   */
  defaultLocale?: string;
  /**
   * Must include the default currency. A currency can be used for payments once `feeSchedule` has rules for it.
   *
   * @minItems 1
   */
  supportedCurrencies?: {
    code: Currency;
    /**
     * Payment methods, in the order in which they are offered.
     *
     * @minItems 1
     */
    paymentMethodTypes: PaymentMethodType[];
    /**
     * Ignored, so that you can send back what you have read.
     */
    decimals?: number;
  }[];
  /**
   * What payments cost. A payment needs a rule for its method and currency. No two rules can have the same conditions.
   *
   * @maxItems 500
   */
  feeSchedule?: FeeRule[];
  /**
   * VAT on the fees, in parts per million: 140000 is 14 %.
   */
  vatOnFeesPpm?: number;
  /**
   * Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
   */
  feeConfig?: {
    /**
     * Whether the fee is added to the total and paid by the buyer.
     */
    feesPassThrough: boolean;
    /**
     * Whether VAT is added to the total.
     */
    vatCollectionEnabled: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
  };
  /**
   * Further currencies that prices can use; their payments are converted into a supported currency. `null` means any currency with an exchange rate.
   */
  presentmentCurrencies?: Currency[] | null;
  /**
   * What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.
   */
  lateSuccessPolicy?: 'accept' | 'auto_refund';
  /**
   * What a dispute costs, at most one row for each currency. Currencies without a row cost nothing.
   *
   * @maxItems 200
   */
  disputeFees?: DisputeFee[];
  /**
   * Origins that can embed checkouts, in addition to those of the publishable keys.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`. Test mode also accepts `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  /**
   * URL, for both modes.
   */
  logo?: string | null;
  /**
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country?: string;
  defaultCurrency?: Currency & string;
}
/**
 * An API key to create for an account.
 *
 */
export interface CreateAccountKey {
  /**
   * Name of the key, shown in lists. Describe what the key is used for.
   */
  name: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  permissions?:
    | (
        | 'ACCOUNT_READ'
        | 'ACCOUNT_WRITE'
        | 'API_KEY_READ'
        | 'API_KEY_WRITE'
        | 'BALANCE_READ'
        | 'BANK_ACCOUNT_READ'
        | 'BANK_ACCOUNT_WRITE'
        | 'CHARGE_READ'
        | 'CHECKOUT_SESSION_READ'
        | 'CHECKOUT_SESSION_WRITE'
        | 'COUPON_READ'
        | 'COUPON_WRITE'
        | 'CUSTOMER_READ'
        | 'CUSTOMER_WRITE'
        | 'DISPUTE_READ'
        | 'DISPUTE_WRITE'
        | 'EVENT_READ'
        | 'EVENT_WRITE'
        | 'PAYMENT_INTENT_READ'
        | 'PAYMENT_INTENT_WRITE'
        | 'PAYMENT_LINK_READ'
        | 'PAYMENT_LINK_WRITE'
        | 'PAYMENT_METHOD_CONFIGURATION_READ'
        | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
        | 'PAYOUT_READ'
        | 'PAYOUT_WRITE'
        | 'PRICE_READ'
        | 'PRICE_WRITE'
        | 'PRODUCT_READ'
        | 'PRODUCT_WRITE'
        | 'PROMOTION_CODE_READ'
        | 'PROMOTION_CODE_WRITE'
        | 'PROVIDER_CONNECTION_READ'
        | 'PROVIDER_CONNECTION_WRITE'
        | 'REFUND_READ'
        | 'REFUND_WRITE'
        | 'REPORT_READ'
        | 'TEST_HELPER_WRITE'
        | 'WEBHOOK_ENDPOINT_READ'
        | 'WEBHOOK_ENDPOINT_WRITE'
      )[]
    | null;
  expiresAt?: string | null;
  ipAllowlist?: string[] | null;
  allowedOrigins?: string[] | null;
  /**
   * `test` or `live`.
   */
  mode: 'test' | 'live';
}
/**
 * A payment provider to connect an account to.
 *
 */
export interface CreateAccountProviderConnection {
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * Stripe: `secretKey`, `publishableKey` and, once the event destination exists, `callbackSecret`. Paymob: `apiKey`, `secretKey`, `publicKey` and `hmacSecret`. Fawry: `merchantCode` and `secureKey`. Tabby: `secretKey`, `merchantCode` and `country`. Tamara: `apiToken`, `notificationToken` and `country`. Verified with the provider, stored encrypted, and never returned.
   */
  credentials: {
    [k: string]: string;
  };
  /**
   * Methods to take through this connection. Defaults to every method that the provider offers the account.
   *
   * @minItems 1
   * @maxItems 50
   */
  methods?: {
    type: PaymentMethodType;
    /**
     * Currencies to offer it in. Defaults to those that the provider settles for the account.
     *
     * @minItems 1
     * @maxItems 30
     */
    currencies?: Currency[];
    /**
     * Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
     */
    integration?: string | null;
  }[];
  /**
   * Whose account at the provider it is. Money of the platform’s own account is paid out to the merchant; money of the merchant’s account is never held by the platform.
   */
  settlesTo?: 'platform' | 'merchant';
}
/**
 * An API key to create.
 *
 */
export interface CreateApiKey {
  /**
   * Name of the key, shown in lists. Describe what the key is used for.
   */
  name: string;
  /**
   * `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what browsers need.
   */
  type: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE';
  permissions?:
    | (
        | 'ACCOUNT_READ'
        | 'ACCOUNT_WRITE'
        | 'API_KEY_READ'
        | 'API_KEY_WRITE'
        | 'BALANCE_READ'
        | 'BANK_ACCOUNT_READ'
        | 'BANK_ACCOUNT_WRITE'
        | 'CHARGE_READ'
        | 'CHECKOUT_SESSION_READ'
        | 'CHECKOUT_SESSION_WRITE'
        | 'COUPON_READ'
        | 'COUPON_WRITE'
        | 'CUSTOMER_READ'
        | 'CUSTOMER_WRITE'
        | 'DISPUTE_READ'
        | 'DISPUTE_WRITE'
        | 'EVENT_READ'
        | 'EVENT_WRITE'
        | 'PAYMENT_INTENT_READ'
        | 'PAYMENT_INTENT_WRITE'
        | 'PAYMENT_LINK_READ'
        | 'PAYMENT_LINK_WRITE'
        | 'PAYMENT_METHOD_CONFIGURATION_READ'
        | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
        | 'PAYOUT_READ'
        | 'PAYOUT_WRITE'
        | 'PRICE_READ'
        | 'PRICE_WRITE'
        | 'PRODUCT_READ'
        | 'PRODUCT_WRITE'
        | 'PROMOTION_CODE_READ'
        | 'PROMOTION_CODE_WRITE'
        | 'PROVIDER_CONNECTION_READ'
        | 'PROVIDER_CONNECTION_WRITE'
        | 'REFUND_READ'
        | 'REFUND_WRITE'
        | 'REPORT_READ'
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
 * A bank account that payouts are sent to.
 *
 */
export interface CreateBankAccount {
  /**
   * The holder as the bank knows it.
   */
  holderName: string;
  currency: Currency;
  /**
   * With or without spaces. Stored encrypted and never returned.
   */
  iban: string;
}
/**
 * A bus user to create.
 *
 */
export interface CreateBusUser {
  /**
   * Name of the platform team.
   */
  team: string;
  /**
   * If absent, both modes.
   */
  mode?: ('test' | 'live') | null;
  /**
   * `acct_…`. If absent, all merchants.
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
   * Names of the durable consumers that the team can create.
   *
   * @minItems 1
   * @maxItems 20
   */
  durables?: string[];
  /**
   * Validity of the credentials, in days.
   */
  expiresInDays?: number;
}
/**
 * A checkout session to create.
 *
 */
export interface CreateCheckoutSession {
  /**
   * Required, except in mode `setup`, where no line items are allowed.
   *
   * @minItems 1
   * @maxItems 100
   */
  lineItems?: LineItemInput[];
  /**
   * `payment`, `subscription` or `setup`. `subscription` sells recurring prices and charges their first period only. `setup` saves a card for the customer without charging it; test mode only.
   */
  mode?: 'payment' | 'setup' | 'subscription';
  /**
   * Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
   */
  uiMode?: 'hosted' | 'embedded' | 'custom';
  /**
   * Defaults to SUBSCRIBE in mode `subscription`, and to PAY otherwise.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Must be the currency of the line items.
   */
  currency?: Currency;
  /**
   * ID of an existing customer. Cannot be combined with `customerDetails`. Required in mode `setup`.
   */
  customerId?: string;
  /**
   * Cannot be combined with `customerId`.
   */
  customerDetails?: {
    /**
     * Full name of the buyer.
     */
    name?: string | null;
    /**
     * Email address.
     */
    email?: string | null;
    /**
     * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
     */
    phone?: string | null;
    /**
     * Name, contact details and billing address of the payer.
     */
    billingDetails?: {
      /**
       * Name of the payer.
       */
      name?: string | null;
      /**
       * Email address.
       */
      email?: string | null;
      /**
       * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    /**
     * Name, phone number and address of the recipient.
     */
    shipping?: {
      /**
       * Name of the recipient.
       */
      name?: string | null;
      /**
       * Phone number of the recipient, as entered.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation?: 'always' | 'if_required';
  /**
   * Which details of an existing customer are updated with what the buyer enters.
   */
  customerUpdate?: {
    /**
     * `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
     */
    address?: 'auto' | 'never';
    /**
     * `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
     */
    name?: 'auto' | 'never';
    /**
     * `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
     */
    shipping?: 'auto' | 'never';
  };
  afterCompletion?:
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'redirect';
        /**
         * Where the buyer is sent after paying. For the type `redirect` only.
         */
        redirect: {
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          url: string;
        };
      }
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'hosted_confirmation';
        /**
         * Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
         */
        hostedConfirmation?: {
          /**
           * Text shown to the buyer after paying, at most 500 characters.
           */
          customMessage?: string;
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * An https URL. Test mode also accepts http://localhost.
   */
  cancelUrl?: string;
  /**
   * Minutes until the session expires.
   */
  expiresAfterMinutes?: number;
  /**
   * Language of the page, BCP 47. `auto` follows the browser of the buyer.
   */
  locale?: string;
  /**
   * Fields of your own that the buyer fills in, at most 3.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldInput[];
  /**
   * Discounts that you apply, regardless of `allowPromotionCodes`.
   *
   * @maxItems 20
   */
  discounts?: DiscountInput[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection?: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection?: boolean;
  /**
   * Fields that you omit default to those of the payment link, then to those of the account.
   */
  feeConfig?: {
    /**
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough?: boolean;
    /**
     * Whether VAT is added to the prices, which do not include it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  /**
   * How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the account.
   */
  brandingSettings?: {
    /**
     * `auto` follows the setting of the device of the buyer.
     */
    colorMode?: 'light' | 'dark' | 'auto';
    /**
     * Shape of the corners of buttons and boxes.
     */
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    /**
     * Distance between elements.
     */
    spacing?: 'compact' | 'normal' | 'spacious';
    /**
     * Height of input fields.
     */
    inputSize?: 'sm' | 'md' | 'lg';
    /**
     * How input fields are drawn.
     */
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    /**
     * How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.
     */
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      /**
       * Color of the main button, `#RRGGBB`.
       */
      primary?: string;
      /**
       * Text color on `primary`, `#RRGGBB`.
       */
      primaryForeground?: string;
      /**
       * Background color of the page, `#RRGGBB`.
       */
      background?: string;
      /**
       * Text color, `#RRGGBB`.
       */
      foreground?: string;
      /**
       * Color of borders, `#RRGGBB`.
       */
      border?: string;
      /**
       * Color of the borders of input fields, `#RRGGBB`.
       */
      input?: string;
      /**
       * Color of the focus ring, `#RRGGBB`.
       */
      ring?: string;
      /**
       * Background color of less important elements, `#RRGGBB`.
       */
      muted?: string;
      /**
       * Color of less important text, `#RRGGBB`.
       */
      mutedForeground?: string;
      /**
       * Background color of highlighted elements, `#RRGGBB`.
       */
      accent?: string;
      /**
       * Text color on `accent`, `#RRGGBB`.
       */
      accentForeground?: string;
      /**
       * Color of errors and of actions that cannot be undone, `#RRGGBB`.
       */
      destructive?: string;
    };
    /**
     * The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.
     */
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
   * Payment methods, in the order in which they are offered.
   *
   * @minItems 1
   * @maxItems 17
   */
  paymentMethodTypes?: PaymentMethodType[];
  /**
   * The payment methods to offer. Defaults to the account's default configuration.
   */
  paymentMethodConfigurationId?: string;
  /**
   * `manual` only authorizes the payment: the session completes unpaid, and you capture it within seven days.
   */
  captureMethod?: 'automatic' | 'manual';
  /**
   * Settings of the payment intent of the session.
   */
  paymentIntentData?: {
    /**
     * Your own description. Not shown to buyers unless the field says so.
     */
    description?: string | null;
    /**
     * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
     */
    receiptEmail?: string | null;
    metadata?: Metadata | null;
    /**
     * `manual`: after authentication such as 3-D Secure, your server completes the payment with POST /payment-intents/{id}/confirm. In live mode this requires a connection to Stripe.
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
   * ID of an existing price. Either this or `priceData` is required.
   */
  price?: string;
  /**
   * Same as `price`.
   */
  priceId?: string;
  /**
   * A price to create for this checkout. Either this or `price` is required.
   */
  priceData?: PriceData;
  /**
   * Pieces. Always 1 for a price of type CUSTOM.
   */
  quantity?: number;
  /**
   * Whether, and within which limits, the buyer can change the quantity.
   */
  adjustableQuantity?: {
    /**
     * Whether it is on.
     */
    enabled: boolean;
    /**
     * Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
     */
    minimum?: number;
    /**
     * Largest quantity that the buyer can choose.
     */
    maximum?: number;
  };
  /**
   * The amount that the buyer pays, in minor units. CUSTOM prices only, with a quantity of 1.
   */
  customAmount?: number;
}
/**
 * A price to create with the checkout.
 *
 */
export interface PriceData {
  currency: Currency;
  /**
   * In minor units of the currency.
   */
  unitAmount: number;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type?: 'ONE_TIME' | 'RECURRING';
  /**
   * How often the price is charged. Required for the type `RECURRING`.
   */
  recurring?: {
    /**
     * Unit of time: with `intervalCount` it says how long a period is.
     */
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    /**
     * How many intervals one period has, 1 to 365.
     */
    intervalCount: number;
  } | null;
  /**
   * ID of an existing product. Either this or `productData` is required.
   */
  product?: string;
  /**
   * A product to create. Either this or `product` is required.
   */
  productData?: {
    /**
     * Name, for people.
     */
    name: string;
    /**
     * Your own description. Not shown to buyers unless the field says so.
     */
    description?: string | null;
    image?: string | null;
    metadata?: Metadata | null;
  };
}
/**
 * A custom field to add to a checkout.
 *
 */
export interface CustomFieldInput {
  /**
   * Your own name of the field, unique within the checkout, 1 to 200 characters.
   */
  key: string;
  /**
   * Text that the buyer sees.
   */
  label: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  /**
   * Whether the buyer can leave the field empty.
   */
  isOptional?: boolean;
  /**
   * Whether the value is checked against limits.
   */
  hasLimits?: boolean;
  /**
   * Whether the limits count characters or compare the value.
   */
  limitType?: ('AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY') | null;
  /**
   * Fewest characters that the value must have.
   */
  minCharacters?: number | null;
  /**
   * Most characters that the value can have.
   */
  maxCharacters?: number | null;
  /**
   * @maxItems 200
   */
  dropdownOptions?: {
    /**
     * Text that the buyer sees.
     */
    label: string;
    /**
     * What the field contains if the buyer chooses this option.
     */
    value: string;
  }[];
  /**
   * TEXT fields only.
   */
  text?: {
    /**
     * Value of the field.
     */
    value?: null;
    /**
     * Text that the field contains before the buyer edits it.
     */
    defaultValue?: string | null;
  } | null;
  /**
   * Settings or value of a field of the type `numeric`.
   */
  numeric?: {
    /**
     * Value of the field.
     */
    value?: null;
  } | null;
  /**
   * Settings or value of a field of the type `dropdown`.
   */
  dropdown?: {
    /**
     * Value of the field.
     */
    value?: null;
  } | null;
}
/**
 * A discount to apply to a checkout.
 *
 */
export interface DiscountInput {
  /**
   * ID of a coupon. Either this or `promotionCode` is required.
   */
  coupon?: string;
  /**
   * ID or text of a promotion code.
   */
  promotionCode?: string;
}
/**
 * A coupon to create.
 *
 */
export interface CreateCoupon {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Percentage discount. Either this or `amountOff` is required.
   */
  percentOff?: number | null;
  /**
   * Discount in minor units of `currency`. Either this or `percentOff` is required.
   */
  amountOff?: number | null;
  /**
   * Currency of `amountOff`. Required with `amountOff`.
   */
  currency?: Currency | null;
  /**
   * Relevant for subscriptions only.
   */
  duration?: 'once' | 'forever' | 'repeating';
  /**
   * Required if `duration` is `repeating`.
   */
  durationInMonths?: number | null;
  /**
   * Maximum number of redemptions across all customers.
   */
  maxRedemptions?: number | null;
  /**
   * How many times one customer can redeem it. `null`: any number.
   */
  maxRedemptionsPerCustomer?: number | null;
  /**
   * Minimum cart amount before discounts.
   */
  minimumAmount?: number | null;
  minimumAmountCurrency?: Currency | null;
  /**
   * The coupon cannot be redeemed from this time on.
   */
  redeemBy?: string | null;
  /**
   * Empty means all products.
   *
   * @maxItems 100
   */
  appliesToProductIds?: string[];
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  metadata?: Metadata | null;
}
/**
 * A customer to create.
 *
 */
export interface CreateCustomer {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Either this or `phone` is required. Unique per account and mode.
   */
  email?: string | null;
  /**
   * Either this or `email` is required.
   */
  phone?: string | null;
  /**
   * Postal address.
   */
  address?: {
    /**
     * First line of the address: street and building.
     */
    line1?: string | null;
    /**
     * Second line of the address: apartment, floor or landmark.
     */
    line2?: string | null;
    /**
     * City or town.
     */
    city?: string | null;
    /**
     * State, province or governorate.
     */
    state?: string | null;
    /**
     * Postal code.
     */
    postalCode?: string | null;
    country?: string | null;
    [k: string]: string | null | undefined;
  } | null;
  /**
   * Name, phone number and address of the recipient.
   */
  shipping?: {
    /**
     * Name of the recipient.
     */
    name?: string | null;
    /**
     * Phone number of the recipient, as entered.
     */
    phone?: string | null;
    /**
     * Postal address.
     */
    address?: {
      /**
       * First line of the address: street and building.
       */
      line1?: string | null;
      /**
       * Second line of the address: apartment, floor or landmark.
       */
      line2?: string | null;
      /**
       * City or town.
       */
      city?: string | null;
      /**
       * State, province or governorate.
       */
      state?: string | null;
      /**
       * Postal code.
       */
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  metadata?: Metadata | null;
  /**
   * Defaults to the default currency of the account.
   */
  currency?: Currency | null;
}
/**
 * A payment intent to create.
 *
 */
export interface CreatePaymentIntent {
  /**
   * In minor units. The amount in the processing currency must be from 1.00 to 1,000,000.00.
   */
  amount: number;
  /**
   * A currency that the account does not process is converted at the current exchange rate.
   */
  currency: Currency;
  /**
   * `cus_…`: the customer. `null` for a guest.
   */
  customerId?: string | null;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod?: 'automatic' | 'manual';
  /**
   * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
   */
  confirmationMethod?: 'automatic' | 'manual';
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail?: string | null;
  /**
   * Name, phone number and address of the recipient.
   */
  shipping?: {
    /**
     * Name of the recipient.
     */
    name?: string | null;
    /**
     * Phone number of the recipient, as entered.
     */
    phone?: string | null;
    /**
     * Postal address.
     */
    address?: {
      /**
       * First line of the address: street and building.
       */
      line1?: string | null;
      /**
       * Second line of the address: apartment, floor or landmark.
       */
      line2?: string | null;
      /**
       * City or town.
       */
      city?: string | null;
      /**
       * State, province or governorate.
       */
      state?: string | null;
      /**
       * Postal code.
       */
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  /**
   * How the amount is made up. For information only: the sum is not checked.
   */
  amountDetails?: {
    /**
     * In minor units of the currency.
     */
    productAmount: number;
    /**
     * In minor units of the currency.
     */
    tax?: number;
    /**
     * In minor units of the currency.
     */
    platformFees?: number;
    /**
     * In minor units of the currency.
     */
    tip?: number;
    /**
     * In minor units of the currency.
     */
    discount?: number;
  } | null;
  /**
   * Accepted payment method types. `null` accepts all types that the account supports.
   */
  paymentMethodTypes?: PaymentMethodType[] | null;
  /**
   * Confirms the payment immediately. Requires `paymentMethod`.
   */
  confirm?: boolean;
  paymentMethod?: PaymentMethodInput;
  /**
   * Where to return the buyer after a redirect, for the attempt that this request confirms. Required then in live mode for a bank transfer or InstaPay that you receive without a provider: show there what `nextAction` says.
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
   * What is sold, 1 to 100 items.
   *
   * @minItems 1
   * @maxItems 100
   */
  lineItems: LineItemInput[];
  /**
   * Must be the currency of the line items.
   */
  currency?: Currency;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Must be in the future. `null` means never.
   */
  expiresAt?: string | null;
  /**
   * Number of completed checkouts after which the link creates no new ones.
   */
  maxCompletions?: number | null;
  /**
   * What the button of the page says.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation?: 'always' | 'if_required';
  afterCompletion?:
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'redirect';
        /**
         * Where the buyer is sent after paying. For the type `redirect` only.
         */
        redirect: {
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          url: string;
        };
      }
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'hosted_confirmation';
        /**
         * Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
         */
        hostedConfirmation?: {
          /**
           * Text shown to the buyer after paying, at most 500 characters.
           */
          customMessage?: string;
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * Fields of your own that the buyer fills in, at most 3.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldInput[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection?: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection?: boolean;
  /**
   * Fields that you omit default to those of the payment link, then to those of the account.
   */
  feeConfig?: {
    /**
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough?: boolean;
    /**
     * Whether VAT is added to the prices, which do not include it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  /**
   * How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the account.
   */
  brandingSettings?: {
    /**
     * `auto` follows the setting of the device of the buyer.
     */
    colorMode?: 'light' | 'dark' | 'auto';
    /**
     * Shape of the corners of buttons and boxes.
     */
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    /**
     * Distance between elements.
     */
    spacing?: 'compact' | 'normal' | 'spacious';
    /**
     * Height of input fields.
     */
    inputSize?: 'sm' | 'md' | 'lg';
    /**
     * How input fields are drawn.
     */
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    /**
     * How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.
     */
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      /**
       * Color of the main button, `#RRGGBB`.
       */
      primary?: string;
      /**
       * Text color on `primary`, `#RRGGBB`.
       */
      primaryForeground?: string;
      /**
       * Background color of the page, `#RRGGBB`.
       */
      background?: string;
      /**
       * Text color, `#RRGGBB`.
       */
      foreground?: string;
      /**
       * Color of borders, `#RRGGBB`.
       */
      border?: string;
      /**
       * Color of the borders of input fields, `#RRGGBB`.
       */
      input?: string;
      /**
       * Color of the focus ring, `#RRGGBB`.
       */
      ring?: string;
      /**
       * Background color of less important elements, `#RRGGBB`.
       */
      muted?: string;
      /**
       * Color of less important text, `#RRGGBB`.
       */
      mutedForeground?: string;
      /**
       * Background color of highlighted elements, `#RRGGBB`.
       */
      accent?: string;
      /**
       * Text color on `accent`, `#RRGGBB`.
       */
      accentForeground?: string;
      /**
       * Color of errors and of actions that cannot be undone, `#RRGGBB`.
       */
      destructive?: string;
    };
    /**
     * The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.
     */
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
   * The payment methods to offer. Defaults to the account's default configuration.
   */
  paymentMethodConfigurationId?: string;
  metadata?: Metadata | null;
}
/**
 * A payment method configuration to create.
 *
 */
export interface CreatePaymentMethodConfiguration {
  /**
   * Name, for people.
   */
  name: string;
  /**
   * In the order in which a checkout offers them. Methods that are not listed are not offered.
   */
  paymentMethodTypes: {
    type: PaymentMethodType;
    /**
     * Whether it is on.
     */
    enabled?: boolean;
    /**
     * At most one for each currency.
     */
    limits?: {
      currency: Currency;
      /**
       * In minor units. `null` applies the limit of the platform.
       */
      minTransactionAmount?: number | null;
      /**
       * In minor units. `null` applies the limit of the platform.
       */
      maxTransactionAmount?: number | null;
    }[];
  }[];
}
/**
 * A payout to create.
 *
 */
export interface CreatePayout {
  /**
   * In minor units of the currency.
   */
  amount: number;
  currency: Currency;
  /**
   * A bank account in this currency.
   */
  bankAccountId: string;
  /**
   * The text on the statement of the bank account.
   */
  statementDescriptor?: string | null;
}
/**
 * A price to create.
 *
 */
export interface CreatePrice {
  /**
   * Shown to buyers after the name of the product.
   */
  name?: string | null;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  currency: Currency;
  /**
   * In minor units. Not allowed for CUSTOM prices.
   */
  unitAmount?: number | null;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * Required for RECURRING prices, and not allowed for others.
   */
  recurring?: {
    /**
     * Unit of time: with `intervalCount` it says how long a period is.
     */
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    /**
     * How many intervals one period has, 1 to 365.
     */
    intervalCount: number;
  } | null;
  /**
   * CUSTOM prices only. In minor units.
   */
  customUnitAmount?: {
    minimum?: number | null;
    maximum?: number | null;
    preset?: number | null;
  } | null;
  /**
   * Units in stock. Null or absent means unlimited.
   */
  stock?: number | null;
  startDate?: string | null;
  expirationDate?: string | null;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  metadata?: Metadata | null;
}
/**
 * A product to create.
 *
 */
export interface CreateProduct {
  /**
   * Shown to buyers, 1 to 250 characters.
   */
  name: string;
  /**
   * Shown to buyers below the name, at most 5,000 characters.
   */
  description?: string | null;
  image?: string | null;
  /**
   * Name of one unit, such as `seat` or `kg`, shown after the quantity.
   */
  unitLabel?: string | null;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  metadata?: Metadata | null;
  /**
   * Created together with the product: either all of them or nothing.
   *
   * @maxItems 20
   */
  prices?: CreatePrice[];
  /**
   * Index of the default price in `prices`. Defaults to 0.
   */
  defaultPriceIndex?: number;
}
/**
 * A promotion code to create.
 *
 */
export interface CreatePromotionCode {
  /**
   * ID of the coupon that the code applies.
   */
  couponId?: string;
  /**
   * Same as `couponId`.
   */
  coupon?: string;
  /**
   * The text that buyers enter. Generated if absent.
   */
  code?: string;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Cannot exceed the limit of the coupon.
   */
  maxRedemptions?: number | null;
  /**
   * Cannot be later than the coupon's `redeemBy`.
   */
  expiresAt?: string | null;
  /**
   * The only customer who can use the code.
   */
  customerId?: string | null;
  /**
   * Who can redeem the code, and from which total.
   */
  restrictions?: {
    /**
     * Whether only buyers without an earlier payment can redeem the code.
     */
    firstTimeTransaction?: boolean;
    minimumAmount?: number | null;
    minimumAmountCurrency?: Currency | null;
  } | null;
  metadata?: Metadata | null;
}
/**
 * A payment provider to connect.
 *
 */
export interface CreateProviderConnection {
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * Stripe: `secretKey`, `publishableKey` and, once the event destination exists, `callbackSecret`. Paymob: `apiKey`, `secretKey`, `publicKey` and `hmacSecret`. Fawry: `merchantCode` and `secureKey`. Tabby: `secretKey`, `merchantCode` and `country`. Tamara: `apiToken`, `notificationToken` and `country`. Verified with the provider, stored encrypted, and never returned.
   */
  credentials: {
    [k: string]: string;
  };
  /**
   * Methods to take through this connection. Defaults to every method that the provider offers the account.
   *
   * @minItems 1
   * @maxItems 50
   */
  methods?: {
    type: PaymentMethodType;
    /**
     * Currencies to offer it in. Defaults to those that the provider settles for the account.
     *
     * @minItems 1
     * @maxItems 30
     */
    currencies?: Currency[];
    /**
     * Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
     */
    integration?: string | null;
  }[];
}
/**
 * How the test provider fails on its next operations.
 *
 */
export interface CreateProviderExpectation {
  /**
   * Selects operations. All of the given conditions must match.
   */
  match: {
    /**
     * `sync` queries the outcome of a payment or refund, which the platform does after a response is lost.
     */
    operation: 'authorize' | 'capture' | 'refund' | 'cancel' | 'sync';
    /**
     * Amount of the operation in minor units. For `cancel` and `sync`, the amount of the charge or refund.
     */
    amount?: number;
    /**
     * Matches if the metadata of the payment intent contains these keys and values.
     */
    metadata?: Metadata;
    /**
     * ID of the payment intent, charge, checkout session or refund.
     */
    reference?: string;
  };
  /**
   * Set exactly one of these fields.
   */
  fault: {
    /**
     * Returns this error without performing the operation.
     */
    status?: number;
    /**
     * Performs the operation, but its response is lost.
     */
    timeout?: true;
    /**
     * The connection breaks before the operation is performed.
     */
    connectionReset?: true;
    /**
     * Performs the operation and responds after this delay, in milliseconds.
     */
    delayMs?: number;
  };
  /**
   * Number of operations to apply it to.
   */
  times?: number;
  /**
   * Seconds after which the expectation expires, by the test clock.
   */
  expiresIn?: number;
}
/**
 * A refund to create.
 *
 */
export interface CreateRefund {
  /**
   * The charge to refund. Either this or `paymentIntentId` is required.
   */
  chargeId?: string;
  /**
   * Refunds the succeeded charge of this payment intent. Either this or `chargeId` is required.
   */
  paymentIntentId?: string;
  /**
   * In minor units. Defaults to the remaining amount.
   */
  amount?: number;
  /**
   * Why it was refunded.
   */
  reason?: ('DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER') | null;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Where to contact the buyer for bank or wallet details, if the payment method needs them. Defaults to the email address of the customer, of `billingDetails`, or to `receiptEmail`; required if there is none. For a payment of a checkout, the customer counts only if you chose it.
   */
  instructionsEmail?: string | null;
  /**
   * True if you send the money yourself although the provider could return it, for example because its time limit for refunds has passed. The buyer says where the money goes, and you mark the refund as paid, as where no provider returns it.
   */
  outOfBand?: boolean;
  metadata?: Metadata | null;
}
/**
 * A file to upload.
 *
 */
export interface CreateUploadUrl {
  purpose: UploadPurpose;
  /**
   * Format of the file. It is verified against the content of the file. `application/pdf` for `dispute_evidence` only.
   */
  contentType: FileType;
  /**
   * Maximum size of the file, in bytes. The file can be smaller.
   */
  sizeBytes: number;
}
/**
 * A webhook endpoint to create.
 *
 */
export interface CreateWebhookEndpoint {
  /**
   * An https URL.
   */
  url: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
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
 * The custom field after the update.
 *
 */
export interface CustomFieldChange {
  /**
   * Your own name of the field, unique within the checkout, 1 to 200 characters.
   */
  key: string;
  /**
   * Text that the buyer sees.
   */
  label: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  /**
   * Whether the buyer can leave the field empty.
   */
  isOptional?: boolean;
  /**
   * Whether the value is checked against limits.
   */
  hasLimits?: boolean;
  /**
   * Whether the limits count characters or compare the value.
   */
  limitType?: ('AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY') | null;
  /**
   * Fewest characters that the value must have.
   */
  minCharacters?: number | null;
  /**
   * Most characters that the value can have.
   */
  maxCharacters?: number | null;
  /**
   * @maxItems 200
   */
  dropdownOptions?: {
    /**
     * Text that the buyer sees.
     */
    label: string;
    /**
     * What the field contains if the buyer chooses this option.
     */
    value: string;
  }[];
  /**
   * TEXT fields only.
   */
  text?: {
    /**
     * Read-only: the buyer's answer. Accepted and ignored in requests.
     */
    value?: string | null;
    /**
     * Text that the field contains before the buyer edits it.
     */
    defaultValue?: string | null;
  } | null;
  /**
   * Settings or value of a field of the type `numeric`.
   */
  numeric?: {
    /**
     * Read-only: the buyer's answer. Accepted and ignored in requests.
     */
    value?: string | null;
  } | null;
  /**
   * Settings or value of a field of the type `dropdown`.
   */
  dropdown?: {
    /**
     * Read-only: the buyer's answer. Accepted and ignored in requests.
     */
    value?: string | null;
  } | null;
}
/**
 * A customer of the merchant.
 *
 */
export interface Customer {
  /**
   * `cus_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'customer';
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'registered' | 'guest';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Name, for people.
   */
  name?: string;
  /**
   * As entered. Unique per account and mode, regardless of case.
   */
  email?: string;
  /**
   * In E.164 format if the number could be parsed.
   */
  phone?: string;
  address?: Address;
  /**
   * Shipping details of a payment whose buyer enters none.
   */
  shipping?: Shipping;
  guestFingerprint: GuestFingerprint;
  metadata: Metadata;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Default currency of the customer.
   */
  currency?: Currency;
  spendData: SpendData;
  /**
   * Credit balance in minor units, as a string.
   */
  balance: string;
}
/**
 * Identifies a returning guest at the next checkout.
 *
 */
export interface GuestFingerprint {
  /**
   * Email addresses that the guest used.
   */
  emails: string[];
  /**
   * Phone numbers that the guest used.
   */
  phones: string[];
  /**
   * Cards that the guest paid with.
   */
  cardFingerprints: {
    /**
     * A value that is the same for the same card number. The number cannot be derived from it.
     */
    fingerprint: string;
  }[];
}
/**
 * What a customer has spent, in minor units of the customer's currency.
 *
 */
export interface SpendData {
  /**
   * An amount in minor units of the object's currency.
   */
  amountDisputeLosses: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  /**
   * grossSpend / numPayments, rounded half up. 0 if there are no payments.
   */
  averageOrderValue: number;
  /**
   * The customer's default currency: that of the first payment.
   */
  currency: Currency;
  /**
   * Empty string if there is none.
   */
  firstPurchaseAt: string | '';
  /**
   * An amount in minor units of the object's currency.
   */
  grossSpend: number;
  /**
   * Empty string if there is none.
   */
  lastPurchaseAt: string | '';
  /**
   * grossSpend - amountRefunded.
   */
  netSpend: number;
  /**
   * Number of payments.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A customer in a list.
 *
 */
export interface ListCustomer {
  /**
   * `cus_…`
   */
  id: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'registered' | 'guest';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * Name, for people.
   */
  name: string | null;
  /**
   * Email address.
   */
  email: string | null;
  /**
   * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
   */
  phone: string | null;
  /**
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country: string | null;
  /**
   * The most recently created payment method.
   */
  latestPaymentMethod: {
    /**
     * `pm_…`
     */
    id: string;
    type: PaymentMethodType;
    card?: PaymentMethodCard;
    valu?: PaymentMethodValu;
  } | null;
  spendData: SpendData;
}
/**
 * The purchases of a customer in a period, in minor units.
 *
 */
export interface CustomerStats {
  /**
   * `cus_…`
   */
  customerId: string;
  /**
   * Over the lifetime of the customer.
   */
  spendData: SpendData;
  /**
   * Payments in the currency of `spendData`, oldest first. Includes intervals without payments.
   */
  series: {
    /**
     * Start of the interval. It ends where the next one starts.
     */
    periodStart: string;
    /**
     * An amount in minor units of the object's currency.
     */
    grossSpend: number;
    /**
     * Amount refunded on these payments, regardless of when it was refunded.
     */
    amountRefunded: number;
    /**
     * Number of payments.
     */
    numPayments: number;
  }[];
  /**
   * The ten products on which the customer spent the most in this period.
   */
  topProducts: {
    /**
     * `prod_…`
     */
    productId: string;
    /**
     * Name at the time of the last purchase.
     */
    name: string;
    /**
     * Number of pieces bought.
     */
    unitsBought: number;
    /**
     * After discounts, before refunds.
     */
    grossSpend: number;
  }[];
}
/**
 * An event that a consumer failed to handle.
 *
 */
export interface DeadLetter {
  /**
   * Service of the platform.
   */
  service: 'gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks';
  /**
   * Name of the consumer that could not process the event.
   */
  consumer: string;
  /**
   * `evt_…`. For a message that cannot be read, its position in the stream: `seq:<n>`.
   */
  eventId: string;
  /**
   * Subject of the message.
   */
  subject: string;
  /**
   * The last error of the handler.
   */
  reason: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * When the event was requeued. `null` if it has not been.
   */
  requeuedAt: string | null;
}
/**
 * Events that a consumer failed to handle.
 *
 */
export interface DeadLetterList {
  /**
   * The rows of the list.
   */
  data: DeadLetter[];
}
/**
 * Confirms that all test data is to be deleted.
 *
 */
export interface DeleteTestData {
  /**
   * `RESET`: this cannot be undone.
   */
  confirm: 'RESET';
}
/**
 * A revoked API key.
 *
 */
export interface DeletedAccountKey {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'api_key';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A revoked API key.
 *
 */
export interface DeletedApiKey {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'api_key';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted bank account.
 *
 */
export interface DeletedBankAccount {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'bank_account';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted coupon.
 *
 */
export interface DeletedCoupon {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'coupon';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted customer.
 *
 */
export interface DeletedCustomer {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'customer';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted payment method configuration.
 *
 */
export interface DeletedPaymentMethodConfiguration {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_method_configuration';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted price.
 *
 */
export interface DeletedPrice {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'price';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted product.
 *
 */
export interface DeletedProduct {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'product';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted provider connection.
 *
 */
export interface DeletedProviderConnection {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'provider_connection';
  /**
   * Always `true`.
   */
  deleted: true;
}
/**
 * A deleted webhook endpoint.
 *
 */
export interface DeletedWebhookEndpoint {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'webhook_endpoint';
  /**
   * Always `true`.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A payer's objection to a charge, brought by the payer's bank.
 *
 */
export interface Dispute {
  /**
   * `dp_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'dispute';
  /**
   * `ch_…`
   */
  chargeId: string;
  /**
   * `pi_…`
   */
  paymentIntentId: string;
  /**
   * The disputed amount, in minor units. Can be less than the amount of the charge.
   */
  amount: number;
  currency: Currency;
  /**
   * `general` if the provider names no reason, or one that is not listed here.
   */
  reason:
    | 'fraudulent'
    | 'product_not_received'
    | 'product_unacceptable'
    | 'duplicate'
    | 'credit_not_processed'
    | 'subscription_canceled'
    | 'general';
  /**
   * `WARNING_CLOSED` ends an inquiry; WON and LOST end a dispute.
   */
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'WARNING_CLOSED';
  /**
   * True while the bank only requests information. An inquiry moves no money, but can become a dispute.
   */
  isInquiry: boolean;
  evidence: DisputeEvidence;
  /**
   * When the evidence must be submitted. `null` if the provider sets no deadline.
   */
  evidenceDueBy: string | null;
  /**
   * Whether something of the charge could be refunded when the dispute last changed.
   */
  isRefundable: boolean;
  /**
   * `dispute` when the money was withdrawn, then `dispute_reversal` if it was returned.
   */
  balanceTransactions: BalanceTransaction[];
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events and list items: `evidence` if its texts are shortened because it is larger than 24 KiB. Retrieve the dispute to get all of it.
   */
  truncated?: string[];
}
/**
 * The merchant's answer to a dispute.
 *
 */
export interface DisputeEvidence {
  /**
   * Name that the buyer gave.
   */
  customerName: string | null;
  /**
   * Email address that the buyer gave.
   */
  customerEmail: string | null;
  /**
   * What was sold, in words for the bank.
   */
  productDescription: string | null;
  /**
   * When the service was provided.
   */
  serviceDate: string | null;
  /**
   * Carrier that delivered the goods.
   */
  shippingCarrier: string | null;
  /**
   * Tracking number of the shipment.
   */
  shippingTrackingNumber: string | null;
  /**
   * When the goods were shipped.
   */
  shippingDate: string | null;
  /**
   * Your refund policy as the buyer saw it.
   */
  refundPolicy: string | null;
  /**
   * Your cancellation policy as the buyer saw it.
   */
  cancellationPolicy: string | null;
  /**
   * Anything else that the bank should know.
   */
  uncategorizedText: string | null;
  /**
   * `file_…`: private files, uploaded for `dispute_evidence`. Only the operator can read them.
   */
  files: string[];
}
/**
 * Evidence to change. Omitted fields are kept; null removes one.
 *
 */
export interface DisputeEvidenceInput {
  /**
   * Name that the buyer gave.
   */
  customerName?: string | null;
  /**
   * Email address that the buyer gave.
   */
  customerEmail?: string | null;
  /**
   * What was sold, in words for the bank.
   */
  productDescription?: string | null;
  /**
   * When the service was provided.
   */
  serviceDate?: string | null;
  /**
   * Carrier that delivered the goods.
   */
  shippingCarrier?: string | null;
  /**
   * Tracking number of the shipment.
   */
  shippingTrackingNumber?: string | null;
  /**
   * When the goods were shipped.
   */
  shippingDate?: string | null;
  /**
   * Your refund policy as the buyer saw it.
   */
  refundPolicy?: string | null;
  /**
   * Your cancellation policy as the buyer saw it.
   */
  cancellationPolicy?: string | null;
  /**
   * Anything else that the bank should know.
   */
  uncategorizedText?: string | null;
  /**
   * `fileId` of uploads for `dispute_evidence`. Replaces the current list.
   */
  files?: string[] | null;
}
/**
 * A file of the evidence of a dispute, with its bytes.
 *
 */
export interface DisputeFile {
  /**
   * `file_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'dispute_file';
  /**
   * `acct_…`: the account that uploaded it.
   */
  accountId: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  contentType: FileType;
  /**
   * Size in bytes.
   */
  sizeBytes: number;
  /**
   * The bytes of the file as base64.
   */
  contentBase64: string;
}
/**
 * A page of disputes.
 *
 */
export interface DisputeList {
  /**
   * Newest first.
   */
  data: Dispute[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * The body of every unsuccessful response.
 *
 */
export interface ErrorEnvelope {
  /**
   * What went wrong.
   */
  error: {
    /**
     * The type of error.
     */
    type:
      | 'invalid_request_error'
      | 'authentication_error'
      | 'rate_limit_error'
      | 'api_error'
      | 'card_error'
      | 'idempotency_error';
    /**
     * A stable, machine-readable code. Branch on this value.
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
      | 'resource_limit_reached'
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
      | 'charge_disputed'
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
     * A human-readable message. Its wording may change at any time.
     */
    message: string;
    /**
     * The parameter that caused the error, for example `lineItems[0].quantity`.
     */
    param?: string;
    /**
     * Link to the documentation of the code.
     */
    doc_url?: string;
  };
  /**
   * ID of the request. Include it when you contact support.
   */
  request_id: string;
}
/**
 * An event, as delivered to webhook endpoints.
 *
 */
interface UntypedEvent {
  /**
   * `evt_…`. Identical in every delivery: use it to detect duplicates.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'event';
  /**
   * For example `payment_intent.succeeded`.
   */
  type: string;
  /**
   * When the event occurred.
   */
  timestamp: string;
  /**
   * Same as `created`.
   */
  createdAt: string;
  /**
   * The API version of the payload, YYYY-MM-DD.
   */
  apiVersion: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Increases by 1 with each event of the account and mode, without gaps.
   */
  sequence: number;
  /**
   * ID of the object. `<account>:balance` and `<account>:test_clock` for the balance and the test clock of an account.
   */
  objectId: string;
  /**
   * Increases with each event of the object. Do not replace a copy of the object with that of an event of a lower version.
   */
  objectVersion: number;
  /**
   * What the event is about: the object and, for updates, the attributes that changed.
   */
  data: {
    /**
     * The object, as its GET endpoint returned it at that time, without client secrets. Nested lists are cut if it would be larger than 64 KiB.
     */
    object: {
      [k: string]: unknown;
    };
    /**
     * On updates: the previous values of the fields that changed. Large ones are cut like the object.
     */
    previousAttributes?: {
      [k: string]: unknown;
    };
    /**
     * On `customer.deleted`: the ID of the customer that this one was merged into.
     */
    mergedInto?: string;
  };
  /**
   * The request that caused the event.
   */
  request: {
    /**
     * ID of the object.
     */
    id: string | null;
    /**
     * The `Idempotency-Key` of the request. `null` if it had none.
     */
    idempotencyKey: string | null;
  };
  /**
   * Number of deliveries that are not completed.
   */
  pendingWebhooks: number;
}
/**
 * A checkout session as events have it: without what authorizes its buyer.
 *
 */
export interface EventCheckoutSession {
  /**
   * `cs_test_…` or `cs_live_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'checkout.session';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
   */
  mode: 'payment' | 'setup' | 'subscription';
  /**
   * Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
   */
  uiMode: 'hosted' | 'embedded' | 'custom';
  /**
   * What the button of the page says.
   */
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation: 'always' | 'if_required';
  /**
   * `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
   */
  status: 'open' | 'complete' | 'expired';
  /**
   * `paid` once the money was received; `no_payment_required` if the total is 0.
   */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * Currency of all amounts below.
   */
  currency: Currency;
  /**
   * Sum of the items before discounts.
   */
  amountSubtotal: number;
  /**
   * The amount that the buyer pays.
   */
  amountTotal: number;
  totalDetails: TotalDetails;
  /**
   * Present only if the prices are in another currency.
   */
  presentmentDetails?: SessionPresentmentDetails;
  afterCompletion: AfterCompletion;
  /**
   * Where the back link of the hosted page leads. Without it there is no back link.
   */
  cancelUrl?: string;
  /**
   * The page to redirect the buyer to. In events without its fragment, which authorizes the buyer.
   */
  url: string;
  /**
   * `null` in events. Retrieve the object to get it.
   */
  clientSecret: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  expiresAt: string;
  /**
   * Use this instead of comparing `expiresAt` with a local clock.
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
   * `pm_…`: the payment method that a session of mode `setup` saved for its customer. Present only when the session is complete.
   */
  paymentMethodId?: string;
  paymentIntent: EventSessionPaymentIntent | null;
  /**
   * What is sold, 1 to 100 items.
   */
  lineItems: LineItem[];
  /**
   * Fields of your own that the buyer fills in, at most 3.
   */
  customFields: CustomField[];
  /**
   * Discounts that are applied, in order.
   */
  discounts: Discount[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection: boolean;
  feeConfig: FeeConfig;
  brandingSettings: BrandingSettings;
  /**
   * `auto` or a BCP 47 tag such as `ar-EG`.
   */
  locale: string;
  /**
   * The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available in that language. `auto` follows the browser of the buyer.
   */
  displayLocale?: string;
  /**
   * Payment methods, in the order in which they are offered.
   */
  paymentMethodTypes: SessionPaymentMethod[];
  /**
   * `pmc_…`
   */
  paymentMethodConfigurationId?: string;
  /**
   * Present only after the buyer has chosen a method.
   */
  fees?: SessionFees;
  customerUpdate: CustomerUpdate;
  metadata: Metadata;
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * Name of the merchant as the buyer sees it.
   */
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
   * `cs_…`: the session that this one was copied from when its buyer opened a `recoveryUrl`. For a copy of a copy, the first session. `null` if it is not a copy.
   */
  recoveredFrom?: string | null;
  /**
   * Opens a copy of this checkout. In events without its fragment, which authorizes the buyer.
   */
  recoveryUrl?: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * The payment intent of a session, as included in the events of that session.
 *
 */
export interface EventSessionPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_intent';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * Authorized, but not yet captured.
   */
  amountCapturable: number;
  /**
   * Amount captured.
   */
  amountReceived: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  currency: Currency;
  /**
   * Current state.
   */
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `null` in events. Retrieve the object to get it.
   */
  clientSecret: string | null;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod: 'automatic' | 'manual';
  /**
   * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
   */
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires. `null` if nothing is left to capture.
   */
  captureBefore: string | null;
  /**
   * Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
   */
  pendingCapture?: PendingCapture;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail: string | null;
  canceledAt: string | null;
  /**
   * Why the payment intent was canceled.
   */
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
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A payment intent as events have it: without its client secret.
 *
 */
export interface EventPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_intent';
  /**
   * `null` if the payment intent was created without a session.
   */
  checkoutSessionId: string | null;
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * Authorized, but not yet captured.
   */
  amountCapturable: number;
  /**
   * Amount captured.
   */
  amountReceived: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  currency: Currency;
  /**
   * Current state.
   */
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `null` in events. Retrieve the object to get it.
   */
  clientSecret: string | null;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod: 'automatic' | 'manual';
  /**
   * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
   */
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires. `null` if nothing is left to capture.
   */
  captureBefore: string | null;
  /**
   * Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
   */
  pendingCapture?: PendingCapture;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail: string | null;
  canceledAt: string | null;
  /**
   * Why the payment intent was canceled.
   */
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
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * The result of triggering an event.
 *
 */
export interface EventTrigger {
  /**
   * Type of the object.
   */
  object: 'event_trigger';
  /**
   * Which kind it is. It decides which other fields are present.
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
    | 'dispute.created'
    | 'dispute.updated'
    | 'dispute.closed'
    | 'payout.created'
    | 'payout.updated'
    | 'payout.paid'
    | 'payout.failed'
    | 'payout.canceled'
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
   * The object of the event. It is a real test-mode object.
   */
  objectId: string;
  /**
   * `null` if the event has not been stored yet, or is of a type that is never stored.
   */
  event: Event | null;
}
/**
 * The exchange rate between two currencies.
 *
 */
export interface ExchangeRate {
  /**
   * `fxr_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'exchange_rate';
  /**
   * Currency of the prices.
   */
  base: Currency;
  /**
   * Currency in which payments are processed.
   */
  quote: Currency;
  /**
   * One major unit of `base` equals `rate` major units of `quote`. At most six decimals.
   */
  rate: number;
  /**
   * Source of the rate. `seed` for the rates that test mode starts with.
   */
  source: string;
  /**
   * In real time. The rate becomes stale after 26 hours and is then not used for payments.
   */
  fetchedAt: string;
  /**
   * Whether the rate is older than the platform accepts.
   */
  isStale: boolean;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * The result of setting exchange rates, or of a dry run.
 *
 */
export interface ExchangeRateChanges {
  /**
   * True if nothing was saved.
   */
  dryRun: boolean;
  /**
   * The rates before and after the change.
   */
  changes: {
    base: Currency;
    quote: Currency;
    /**
     * `true` in live mode, `false` in test mode.
     */
    livemode: boolean;
    /**
     * Units of `quote` for one unit of `base`.
     */
    rate: number;
    /**
     * The previous rate. `null` if there was none.
     */
    previousRate: number | null;
    /**
     * `fxr_…`. `null` in a dry run.
     */
    id: string | null;
    /**
     * Why you should check the rate: few significant digits, a large change, or a time of `fetchedAt` with which it does not apply.
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * Which payouts to give to the bank.
 *
 */
export interface ExportPayouts {
  /**
   * Only payouts in this currency.
   */
  currency?: Currency;
  /**
   * Defaults to today.
   */
  executionDate?: string;
  /**
   * `true` returns or continues an export that exists. An unknown ID is then refused, and no payout is taken.
   */
  existing?: boolean;
}
/**
 * A payout for the bank to execute.
 *
 */
export interface ExportedPayout {
  /**
   * `po_…`
   */
  id: string;
  /**
   * `acct_…`
   */
  accountId: string;
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * Name of the holder.
   */
  holderName: string;
  /**
   * IBAN without spaces.
   */
  iban: string;
  /**
   * Two-letter country code, ISO 3166-1 alpha-2.
   */
  country: string;
  /**
   * Text on the statement of the bank account.
   */
  statementDescriptor: string | null;
  /**
   * `IN_TRANSIT` while the bank is to execute it: do not give it any other payout.
   */
  status: 'PENDING' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELED';
}
/**
 * Why a payout failed.
 *
 */
export interface FailPayout {
  /**
   * Why the bank did not execute the payout.
   */
  failureCode:
    | 'account_closed'
    | 'account_frozen'
    | 'account_not_found'
    | 'currency_not_accepted'
    | 'holder_name_mismatch'
    | 'declined'
    | 'other';
  /**
   * `true`: the bank has executed it and returned its money later. A payout that is PAID fails in no other way.
   */
  returned?: boolean;
}
/**
 * A live refund that is held after a restore.
 *
 */
export interface HeldRefund {
  /**
   * `re_…`
   */
  id: string;
  /**
   * `acct_…`
   */
  accountId: string;
  /**
   * `pi_…`
   */
  paymentIntentId: string;
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * An inconsistency in the ledger.
 *
 */
export interface LedgerFinding {
  /**
   * `recording_pending` is a journal that has not been recorded yet. It is a fault only if it persists.
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
    | 'payout_sum_differs'
    | 'recording_pending';
  /**
   * The account, journal, charge, payment intent or payout concerned.
   */
  subject: string;
  /**
   * What differs, with the amounts.
   */
  detail: string;
}
/**
 * The result of verifying the ledger.
 *
 */
export interface LedgerVerification {
  /**
   * The first 1,000 findings. Empty if the ledger is consistent.
   */
  findings: LedgerFinding[];
  /**
   * How many differences were found.
   */
  findingsTotal: number;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  verifiedAt: string;
}
/**
 * A line in its new form.
 *
 */
export interface LineItemChange {
  /**
   * An existing line, which keeps its ID.
   */
  id?: string;
  /**
   * ID of an existing price. Either this or `priceData` is required.
   */
  price?:
    | string
    | {
        /**
         * ID of the object.
         */
        id: string;
        [k: string]: unknown;
      };
  /**
   * Same as `price`.
   */
  priceId?: string;
  /**
   * A price to create for this checkout. Either this or `price` is required.
   */
  priceData?: PriceData;
  /**
   * Number of pieces.
   */
  quantity?: number;
  /**
   * Whether, and within which limits, the buyer can change the quantity.
   */
  adjustableQuantity?: {
    /**
     * Whether it is on.
     */
    enabled: boolean;
    /**
     * Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
     */
    minimum?: number;
    /**
     * Largest quantity that the buyer can choose.
     */
    maximum?: number;
  };
  /**
   * In minor units. CUSTOM prices only.
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
 * A mail of the platform to a buyer.
 *
 */
export interface Mail {
  /**
   * `eml_…`. The local part of its `Message-ID`, which never changes.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'mail';
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Which mail it is.
   */
  template: 'receipt' | 'refund_receipt' | 'refund_details' | 'voucher' | 'transfer_instructions' | 'checkout_recovery';
  /**
   * ID of the charge, refund or checkout session that the mail is about.
   */
  aboutId: string;
  /**
   * Address of the buyer. `null` until the mail is first written.
   */
  to: string | null;
  /**
   * `PENDING`: is sent when `nextAttemptAt` has passed. `SENDING`: the server has the whole mail and has not answered yet. `ACCEPTED`: the mail server accepted it. `REFUSED`: the mail server refused it for good. `FAILED`: no mail server accepted it for three days. `UNKNOWN`: the connection was lost before the mail server said whether it accepted the mail; it is not sent again, unless it is resent. `CANCELED`: its reason ended before it was sent.
   */
  status: 'PENDING' | 'SENDING' | 'ACCEPTED' | 'REFUSED' | 'FAILED' | 'UNKNOWN' | 'CANCELED';
  /**
   * How often sending was tried.
   */
  attempts: number;
  /**
   * Why the last attempt failed, with the answer of the mail server.
   */
  lastError: string | null;
  /**
   * Only while the mail is `PENDING`.
   */
  nextAttemptAt: string | null;
  acceptedAt: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A page of mails.
 *
 */
export interface MailList {
  /**
   * Newest first.
   */
  data: Mail[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A mail of test mode in the mailbox of `npm start`.
 *
 */
export interface MailboxMail {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Address of the recipient.
   */
  to: string;
  /**
   * Subject of the message.
   */
  subject: string;
  /**
   * Which mail it is.
   */
  template: 'receipt' | 'refund_receipt' | 'refund_details' | 'voucher' | 'transfer_instructions' | 'checkout_recovery';
  /**
   * Plain text of the mail.
   */
  text: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A payment that the merchant received outside the platform.
 *
 */
export interface MarkPaymentIntentPaid {
  /**
   * The amount received now. Defaults to all that is missing, which is the only amount accepted once the attempt to pay has failed, such as by its expiry.
   */
  amountReceived?: number;
  /**
   * Reference of the transfer or receipt, for your records. Every request records another receipt, also with the same reference: to record each transfer once, derive the `Idempotency-Key` from the ID that your bank gives it.
   */
  reference?: string | null;
}
/**
 * A refund that the merchant could not return.
 *
 */
export interface MarkRefundFailed {
  /**
   * Why the money could not be returned.
   */
  failureReason:
    | 'lost_or_stolen_card'
    | 'expired_or_canceled_card'
    | 'charge_for_pending_refund_disputed'
    | 'insufficient_funds'
    | 'declined'
    | 'merchant_request'
    | 'expired'
    | 'unknown';
}
/**
 * A refund that the merchant has returned.
 *
 */
export interface MarkRefundPaid {
  /**
   * Shown as the reference of the refund's destination.
   */
  reference?: string;
}
/**
 * A dispute that a provider without an API reported.
 *
 */
export interface OpenDispute {
  /**
   * `ch_…`: the charge that the payer objects to.
   */
  chargeId: string;
  /**
   * In minor units. Defaults to what of the charge is neither refunded nor lost. If anything was refunded, send what the bank has taken: it can take what was refunded, too.
   */
  amount?: number;
  /**
   * That of the charge. A different one is refused, so that an amount cannot be taken for one in another currency.
   */
  currency?: Currency;
  /**
   * Why it was refunded.
   */
  reason?:
    | 'fraudulent'
    | 'product_not_received'
    | 'product_unacceptable'
    | 'duplicate'
    | 'credit_not_processed'
    | 'subscription_canceled'
    | 'general';
  /**
   * True if the bank requests information and moves no money yet.
   */
  isInquiry?: boolean;
  /**
   * When the provider must have the evidence.
   */
  evidenceDueBy?: string | null;
  /**
   * The provider's own ID of the dispute: with it the same dispute is opened once only.
   */
  reference?: string;
}
/**
 * A dispute and its account.
 *
 */
export interface OperatorDispute {
  /**
   * `dp_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'dispute';
  /**
   * `ch_…`
   */
  chargeId: string;
  /**
   * `pi_…`
   */
  paymentIntentId: string;
  /**
   * The disputed amount, in minor units. Can be less than the amount of the charge.
   */
  amount: number;
  currency: Currency;
  /**
   * `general` if the provider names no reason, or one that is not listed here.
   */
  reason:
    | 'fraudulent'
    | 'product_not_received'
    | 'product_unacceptable'
    | 'duplicate'
    | 'credit_not_processed'
    | 'subscription_canceled'
    | 'general';
  /**
   * `WARNING_CLOSED` ends an inquiry; WON and LOST end a dispute.
   */
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'WARNING_CLOSED';
  /**
   * True while the bank only requests information. An inquiry moves no money, but can become a dispute.
   */
  isInquiry: boolean;
  evidence: DisputeEvidence;
  /**
   * When the evidence must be submitted. `null` if the provider sets no deadline.
   */
  evidenceDueBy: string | null;
  /**
   * Whether something of the charge could be refunded when the dispute last changed.
   */
  isRefundable: boolean;
  /**
   * `dispute` when the money was withdrawn, then `dispute_reversal` if it was returned.
   */
  balanceTransactions: BalanceTransaction[];
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events and list items: `evidence` if its texts are shortened because it is larger than 24 KiB. Retrieve the dispute to get all of it.
   */
  truncated?: string[];
  /**
   * `acct_…`
   */
  accountId: string;
}
/**
 * A page of disputes of all accounts.
 *
 */
export interface OperatorDisputeList {
  /**
   * Newest first.
   */
  data: OperatorDispute[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A payout and its account.
 *
 */
export interface OperatorPayout {
  /**
   * `po_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payout';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * `PENDING` until the platform sends it to the bank, then `IN_TRANSIT` until it is `PAID` or `FAILED`.
   */
  status: 'PENDING' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELED';
  /**
   * `ba_…`
   */
  bankAccountId: string;
  /**
   * The day on which the bank is to credit it. Null while it is PENDING.
   */
  arrivalDate: string | null;
  /**
   * The text on the statement of the bank account.
   */
  statementDescriptor: string | null;
  /**
   * A stable code of the reason. `null` unless it failed.
   */
  failureCode:
    | (
        | 'account_closed'
        | 'account_frozen'
        | 'account_not_found'
        | 'currency_not_accepted'
        | 'holder_name_mismatch'
        | 'declined'
        | 'other'
      )
    | null;
  /**
   * Created by the payout schedule of its currency.
   */
  automatic: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `acct_…`
   */
  accountId: string;
}
/**
 * A page of payouts of all accounts.
 *
 */
export interface OperatorPayoutList {
  /**
   * Newest first.
   */
  data: OperatorPayout[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A payment, including all of its attempts.
 *
 */
export interface PaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_intent';
  /**
   * `null` if the payment intent was created without a session.
   */
  checkoutSessionId: string | null;
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  /**
   * Authorized, but not yet captured.
   */
  amountCapturable: number;
  /**
   * Amount captured.
   */
  amountReceived: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountRefunded: number;
  currency: Currency;
  /**
   * Current state.
   */
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Authorizes the buyer's browser. Never log it.
   */
  clientSecret: string;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod: 'automatic' | 'manual';
  /**
   * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
   */
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires. `null` if nothing is left to capture.
   */
  captureBefore: string | null;
  /**
   * Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
   */
  pendingCapture?: PendingCapture;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail: string | null;
  canceledAt: string | null;
  /**
   * Why the payment intent was canceled.
   */
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
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A URL that you can share. Every buyer who opens it gets a separate checkout.
 *
 */
export interface PaymentLink {
  /**
   * `plink_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_link';
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * If false, the link does not create new checkouts.
   */
  active: boolean;
  /**
   * From this time on, the link does not create new checkouts. `null` means never.
   */
  expiresAt: string | null;
  /**
   * Number of completed checkouts after which the link creates no new ones.
   */
  maxCompletions: number | null;
  /**
   * The URL to share.
   */
  url: string;
  currency: Currency;
  /**
   * Sum of the lines. A CUSTOM price counts with its preset amount, or with its minimum if it has none.
   */
  computedAmount: number;
  /**
   * What the button of the page says.
   */
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation: 'always' | 'if_required';
  afterCompletion: AfterCompletion;
  /**
   * What is sold, 1 to 100 items.
   */
  lineItems: LineItem[];
  /**
   * Fields of your own that the buyer fills in, at most 3.
   */
  customFields: CustomField[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection: boolean;
  /**
   * Whether the buyer pays the fee and whether VAT is added. Without it the settings of the account apply.
   */
  feeConfig: {
    /**
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough: boolean;
    /**
     * Whether VAT is added to the total.
     */
    vatCollectionEnabled: boolean;
    /**
     * Percentage, greater than 0 and at most 100, with at most four decimals.
     */
    vatCollectionRate?: number;
  };
  brandingSettings: BrandingSettings;
  /**
   * `pmc_…`
   */
  paymentMethodConfigurationId?: string;
  /**
   * Copied to every session created from the link.
   */
  metadata: Metadata;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A payment link in a list.
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
   * If false, the link does not create new checkouts.
   */
  active: boolean;
  /**
   * From this time on, the link does not create new checkouts. `null` means never.
   */
  expiresAt: string | null;
  currency: Currency;
  /**
   * Sum of the lines. A CUSTOM price counts with its preset amount, or with its minimum if it has none.
   */
  computedAmount: number;
  /**
   * What the button of the page says.
   */
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  afterCompletion: AfterCompletion;
  /**
   * What is sold, 1 to 100 items.
   */
  lineItems: LineItem[];
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
  /**
   * Number of completed and paid sessions of the link.
   */
  successfulTransactions: number;
}
/**
 * The payment methods that a checkout offers, and their amount limits.
 *
 */
export interface PaymentMethodConfiguration {
  /**
   * `pmc_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_method_configuration';
  /**
   * Name, for people.
   */
  name: string;
  /**
   * Applies to every checkout that does not name another configuration. There is one for each account and mode.
   */
  isDefault: boolean;
  /**
   * In the order in which a checkout offers them. Methods that are not listed are not offered.
   */
  paymentMethodTypes: ConfiguredPaymentMethod[];
  /**
   * `acct_…`
   */
  merchantId: string;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A transfer of your payable balance to your bank account.
 *
 */
export interface Payout {
  /**
   * `po_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payout';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  /**
   * `PENDING` until the platform sends it to the bank, then `IN_TRANSIT` until it is `PAID` or `FAILED`.
   */
  status: 'PENDING' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELED';
  /**
   * `ba_…`
   */
  bankAccountId: string;
  /**
   * The day on which the bank is to credit it. Null while it is PENDING.
   */
  arrivalDate: string | null;
  /**
   * The text on the statement of the bank account.
   */
  statementDescriptor: string | null;
  /**
   * A stable code of the reason. `null` unless it failed.
   */
  failureCode:
    | (
        | 'account_closed'
        | 'account_frozen'
        | 'account_not_found'
        | 'currency_not_accepted'
        | 'holder_name_mismatch'
        | 'declined'
        | 'other'
      )
    | null;
  /**
   * Created by the payout schedule of its currency.
   */
  automatic: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of balance transactions of a payout.
 *
 */
export interface PayoutBalanceTransactionList {
  /**
   * Newest first.
   */
  data: BalanceTransaction[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * Payouts that are given to the bank together.
 *
 */
export interface PayoutExport {
  /**
   * ID of the object.
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payout_export';
  /**
   * The day on which the bank is to execute them.
   */
  executionDate: string;
  /**
   * In the order of their creation. At most 1,000.
   */
  payouts: ExportedPayout[];
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A page of payouts.
 *
 */
export interface PayoutList {
  /**
   * Newest first.
   */
  data: Payout[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * When payouts of a currency are created.
 *
 */
export interface PayoutSchedule {
  /**
   * Type of the object.
   */
  object: 'payout_schedule';
  currency: Currency;
  /**
   * How often payouts are created. `manual`: only on request.
   */
  interval: 'manual' | 'daily' | 'weekly' | 'monthly';
  /**
   * 1 is Monday. Set if `interval` is weekly.
   */
  weekday: number | null;
  /**
   * Set if `interval` is monthly. In shorter months it is the last day.
   */
  monthDay: number | null;
  /**
   * Funds are paid out this many days after they became available.
   */
  delayDays: number;
  /**
   * Nothing is paid out until this amount is reached.
   */
  minimumAmount: number;
  /**
   * `ba_…`
   */
  bankAccountId: string | null;
  /**
   * Null if `interval` is manual.
   */
  nextPayoutAt: string | null;
}
/**
 * The payout schedule of each currency.
 *
 */
export interface PayoutScheduleList {
  /**
   * The rows of the list.
   */
  data: PayoutSchedule[];
}
/**
 * The health of the platform.
 *
 */
export interface PlatformHealth {
  /**
   * Type of the object.
   */
  object: 'platform_health';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  checkedAt: string;
  /**
   * Each service with its health.
   */
  services: {
    /**
     * Service of the platform.
     */
    service: 'gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks';
    /**
     * `null` if the service does not respond.
     */
    health: ServiceHealth | null;
  }[];
  /**
   * Problems that need attention. Empty if there are none.
   */
  problems: string[];
}
/**
 * The health of a service.
 *
 */
export interface ServiceHealth {
  /**
   * Version of the software.
   */
  version: string;
  /**
   * Version of Node.js that the service runs on.
   */
  nodeVersion: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  startedAt: string;
  /**
   * Version of PostgreSQL that the service uses.
   */
  postgresVersion: string;
  /**
   * `null` if the service is not connected to the bus.
   */
  natsVersion: string | null;
  /**
   * Events that the service has committed but not yet published.
   */
  outbox: {
    /**
     * Events that have not been published to the bus yet, counted up to 10,000.
     */
    unpublished: number;
    /**
     * Age of the oldest of them, in seconds.
     */
    oldestSeconds: number | null;
  };
  /**
   * `null` if the bus did not respond.
   */
  consumers: ConsumerHealth[] | null;
  /**
   * Number of events that the service's consumers failed to handle, counted up to 10,000 for each.
   */
  deadLetters: number;
  /**
   * Further problems of the service that need attention. Earlier releases answer without it.
   */
  problems?: string[];
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A product with its prices.
 *
 */
export interface Product {
  /**
   * `prod_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'product';
  /**
   * Name, for people.
   */
  name: string;
  /**
   * Shown to buyers below the name.
   */
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  /**
   * Name of one unit, for example user, GB or month.
   */
  unitLabel: string | null;
  /**
   * If false, the product is archived: new checkouts cannot sell its prices. An open checkout still sells them, until it expires.
   */
  active: boolean;
  /**
   * True if the product was created from the `priceData` of a checkout.
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
   * The newest 50, including archived ones, newest first. Use GET /prices to list all prices.
   */
  prices: Price[];
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
  /**
   * 1 for a page that was requested with `cursor`.
   */
  page: number;
  /**
   * Rows per page.
   */
  limit: number;
  /**
   * `totalCount` by `limit`: with filters it may stop as `totalCount` does.
   */
  totalPages: number;
}
/**
 * A product in a list.
 *
 */
export interface ProductListItem {
  /**
   * `prod_…`
   */
  id: string;
  /**
   * Name, for people.
   */
  name: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
  /**
   * Name of one unit, for example user, GB or month.
   */
  unitLabel: string | null;
  /**
   * If false, the product is archived: new checkouts cannot sell its prices. An open checkout still sells them, until it expires.
   */
  active: boolean;
  /**
   * True if the product was created from the `priceData` of a checkout.
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.
   */
  truncated?: string[];
}
/**
 * A price in a product list.
 *
 */
export interface ProductListPrice {
  /**
   * `price_…`
   */
  id: string;
  /**
   * Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
   */
  unitAmount: number | null;
  currency: Currency;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * `null` unless `type` is RECURRING.
   */
  recurring: Recurring | null;
  /**
   * `null` unless `type` is CUSTOM.
   */
  customUnitAmount: CustomUnitAmount | null;
  /**
   * Units in stock. `null` means unlimited. A negative value is the number of units sold in excess of the stock.
   */
  stock: number | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * The sales of a product in a period, in minor units.
 *
 */
export interface ProductStats {
  /**
   * `prod_…`
   */
  productId: string;
  /**
   * Currency of the statistics: the requested one, otherwise that of the newest sale, otherwise that of the newest price.
   */
  currency: Currency | null;
  /**
   * All currencies in which the product was sold in this period, the newest sale first. Use `?currency=` to get the statistics of each.
   */
  currencies: Currency[];
  /**
   * Number of pieces sold.
   */
  unitsSold: number;
  /**
   * Before discounts and refunds.
   */
  grossSales: number;
  /**
   * An amount in minor units of the object's currency.
   */
  discounts: number;
  /**
   * Amount refunded on these sales, regardless of when it was refunded.
   */
  amountRefunded: number;
  /**
   * grossSales - discounts - amountRefunded.
   */
  netSales: number;
  /**
   * Number of paid orders.
   */
  numOrders: number;
  /**
   * (grossSales - discounts) / numOrders, rounded half up. 0 if there are no orders.
   */
  averageOrderValue: number;
  lastSoldAt: string | null;
  /**
   * Sales by price.
   */
  prices: {
    /**
     * `price_…`: the price.
     */
    priceId: string;
    /**
     * Number of pieces sold.
     */
    unitsSold: number;
    /**
     * An amount in minor units of the object's currency.
     */
    grossSales: number;
  }[];
  /**
   * Oldest first. Includes intervals without sales.
   */
  series: {
    /**
     * Start of the interval. It ends where the next one starts.
     */
    periodStart: string;
    /**
     * Number of pieces sold.
     */
    unitsSold: number;
    /**
     * An amount in minor units of the object's currency.
     */
    grossSales: number;
    /**
     * An amount in minor units of the object's currency.
     */
    discounts: number;
    /**
     * An amount in minor units of the object's currency.
     */
    amountRefunded: number;
    /**
     * An amount in minor units of the object's currency; negative for debits.
     */
    netSales: number;
    /**
     * Number of paid orders.
     */
    numOrders: number;
  }[];
}
/**
 * A code that a buyer enters to get the discount of a coupon.
 *
 */
export interface PromotionCode {
  /**
   * `promo_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'promotion_code';
  /**
   * In upper case. Buyers can enter it in any case.
   */
  code: string;
  /**
   * `coupon_…`
   */
  couponId: string;
  coupon: Coupon;
  /**
   * Whether buyers can redeem the code.
   */
  active: boolean;
  /**
   * How many times it can be redeemed in all. `null`: any number.
   */
  maxRedemptions: number | null;
  /**
   * How often it was redeemed.
   */
  timesRedeemed: number;
  expiresAt: string | null;
  /**
   * `cus_…`: the only customer who can use the code.
   */
  customerId: string | null;
  restrictions: PromotionCodeRestrictions;
  metadata: Metadata;
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
}
/**
 * Who can use a promotion code, and for which carts.
 *
 */
export interface PromotionCodeRestrictions {
  /**
   * Whether the code is valid only for buyers who have not paid before.
   */
  firstTimeTransaction: boolean;
  /**
   * Minimum cart amount before discounts.
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * An account's connection to a payment provider, without its secrets.
 *
 */
export interface ProviderConnection {
  /**
   * `pvc_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'provider_connection';
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  /**
   * Whether the money goes to the platform or to you.
   */
  settlesTo: 'platform' | 'merchant';
  /**
   * `INVALID`: the provider rejected the credentials, so that the connection takes no new payments.
   */
  status: 'ACTIVE' | 'INVALID';
  /**
   * Payment methods that can be accepted.
   */
  methods: ConnectedMethod[];
  /**
   * What is no secret: the publishable key, and the account or country at the provider.
   */
  publicConfig: {
    [k: string]: string;
  };
  /**
   * The last four characters of each secret.
   */
  credentialHints: {
    [k: string]: string;
  };
  /**
   * URL for the provider’s callbacks.
   */
  callbackUrl: string;
  lastCheckedAt: string | null;
  /**
   * Why the last check failed. `null` if it succeeded.
   */
  lastError: string | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
}
/**
 * A page of provider connections.
 *
 */
export interface ProviderConnectionList {
  /**
   * Newest first.
   */
  data: ProviderConnection[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A domain whose pages may show wallets of a provider.
 *
 */
export interface ProviderDomain {
  /**
   * Type of the object.
   */
  object: 'provider_domain';
  /**
   * Host name, such as `shop.example.com`. A subdomain is a domain of its own.
   */
  domain: string;
  /**
   * Payment methods that can be accepted.
   */
  methods: {
    type: PaymentMethodType;
    /**
     * Current state.
     */
    status: 'ACTIVE' | 'INACTIVE';
    /**
     * What is missing, and what to do about it. `null` if it is active.
     */
    error: string | null;
  }[];
}
/**
 * The domains of a connection.
 *
 */
export interface ProviderDomainList {
  /**
   * Newest first.
   */
  data: ProviderDomain[];
  /**
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * How the test provider fails on its next operations.
 *
 */
export interface ProviderExpectation {
  /**
   * Type of the object.
   */
  object: 'provider_expectation';
  /**
   * `exp_…`
   */
  id: string;
  /**
   * Which requests to the provider it applies to.
   */
  match: {
    /**
     * Operation at the provider.
     */
    operation: 'authorize' | 'capture' | 'refund' | 'cancel' | 'sync';
    amount: number | null;
    metadata: Metadata | null;
    /**
     * Reference of the bank or provider, by which the buyer can find the payment.
     */
    reference: string | null;
  };
  fault: ProviderFault;
  /**
   * Number of operations that it still applies to.
   */
  remaining: number;
  /**
   * By the test clock.
   */
  expiresAt: string;
}
/**
 * How the test provider fails. Exactly one field is not null.
 *
 */
export interface ProviderFault {
  /**
   * Returns this error without performing the operation.
   */
  status: number | null;
  /**
   * Performs the operation, but its response is lost.
   */
  timeout: true | null;
  /**
   * The connection breaks before the operation is performed.
   */
  connectionReset: true | null;
  /**
   * Performs the operation and responds after this delay, in milliseconds.
   */
  delayMs: number | null;
}
/**
 * What the sandbox of a provider shows.
 *
 */
export interface ProviderProbes {
  /**
   * Type of the object.
   */
  object: 'provider_probes';
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * The rows of the list.
   */
  data: {
    /**
     * Name, for people.
     */
    name: string;
    /**
     * What the platform depends on.
     */
    assumption: string;
    /**
     * `null` if the provider gave no answer that says something about it.
     */
    holds: boolean | null;
    /**
     * What the provider answered.
     */
    observation: string;
  }[];
}
/**
 * Which connections take the payments of a method and currency, in order of preference.
 *
 */
export interface ProviderRoutes {
  /**
   * Type of the object.
   */
  object: 'provider_routes';
  /**
   * A method and currency that is not listed uses its connections in the order in which they were created.
   */
  routes: {
    paymentMethodType: PaymentMethodType;
    currency: Currency;
    /**
     * In order of preference. No other connection takes them.
     */
    connectionIds: string[];
  }[];
}
/**
 * A payment or refund as one side has recorded it.
 *
 */
export interface ReconciledSide {
  /**
   * Of a payment: `waiting` (undecided), `held`, `captured` or `ended` (it brings no money). Of a refund: `pending`, `succeeded` or `failed`.
   */
  state: 'waiting' | 'held' | 'captured' | 'ended' | 'pending' | 'succeeded' | 'failed';
  /**
   * In minor units of `currency`. Null if the provider does not show it.
   */
  amount: number | null;
  /**
   * ISO 4217 code. Null if the provider does not show it.
   */
  currency: string | null;
}
/**
 * A page of the comparison with the providers. Request the next one until `nextCursor` is null.
 *
 */
export interface Reconciliation {
  /**
   * Type of the object.
   */
  object: 'reconciliation';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  from: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  to: string;
  /**
   * Empty if both sides agree.
   */
  findings: ReconciliationFinding[];
  /**
   * One for each connection and currency of the page.
   */
  totals: ReconciliationTotal[];
  /**
   * Pass this as `cursor` to continue. Null on the last page.
   */
  nextCursor: string | null;
}
/**
 * A difference between the records of the platform and those of a provider.
 *
 */
export interface ReconciliationFinding {
  /**
   * `not_answered` is no difference: the provider could not be queried, so nothing was compared.
   */
  kind:
    | 'missing_here'
    | 'missing_there'
    | 'doubled'
    | 'state_differs'
    | 'amount_differs'
    | 'currency_differs'
    | 'refund_missing_here'
    | 'refund_missing_there'
    | 'refund_doubled'
    | 'refund_state_differs'
    | 'refund_amount_differs'
    | 'not_answered';
  /**
   * `acct_…`. Null if the payment belongs to no account.
   */
  accountId: string | null;
  /**
   * `pvc_…`
   */
  connectionId: string;
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * `ch_…`. Null if the provider’s payment names no charge.
   */
  chargeId: string | null;
  /**
   * `re_…`. Null for payments, and for refunds that the platform has not made.
   */
  refundId: string | null;
  /**
   * The provider’s own ID of the payment or refund.
   */
  reference: string | null;
  /**
   * What the platform has recorded. Null if it has nothing.
   */
  here: ReconciledSide | null;
  /**
   * What the provider has recorded. Null if it has nothing.
   */
  there: ReconciledSide | null;
  /**
   * Why a provider could not be queried.
   */
  detail: string | null;
}
/**
 * What was compared on a page, by connection and currency. All of it is 0 where nothing has brought money.
 *
 */
export interface ReconciliationTotal {
  /**
   * `acct_…`
   */
  accountId: string;
  /**
   * `pvc_…`
   */
  connectionId: string;
  /**
   * Payment provider.
   */
  provider: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
  /**
   * `list`: the provider lists its payments, so those that only the provider has are found. `query`: it is queried about each payment that the platform has recorded, so they are not.
   */
  coverage: 'list' | 'query';
  currency: Currency;
  /**
   * Payments of the platform that have brought money.
   */
  payments: number;
  /**
   * Minor units that they have captured.
   */
  amount: number;
  /**
   * Refunds of these payments that have succeeded.
   */
  refunds: number;
  /**
   * Minor units that they have returned.
   */
  amountRefunded: number;
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A domain that shows wallets.
 *
 */
export interface RegisterProviderDomain {
  /**
   * Host name without protocol, port and path. A subdomain is a domain of its own.
   */
  domain: string;
}
/**
 * Which dead letters to requeue.
 *
 */
export interface RequeueDeadLetters {
  /**
   * Only of this service.
   */
  service?: ('gateway' | 'catalog' | 'customers' | 'checkout' | 'payments' | 'webhooks') | null;
  /**
   * Only of this consumer.
   */
  consumer?: string | null;
  /**
   * IDs of the events to requeue. If absent, all of them.
   */
  eventIds?: string[] | null;
}
/**
 * Number of dead letters that were requeued.
 *
 */
export interface RequeuedDeadLetters {
  /**
   * How many events were queued again.
   */
  requeued: number;
}
/**
 * Where to resend an event.
 *
 */
export interface ResendEvent {
  /**
   * `we_…`: the only endpoint to send to, regardless of its enabled event types. If absent, all enabled endpoints that receive this type.
   */
  webhookEndpointId?: string;
}
/**
 * The outcome of a refund whose provider does not report it.
 *
 */
export interface ResolveRefund {
  /**
   * `failed` credits the amount to the balance.
   */
  outcome: 'succeeded' | 'failed';
  /**
   * Only with `failed`; `unknown` by default.
   */
  failureReason?:
    | 'lost_or_stolen_card'
    | 'expired_or_canceled_card'
    | 'charge_for_pending_refund_disputed'
    | 'insufficient_funds'
    | 'declined'
    | 'merchant_request'
    | 'expired'
    | 'unknown';
  /**
   * Only with `succeeded`: the provider's own ID of the refund, as its dashboard shows it.
   */
  reference?: string;
}
/**
 * The last restore of the platform, and the money that it holds.
 *
 */
export interface Restore {
  /**
   * Type of the object.
   */
  object: 'restore';
  /**
   * The moment that the restored state is of; `null` if there was no restore.
   */
  restoredTo: string | null;
  /**
   * When it was restored.
   */
  restoredAt: string | null;
  /**
   * When you released the money that was held.
   */
  releasedAt: string | null;
  /**
   * How much is not sent until you release it. All are 0 if nothing is held.
   */
  held: {
    /**
     * Live payouts that are PENDING.
     */
    payouts: number;
    /**
     * Live refunds that are older than the restore and that no provider has accepted.
     */
    refunds: number;
    /**
     * Live payments that came late, or that were not needed, and are not refunded.
     */
    lateSuccesses: number;
  };
  /**
   * The refunds that are held, oldest first, at most 100.
   */
  heldRefunds: HeldRefund[];
}
/**
 * How to roll an API key.
 *
 */
export interface RollApiKey {
  /**
   * How long the old key keeps working, in seconds. 0 revokes it immediately.
   */
  expireOldAfterSeconds?: number;
}
/**
 * How to rotate a signing secret.
 *
 */
export interface RotateWebhookSecret {
  /**
   * How long deliveries are also signed with the old secret, in seconds.
   */
  expireOldAfterSeconds?: number;
}
/**
 * A payment method that is saved for a customer.
 *
 */
export interface SavedPaymentMethod {
  /**
   * `pm_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'payment_method';
  type: PaymentMethodType;
  card: PaymentMethodCard | null;
  valu: PaymentMethodValu | null;
  billingDetails: BillingDetails | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * `cus_…`: the owner. In `payment_method.detached`, the previous owner.
   */
  customerId: string;
}
/**
 * A test event to send.
 *
 */
export interface SendTestEvent {
  /**
   * Type of the event to send. The endpoint does not need to have it enabled.
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
    | 'dispute.created'
    | 'dispute.updated'
    | 'dispute.closed'
    | 'payout.created'
    | 'payout.updated'
    | 'payout.paid'
    | 'payout.failed'
    | 'payout.canceled'
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
 * Exchange rates for all accounts.
 *
 */
export interface SetExchangeRates {
  /**
   * Rates to set, each for one direction.
   *
   * @minItems 1
   * @maxItems 1000
   */
  rates: {
    /**
     * Currency of the prices.
     */
    base: Currency;
    /**
     * Currency in which payments are processed.
     */
    quote: Currency;
    /**
     * One major unit of `base` equals `rate` major units of `quote`. At most six decimals, as a number or a string; stored exactly.
     */
    rate: (number | string) & (((number | string) & number) | ((number | string) & string));
    /**
     * When the rate was fetched, in real time. Defaults to now.
     */
    fetchedAt?: string;
  }[];
  /**
   * Source of the rates.
   */
  source?: string;
  /**
   * Mode of the rates. If absent, both modes.
   */
  mode?: 'test' | 'live';
  /**
   * Validates the rates and returns what would change, without saving anything.
   */
  dryRun?: boolean;
}
/**
 * When payouts of a currency are to be created.
 *
 */
export interface SetPayoutSchedule {
  /**
   * How often payouts are created. `manual`: only on request.
   */
  interval: 'manual' | 'daily' | 'weekly' | 'monthly';
  /**
   * 1 is Monday. Required if `interval` is weekly.
   */
  weekday?: number | null;
  /**
   * Required if `interval` is monthly. In shorter months it is the last day.
   */
  monthDay?: number | null;
  delayDays?: number;
  /**
   * In minor units of the currency.
   */
  minimumAmount?: number;
  /**
   * Required unless `interval` is manual.
   */
  bankAccountId?: string | null;
}
/**
 * The stock of a price.
 *
 */
export interface SetPriceStock {
  /**
   * Units in stock. `null` means unlimited.
   */
  stock: number | null;
}
/**
 * Which connections take the payments of a method and currency, in order of preference.
 *
 */
export interface SetProviderRoutes {
  /**
   * The order of connections for each method and currency.
   *
   * @maxItems 500
   */
  routes: {
    paymentMethodType: PaymentMethodType;
    currency: Currency;
    /**
     * In order of preference. No other connection takes the method in this currency, so name all that may: if the first one cannot be reached, the next one takes the payment, but for a card, which is entered in the field of its provider, only where that can read it.
     *
     * @minItems 1
     * @maxItems 20
     */
    connectionIds: string[];
  }[];
}
/**
 * A test-mode exchange rate of one account.
 *
 */
export interface SetTestExchangeRate {
  /**
   * Currency of the prices.
   */
  base: Currency;
  /**
   * Currency in which payments are processed.
   */
  quote: Currency;
  /**
   * One major unit of `base` equals `rate` major units of `quote`. At most six decimals, as a number or a string; stored exactly.
   */
  rate: (number | string) & (((number | string) & number) | ((number | string) & string));
  /**
   * When the rate was fetched, in real time. Defaults to now.
   */
  fetchedAt?: string;
}
/**
 * The failure to simulate on the next deliveries of an endpoint.
 *
 */
export interface SetWebhookChaos {
  /**
   * `we_…`: the webhook endpoint.
   */
  endpointId: string;
  /**
   * `duplicate`: delivered twice. `drop`: lost, then retried on the normal schedule. `reorder`: delivered after later events, including those of the same object. `corrupt_signature`: signed with a wrong secret. `delay`: delivered late.
   */
  mode: 'duplicate' | 'drop' | 'reorder' | 'corrupt_signature' | 'delay';
  /**
   * Number of deliveries to apply it to. 0 ends the simulation.
   */
  times?: number;
  /**
   * Used with `delay` and `reorder`.
   */
  delaySeconds?: number;
}
/**
 * The outcome of a dispute.
 *
 */
export interface SimulateDispute {
  /**
   * How it is to end.
   */
  outcome: 'win' | 'lose';
}
/**
 * The outcome of a pending payment.
 *
 */
export interface SimulatePayment {
  /**
   * `succeed` (or `collected`), `decline` or `decline:<declineCode>` (or `refused`), `expire` (also for an authorization).
   */
  outcome: string;
  /**
   * Used with `decline`.
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
   * Only for payments that the merchant receives itself, such as bank transfers: a part of what is missing. All of it once the attempt to pay has failed.
   */
  amountReceived?: number;
}
/**
 * The outcome of a payout.
 *
 */
export interface SimulatePayout {
  /**
   * How it is to end.
   */
  outcome: 'pay' | 'fail';
}
/**
 * The outcome of a refund.
 *
 */
export interface SimulateRefund {
  /**
   * `succeed`, `fail` or `fail:<failureReason>`.
   */
  outcome: string;
}
/**
 * An uploaded file.
 *
 */
export interface StoredFile {
  /**
   * Public URL of the picture, available once it is uploaded. Absent for `dispute_evidence`.
   */
  publicUrl?: string;
  /**
   * `file_…`: what the evidence of a dispute names. Only for `dispute_evidence`, which is private.
   */
  fileId?: string;
  contentType: FileType;
  /**
   * Size in bytes.
   */
  sizeBytes: number;
}
/**
 * The clock of an account's test mode.
 *
 */
export interface TestClock {
  /**
   * Type of the object.
   */
  object: 'test_clock';
  /**
   * The current time in test mode. The clock keeps running.
   */
  now: string;
  /**
   * How far the clock is ahead of real time, in seconds.
   */
  aheadSeconds: number;
}
/**
 * The result of advancing the test clock.
 *
 */
export interface TestClockAdvance {
  /**
   * Type of the object.
   */
  object: 'test_clock';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  from: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  to: string;
  /**
   * Number of jobs that became due and were run.
   */
  jobsRun: number;
  /**
   * How many events the advance caused.
   */
  eventsEmitted: number;
  /**
   * False if work is left. Advance the clock again to continue.
   */
  idle: boolean;
}
/**
 * The result of deleting an account's test data.
 *
 */
export interface TestDataDeleted {
  /**
   * Type of the object.
   */
  object: 'test_data';
  /**
   * Always `true`.
   */
  deleted: true;
  /**
   * Number of deleted rows, including internal ones.
   */
  rowsDeleted: number;
}
/**
 * An event to trigger.
 *
 */
export interface TriggerEvent {
  /**
   * Type of the event to trigger.
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
    | 'dispute.created'
    | 'dispute.updated'
    | 'dispute.closed'
    | 'payout.created'
    | 'payout.updated'
    | 'payout.paid'
    | 'payout.failed'
    | 'payout.canceled'
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
   * Fields of the request that creates the object of the event.
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
   * The secret, base32-encoded.
   */
  secret: string;
  /**
   * `otpauth://` URL, for a QR code.
   */
  uri: string;
}
/**
 * Changes to an account.
 *
 */
export interface UpdateAccount {
  /**
   * Name as it is shown to buyers.
   */
  displayName?: string;
  /**
   * Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
   */
  defaultLocale?: string;
  /**
   * Must include the default currency. A currency can be used for payments once `feeSchedule` has rules for it.
   *
   * @minItems 1
   */
  supportedCurrencies?: {
    code: Currency;
    /**
     * Payment methods, in the order in which they are offered.
     *
     * @minItems 1
     */
    paymentMethodTypes: PaymentMethodType[];
    /**
     * Ignored, so that you can send back what you have read.
     */
    decimals?: number;
  }[];
  /**
   * What payments cost. A payment needs a rule for its method and currency. No two rules can have the same conditions.
   *
   * @maxItems 500
   */
  feeSchedule?: FeeRule[];
  /**
   * VAT on the fees, in parts per million: 140000 is 14 %.
   */
  vatOnFeesPpm?: number;
  /**
   * Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
   */
  feeConfig?: {
    /**
     * Whether the fee is added to the total and paid by the buyer.
     */
    feesPassThrough: boolean;
    /**
     * Whether VAT is added to the total.
     */
    vatCollectionEnabled: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
  };
  /**
   * Further currencies that prices can use; their payments are converted into a supported currency. `null` means any currency with an exchange rate.
   */
  presentmentCurrencies?: Currency[] | null;
  /**
   * What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.
   */
  lateSuccessPolicy?: 'accept' | 'auto_refund';
  /**
   * What a dispute costs, at most one row for each currency. Currencies without a row cost nothing.
   *
   * @maxItems 200
   */
  disputeFees?: DisputeFee[];
  /**
   * Origins that can embed checkouts, in addition to those of the publishable keys.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`. Test mode also accepts `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  /**
   * URL, for both modes.
   */
  logo?: string | null;
  /**
   * Whether live keys can accept payments.
   */
  livePaymentsEnabled?: boolean;
}
/**
 * Changes to the settings of an account. What you omit stays as it is.
 *
 */
export interface UpdateAccountSettings {
  logo?: string | null;
  /**
   * Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
   */
  defaultLocale?: string;
  /**
   * The mail that the platform sends to buyers.
   */
  mail?: {
    /**
     * Whether buyers receive receipts, and how to pay vouchers and transfers, by mail.
     */
    receipts?: boolean;
    /**
     * Whether buyers whose checkout expired unpaid receive a link by mail to continue it.
     */
    recovery?: boolean;
    /**
     * Where the replies of buyers go. `null`: nowhere.
     */
    replyTo?: string | null;
  };
  /**
   * A change with a live key requires the `Two-Factor-Code` header.
   */
  manualMethods?: {
    /**
     * Whether buyers can pay in cash on delivery.
     */
    cash_on_delivery?: {
      /**
       * Whether it is on.
       */
      enabled: boolean;
    };
    /**
     * Replaces the list. Empty: bank transfers are not offered.
     *
     * @maxItems 30
     */
    bank_transfer?: {
      currency: Currency;
      /**
       * Checked, and stored without spaces.
       */
      iban: string;
      /**
       * Name of the account holder.
       */
      accountName: string;
      /**
       * Name of the bank.
       */
      bankName: string;
    }[];
    /**
     * The InstaPay address that buyers send money to.
     */
    instapay?: {
      /**
       * The InstaPay address that buyers send money to. `null`: not offered.
       */
      handle: string | null;
    };
  };
}
/**
 * Changes to an API key.
 *
 */
export interface UpdateApiKey {
  /**
   * Name of the key, shown in lists. Describe what the key is used for.
   */
  name?: string;
  /**
   * Restricted keys only: the permissions of the key, at least one. For other keys, only the current value is accepted.
   */
  permissions?: (
    | 'ACCOUNT_READ'
    | 'ACCOUNT_WRITE'
    | 'API_KEY_READ'
    | 'API_KEY_WRITE'
    | 'BALANCE_READ'
    | 'BANK_ACCOUNT_READ'
    | 'BANK_ACCOUNT_WRITE'
    | 'CHARGE_READ'
    | 'CHECKOUT_SESSION_READ'
    | 'CHECKOUT_SESSION_WRITE'
    | 'COUPON_READ'
    | 'COUPON_WRITE'
    | 'CUSTOMER_READ'
    | 'CUSTOMER_WRITE'
    | 'DISPUTE_READ'
    | 'DISPUTE_WRITE'
    | 'EVENT_READ'
    | 'EVENT_WRITE'
    | 'PAYMENT_INTENT_READ'
    | 'PAYMENT_INTENT_WRITE'
    | 'PAYMENT_LINK_READ'
    | 'PAYMENT_LINK_WRITE'
    | 'PAYMENT_METHOD_CONFIGURATION_READ'
    | 'PAYMENT_METHOD_CONFIGURATION_WRITE'
    | 'PAYOUT_READ'
    | 'PAYOUT_WRITE'
    | 'PRICE_READ'
    | 'PRICE_WRITE'
    | 'PRODUCT_READ'
    | 'PRODUCT_WRITE'
    | 'PROMOTION_CODE_READ'
    | 'PROMOTION_CODE_WRITE'
    | 'PROVIDER_CONNECTION_READ'
    | 'PROVIDER_CONNECTION_WRITE'
    | 'REFUND_READ'
    | 'REFUND_WRITE'
    | 'REPORT_READ'
    | 'TEST_HELPER_WRITE'
    | 'WEBHOOK_ENDPOINT_READ'
    | 'WEBHOOK_ENDPOINT_WRITE'
  )[];
  expiresAt?: string | null;
  /**
   * IP addresses and CIDR ranges from which the key can be used. Empty allows all addresses.
   *
   * @maxItems 50
   */
  ipAllowlist?: string[];
  /**
   * Publishable keys only: origins whose pages can embed checkouts of this mode and use the key. If empty, any origin can use the key but none can embed checkouts.
   *
   * @maxItems 50
   *
   * Items: For example `https://shop.example`. Test mode also accepts `http://localhost:3000`.
   */
  allowedOrigins?: string[];
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  type?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  mode?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  apiVersion?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a checkout session.
 *
 */
export interface UpdateCheckoutSession {
  /**
   * Replaces all lines. At least one, except in mode `setup`, which has none.
   *
   * @maxItems 100
   */
  lineItems?: LineItemChange[];
  /**
   * Cannot be changed. Only the current value is accepted.
   */
  mode?: 'payment' | 'setup' | 'subscription';
  /**
   * Cannot be changed. Only the current value is accepted.
   */
  uiMode?: 'hosted' | 'embedded' | 'custom';
  /**
   * Cannot be changed. Only the current value is accepted.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Cannot be changed. Only the current value is accepted.
   */
  currency?: Currency;
  /**
   * Cannot be changed. Only the current value is accepted.
   */
  expiresAfterMinutes?: number;
  /**
   * ID of an existing customer. `null` lets the buyer enter the details.
   */
  customerId?: string | null;
  /**
   * Merged field by field. Cannot be combined with `customerId`.
   */
  customerDetails?: {
    /**
     * Full name of the buyer.
     */
    name?: string | null;
    /**
     * Email address.
     */
    email?: string | null;
    /**
     * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
     */
    phone?: string | null;
    /**
     * Name, contact details and billing address of the payer.
     */
    billingDetails?: {
      /**
       * Name of the payer.
       */
      name?: string | null;
      /**
       * Email address.
       */
      email?: string | null;
      /**
       * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    /**
     * Name, phone number and address of the recipient.
     */
    shipping?: {
      /**
       * Name of the recipient.
       */
      name?: string | null;
      /**
       * Phone number of the recipient, as entered.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation?: 'always' | 'if_required';
  /**
   * Which details of an existing customer are updated with what the buyer enters.
   */
  customerUpdate?: {
    /**
     * `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
     */
    address?: 'auto' | 'never';
    /**
     * `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
     */
    name?: 'auto' | 'never';
    /**
     * `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
     */
    shipping?: 'auto' | 'never';
  } | null;
  /**
   * Replaces the current setting.
   */
  afterCompletion?:
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'redirect';
        /**
         * Where the buyer is sent after paying. For the type `redirect` only.
         */
        redirect: {
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          url: string;
        };
      }
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'hosted_confirmation';
        /**
         * Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
         */
        hostedConfirmation?: {
          /**
           * Text shown to the buyer after paying, at most 500 characters.
           */
          customMessage?: string;
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          returnUrl?: string;
        };
      };
  cancelUrl?: string | null;
  /**
   * Language of the page, BCP 47. `auto` follows the browser of the buyer.
   */
  locale?: string;
  /**
   * Replaces all custom fields.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldChange[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection?: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection?: boolean;
  brandingSettings?: {
    /**
     * `auto` follows the setting of the device of the buyer.
     */
    colorMode?: 'light' | 'dark' | 'auto';
    /**
     * Shape of the corners of buttons and boxes.
     */
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    /**
     * Distance between elements.
     */
    spacing?: 'compact' | 'normal' | 'spacious';
    /**
     * Height of input fields.
     */
    inputSize?: 'sm' | 'md' | 'lg';
    /**
     * How input fields are drawn.
     */
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    /**
     * How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.
     */
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      /**
       * Color of the main button, `#RRGGBB`.
       */
      primary?: string;
      /**
       * Text color on `primary`, `#RRGGBB`.
       */
      primaryForeground?: string;
      /**
       * Background color of the page, `#RRGGBB`.
       */
      background?: string;
      /**
       * Text color, `#RRGGBB`.
       */
      foreground?: string;
      /**
       * Color of borders, `#RRGGBB`.
       */
      border?: string;
      /**
       * Color of the borders of input fields, `#RRGGBB`.
       */
      input?: string;
      /**
       * Color of the focus ring, `#RRGGBB`.
       */
      ring?: string;
      /**
       * Background color of less important elements, `#RRGGBB`.
       */
      muted?: string;
      /**
       * Color of less important text, `#RRGGBB`.
       */
      mutedForeground?: string;
      /**
       * Background color of highlighted elements, `#RRGGBB`.
       */
      accent?: string;
      /**
       * Text color on `accent`, `#RRGGBB`.
       */
      accentForeground?: string;
      /**
       * Color of errors and of actions that cannot be undone, `#RRGGBB`.
       */
      destructive?: string;
    };
    /**
     * The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.
     */
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
   * Payment method types.
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
   * The payment methods to offer from now on.
   */
  paymentMethodConfigurationId?: string;
  /**
   * `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
   */
  captureMethod?: 'automatic' | 'manual';
  /**
   * Settings of the payment intent of the session.
   */
  paymentIntentData?: {
    /**
     * Your own description. Not shown to buyers unless the field says so.
     */
    description?: string | null;
    /**
     * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
     */
    receiptEmail?: string | null;
    /**
     * Merged with the existing metadata.
     */
    metadata?: Metadata | null;
    /**
     * `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
     */
    confirmationMethod?: 'automatic' | 'manual';
  };
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Fields that you omit keep their values.
   */
  feeConfig?: {
    /**
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough?: boolean;
    /**
     * Whether VAT is added to the prices, which do not include it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
  /**
   * Replaces all discounts, including a promotion code that the buyer entered.
   */
  discounts?:
    | {
        /**
         * Type of the object.
         */
        object: 'discount';
        [k: string]: unknown;
      }[]
    | DiscountInput[];
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  paymentStatus?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  expiresAt?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  paymentIntentId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  paymentLinkId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  recoveredFrom?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a coupon.
 *
 */
export interface UpdateCoupon {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  percentOff?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  amountOff?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  duration?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  durationInMonths?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  maxRedemptions?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  maxRedemptionsPerCustomer?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  minimumAmount?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  minimumAmountCurrency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  redeemBy?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  appliesToProductIds?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a customer.
 *
 */
export interface UpdateCustomer {
  /**
   * Name, for people.
   */
  name?: string | null;
  /**
   * Unique per account and mode. A customer must keep at least one of email and phone.
   */
  email?: string | null;
  /**
   * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
   */
  phone?: string | null;
  /**
   * Replaces the whole address.
   */
  address?: {
    /**
     * First line of the address: street and building.
     */
    line1?: string | null;
    /**
     * Second line of the address: apartment, floor or landmark.
     */
    line2?: string | null;
    /**
     * City or town.
     */
    city?: string | null;
    /**
     * State, province or governorate.
     */
    state?: string | null;
    /**
     * Postal code.
     */
    postalCode?: string | null;
    country?: string | null;
    [k: string]: string | null | undefined;
  } | null;
  /**
   * Replaces the whole shipping details.
   */
  shipping?: {
    /**
     * Name of the recipient.
     */
    name?: string | null;
    /**
     * Phone number of the recipient, as entered.
     */
    phone?: string | null;
    /**
     * Postal address.
     */
    address?: {
      /**
       * First line of the address: street and building.
       */
      line1?: string | null;
      /**
       * Second line of the address: apartment, floor or landmark.
       */
      line2?: string | null;
      /**
       * City or town.
       */
      city?: string | null;
      /**
       * State, province or governorate.
       */
      state?: string | null;
      /**
       * Postal code.
       */
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Can be changed only before the first payment, which fixes the currency.
   */
  currency?: Currency;
}
/**
 * Changes to the evidence of a dispute.
 *
 */
export interface UpdateDispute {
  evidence: DisputeEvidenceInput;
}
/**
 * Changes that a buyer can make.
 *
 */
export interface UpdateHostedCheckout {
  /**
   * Only the items to change.
   */
  lineItems?: {
    /**
     * ID of the object.
     */
    id: string;
    /**
     * Adjustable items only. 0 removes an item whose `minimum` is 0.
     */
    quantity?: number;
    /**
     * CUSTOM prices only, in minor units.
     */
    customAmount?: number;
  }[];
  /**
   * The code that the buyer entered. `null` removes it.
   */
  promotionCode?: string | null;
  /**
   * Index in `discounts` of a discount to remove, such as one that is no longer valid. 0 is the first.
   */
  withoutDiscount?: number;
  /**
   * Contact details of the buyer.
   */
  customerDetails?: {
    /**
     * Full name of the buyer.
     */
    name?: string | null;
    /**
     * Email address.
     */
    email?: string | null;
    /**
     * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
     */
    phone?: string | null;
    /**
     * Name, contact details and billing address of the payer.
     */
    billingDetails?: {
      /**
       * Name of the payer.
       */
      name?: string | null;
      /**
       * Email address.
       */
      email?: string | null;
      /**
       * Phone number. In E.164, such as `+201001234567`, where it can be read as one.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
    /**
     * Name, phone number and address of the recipient.
     */
    shipping?: {
      /**
       * Name of the recipient.
       */
      name?: string | null;
      /**
       * Phone number of the recipient, as entered.
       */
      phone?: string | null;
      /**
       * Postal address.
       */
      address?: {
        /**
         * First line of the address: street and building.
         */
        line1?: string | null;
        /**
         * Second line of the address: apartment, floor or landmark.
         */
        line2?: string | null;
        /**
         * City or town.
         */
        city?: string | null;
        /**
         * State, province or governorate.
         */
        state?: string | null;
        /**
         * Postal code.
         */
        postalCode?: string | null;
        country?: string | null;
        [k: string]: string | null | undefined;
      } | null;
    } | null;
  };
  /**
   * Fields of your own that the buyer fills in, at most 3.
   *
   * @maxItems 3
   */
  customFields?: {
    /**
     * Your own name of the field, unique within the checkout, 1 to 200 characters.
     */
    key: string;
    /**
     * Settings or value of a field of the type `text`.
     */
    text?: {
      /**
       * Value of the field.
       */
      value: string | null;
    };
    /**
     * Settings or value of a field of the type `numeric`.
     */
    numeric?: {
      /**
       * Value of the field.
       */
      value: string | null;
    };
    /**
     * Settings or value of a field of the type `dropdown`.
     */
    dropdown?: {
      /**
       * Value of the field.
       */
      value: string | null;
    };
  }[];
  /**
   * The method the buyer intends to use. The response includes its fees.
   */
  paymentMethodType?: PaymentMethodType;
  /**
   * The first 6 to 8 digits of the card number, from which fees and methods are determined.
   */
  cardBin?: string;
}
/**
 * Changes to a payment intent.
 *
 */
export interface UpdatePaymentIntent {
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the buyer entered, or that of the customer you chose.
   */
  receiptEmail?: string | null;
  /**
   * Name, phone number and address of the recipient.
   */
  shipping?: {
    /**
     * Name of the recipient.
     */
    name?: string | null;
    /**
     * Phone number of the recipient, as entered.
     */
    phone?: string | null;
    /**
     * Postal address.
     */
    address?: {
      /**
       * First line of the address: street and building.
       */
      line1?: string | null;
      /**
       * Second line of the address: apartment, floor or landmark.
       */
      line2?: string | null;
      /**
       * City or town.
       */
      city?: string | null;
      /**
       * State, province or governorate.
       */
      state?: string | null;
      /**
       * Postal code.
       */
      postalCode?: string | null;
      country?: string | null;
      [k: string]: string | null | undefined;
    } | null;
  } | null;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * `cus_…`: the customer. `null` for a guest.
   */
  customerId?: string | null;
  /**
   * Can be changed only before the first confirm, in the currency of the payment. In minor units. The amount in the processing currency must be from 1.00 to 1,000,000.00.
   */
  amount?: number;
  /**
   * Can be changed only before the first confirm.
   */
  amountDetails?: {
    /**
     * In minor units of the currency.
     */
    productAmount: number;
    /**
     * In minor units of the currency.
     */
    tax?: number;
    /**
     * In minor units of the currency.
     */
    platformFees?: number;
    /**
     * In minor units of the currency.
     */
    tip?: number;
    /**
     * In minor units of the currency.
     */
    discount?: number;
  } | null;
  /**
   * Can be changed only before the first confirm.
   */
  paymentMethodTypes?: PaymentMethodType[] | null;
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  captureMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  confirmationMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  checkoutSessionId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  cancellationReason?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  paymentMethod?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  customer?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  presentmentDetails?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a payment link.
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
   * Must be the currency of the line items. Change it together with all of them.
   */
  currency?: Currency;
  /**
   * Whether buyers can pay with the link.
   */
  active?: boolean;
  /**
   * Must be in the future. `null` means never.
   */
  expiresAt?: string | null;
  /**
   * How many times the link can be paid. `null`: any number.
   */
  maxCompletions?: number | null;
  /**
   * What the button of the page says.
   */
  submitType?: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  /**
   * Buyers who are not known yet become guests; with `always`, those with an email address become registered customers. A guest stays a guest until you create a customer with that email.
   */
  customerCreation?: 'always' | 'if_required';
  /**
   * Replaces the current setting.
   */
  afterCompletion?:
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'redirect';
        /**
         * Where the buyer is sent after paying. For the type `redirect` only.
         */
        redirect: {
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          url: string;
        };
      }
    | {
        /**
         * Which kind it is. It decides which other fields are present.
         */
        type: 'hosted_confirmation';
        /**
         * Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
         */
        hostedConfirmation?: {
          /**
           * Text shown to the buyer after paying, at most 500 characters.
           */
          customMessage?: string;
          /**
           * An https URL. Test mode also accepts http://localhost.
           */
          returnUrl?: string;
        };
      };
  /**
   * Replaces all custom fields.
   *
   * @maxItems 3
   */
  customFields?: CustomFieldChange[];
  /**
   * Whether the buyer can enter a promotion code.
   */
  allowPromotionCodes?: boolean;
  /**
   * Whether the buyer has to enter a name.
   */
  nameCollection?: boolean;
  /**
   * Whether the buyer has to enter a billing address.
   */
  billingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a shipping address.
   */
  shippingAddressCollection?: boolean;
  /**
   * Whether the buyer has to enter a phone number.
   */
  phoneNumberCollection?: boolean;
  brandingSettings?: {
    /**
     * `auto` follows the setting of the device of the buyer.
     */
    colorMode?: 'light' | 'dark' | 'auto';
    /**
     * Shape of the corners of buttons and boxes.
     */
    borderStyle?: 'rounded' | 'rectangular' | 'pill';
    /**
     * Distance between elements.
     */
    spacing?: 'compact' | 'normal' | 'spacious';
    /**
     * Height of input fields.
     */
    inputSize?: 'sm' | 'md' | 'lg';
    /**
     * How input fields are drawn.
     */
    inputStyle?: 'outlined' | 'filled' | 'underlined';
    /**
     * How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.
     */
    formLayout?: 'accordion' | 'tabs' | 'list';
    /**
     * `#RRGGBB`.
     */
    colors?: {
      /**
       * Color of the main button, `#RRGGBB`.
       */
      primary?: string;
      /**
       * Text color on `primary`, `#RRGGBB`.
       */
      primaryForeground?: string;
      /**
       * Background color of the page, `#RRGGBB`.
       */
      background?: string;
      /**
       * Text color, `#RRGGBB`.
       */
      foreground?: string;
      /**
       * Color of borders, `#RRGGBB`.
       */
      border?: string;
      /**
       * Color of the borders of input fields, `#RRGGBB`.
       */
      input?: string;
      /**
       * Color of the focus ring, `#RRGGBB`.
       */
      ring?: string;
      /**
       * Background color of less important elements, `#RRGGBB`.
       */
      muted?: string;
      /**
       * Color of less important text, `#RRGGBB`.
       */
      mutedForeground?: string;
      /**
       * Background color of highlighted elements, `#RRGGBB`.
       */
      accent?: string;
      /**
       * Text color on `accent`, `#RRGGBB`.
       */
      accentForeground?: string;
      /**
       * Color of errors and of actions that cannot be undone, `#RRGGBB`.
       */
      destructive?: string;
    };
    /**
     * The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.
     */
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
   * `null` means the default configuration.
   */
  paymentMethodConfigurationId?: string | null;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Fields that you omit keep their values.
   */
  feeConfig?: {
    /**
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough?: boolean;
    /**
     * Whether VAT is added to the prices, which do not include it.
     */
    vatCollectionEnabled?: boolean;
    /**
     * Percentage: 14 means 14 %.
     */
    vatCollectionRate?: number;
    /**
     * Ignored.
     */
    source?: 'account' | 'payment_link' | 'session';
  };
}
/**
 * Changes to a payment method configuration. `paymentMethodTypes` replaces the whole list.
 *
 */
export interface UpdatePaymentMethodConfiguration {
  /**
   * Name, for people.
   */
  name?: string;
  /**
   * In the order in which a checkout offers them. Methods that are not listed are not offered.
   */
  paymentMethodTypes?: {
    type: PaymentMethodType;
    /**
     * Whether it is on.
     */
    enabled?: boolean;
    /**
     * At most one for each currency.
     */
    limits?: {
      currency: Currency;
      /**
       * In minor units. `null` applies the limit of the platform.
       */
      minTransactionAmount?: number | null;
      /**
       * In minor units. `null` applies the limit of the platform.
       */
      maxTransactionAmount?: number | null;
    }[];
  }[];
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  isDefault?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a price.
 *
 */
export interface UpdatePrice {
  /**
   * Shown to buyers after the name of the product.
   */
  name?: string | null;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Units in stock. `null` means unlimited.
   */
  stock?: number | null;
  startDate?: string | null;
  expirationDate?: string | null;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * In minor units. Can be changed only until the price is used in a line item.
   */
  unitAmount?: number | null;
  /**
   * Can be changed only until the price is used in a line item.
   */
  currency?: Currency;
  /**
   * Can be changed only until the price is used in a line item.
   */
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  /**
   * Can be changed only until the price is used in a line item.
   */
  recurring?: {
    /**
     * Unit of time: with `intervalCount` it says how long a period is.
     */
    interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
    /**
     * How many intervals one period has, 1 to 365.
     */
    intervalCount: number;
  } | null;
  /**
   * Can be changed only until the price is used in a line item.
   */
  customUnitAmount?: {
    minimum?: number | null;
    maximum?: number | null;
    preset?: number | null;
  } | null;
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  productId?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a product.
 *
 */
export interface UpdateProduct {
  /**
   * Shown to buyers, 1 to 250 characters.
   */
  name?: string;
  /**
   * Shown to buyers below the name, at most 5,000 characters.
   */
  description?: string | null;
  image?: string | null;
  /**
   * Name of one unit, such as `seat` or `kg`, shown after the quantity.
   */
  unitLabel?: string | null;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * `price_…`: one of the product's own prices. An empty string clears it.
   */
  defaultPrice?: string;
}
/**
 * Changes to a promotion code.
 *
 */
export interface UpdatePromotionCode {
  /**
   * Whether buyers can redeem the code.
   */
  active?: boolean;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Can be changed only before the first redemption. Fields that you omit keep their values.
   */
  restrictions?: {
    /**
     * Whether only buyers without an earlier payment can redeem the code.
     */
    firstTimeTransaction?: boolean;
    minimumAmount?: number | null;
    minimumAmountCurrency?: Currency | null;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  code?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  couponId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  maxRedemptions?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  expiresAt?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  customerId?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a provider connection.
 *
 */
export interface UpdateProviderConnection {
  /**
   * Credentials to replace; the others stay. The provider verifies them together before anything changes.
   */
  credentials?: {
    [k: string]: string;
  };
  /**
   * Methods to take through this connection. Defaults to every method that the provider offers the account.
   *
   * @minItems 1
   * @maxItems 50
   */
  methods?: {
    type: PaymentMethodType;
    /**
     * Currencies to offer it in. Defaults to those that the provider settles for the account.
     *
     * @minItems 1
     * @maxItems 30
     */
    currencies?: Currency[];
    /**
     * Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
     */
    integration?: string | null;
  }[];
}
/**
 * Changes to a refund.
 *
 */
export interface UpdateRefund {
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  amount?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  chargeId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  paymentIntentId?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  currency?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  reason?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  instructionsEmail?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  outOfBand?: {
    [k: string]: unknown;
  };
  /**
   * Cannot be changed. Accepted if it equals the current value.
   */
  status?: {
    [k: string]: unknown;
  };
}
/**
 * Changes to a webhook endpoint.
 *
 */
export interface UpdateWebhookEndpoint {
  /**
   * An https URL.
   */
  url?: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description?: string | null;
  /**
   * Event types, `family.*`, or `*` for all.
   *
   * @minItems 1
   * @maxItems 200
   */
  enabledEvents?: string[];
  /**
   * `disabled` stops all deliveries and drops pending ones.
   */
  status?: 'enabled' | 'disabled';
  /**
   * Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
   */
  metadata?: Metadata | null;
  /**
   * With `status: enabled`, for a disabled endpoint: whether to deliver the events that it missed while it was disabled, and those that failed since its last success, as far as they are still stored.
   */
  replayMissed?: boolean;
}
/**
 * Where to upload a file.
 *
 */
export interface UploadUrl {
  /**
   * Send the bytes of the file to this URL, as the whole body of one request.
   */
  uploadUrl: string;
  /**
   * HTTP method to upload with.
   */
  method: 'PUT';
  /**
   * Headers to send with the request.
   */
  headers: {
    [k: string]: string;
  };
  /**
   * Public URL of the picture, available once it is uploaded. Absent for `dispute_evidence`.
   */
  publicUrl?: string;
  /**
   * `file_…`: what the evidence of a dispute names. Only for `dispute_evidence`, which is private.
   */
  fileId?: string;
  /**
   * When the URL expires, 15 minutes after it is created.
   */
  expiresAt: string;
}
/**
 * The simulated failures of the next deliveries of an endpoint.
 *
 */
export interface WebhookChaos {
  /**
   * Type of the object.
   */
  object: 'webhook_chaos';
  /**
   * `we_…`
   */
  endpointId: string;
  /**
   * The failure that is simulated.
   */
  mode: 'duplicate' | 'drop' | 'reorder' | 'corrupt_signature' | 'delay';
  /**
   * For how many further deliveries it applies.
   */
  times: number;
  /**
   * How long a delayed delivery waits, in seconds.
   */
  delaySeconds: number;
}
/**
 * The deliveries that the request created.
 *
 */
export interface WebhookDeliveries {
  /**
   * The first attempts. They are due immediately.
   */
  deliveries: WebhookDelivery[];
}
/**
 * An attempt to deliver an event to an endpoint. Its timestamps follow the clock of the account, which in test mode is the test clock.
 *
 */
export interface WebhookDelivery {
  /**
   * `dlv_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'webhook_delivery';
  /**
   * `we_…`
   */
  webhookEndpointId: string;
  /**
   * `evt_…`
   */
  eventId: string;
  /**
   * Type of the event, such as `payment_intent.succeeded`.
   */
  eventType: string;
  /**
   * Starts at 1.
   */
  attempt: number;
  /**
   * `pending` before the attempt; `succeeded` if the endpoint responded with 2xx.
   */
  status: 'pending' | 'succeeded' | 'failed';
  /**
   * What was sent.
   */
  request: {
    /**
     * Address.
     */
    url: string;
    /**
     * The headers that were sent, without the signature. `webhook-timestamp` is in real time.
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
   * `null` before the attempt, and if there was no response.
   */
  response: {
    /**
     * HTTP status of the response.
     */
    statusCode: number;
    /**
     * Headers that help to find out what happened, by name.
     */
    headers: {
      [k: string]: string;
    };
    /**
     * The first 4 KiB.
     */
    body: string;
  } | null;
  /**
   * Why there was no response.
   */
  error: string | null;
  /**
   * In milliseconds.
   */
  durationMs: number | null;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * `null` before the attempt.
   */
  attemptedAt: string | null;
  /**
   * When the next attempt is made. `null` if there is none.
   */
  nextAttemptAt: string | null;
  /**
   * `true` in live mode, `false` in test mode.
   */
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
  /**
   * Pass this as `cursor` to get the next page. `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A URL that receives events.
 *
 */
export interface WebhookEndpoint {
  /**
   * `we_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'webhook_endpoint';
  /**
   * An https URL.
   */
  url: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * `disabled` endpoints receive nothing.
   */
  status: 'enabled' | 'disabled';
  /**
   * Event types, `family.*`, or `*` for all.
   */
  enabledEvents: string[];
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  metadata: Metadata;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
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
   * Number of rows across all pages. With filters it may stop at 10,000 when more match.
   */
  totalCount: number;
}
/**
 * A webhook endpoint, including its signing secret. The secret is shown only once.
 *
 */
export interface WebhookEndpointWithSecret {
  /**
   * `we_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'webhook_endpoint';
  /**
   * An https URL.
   */
  url: string;
  /**
   * Your own description. Not shown to buyers unless the field says so.
   */
  description: string | null;
  /**
   * `disabled` endpoints receive nothing.
   */
  status: 'enabled' | 'disabled';
  /**
   * Event types, `family.*`, or `*` for all.
   */
  enabledEvents: string[];
  /**
   * `true` in live mode, `false` in test mode.
   */
  livemode: boolean;
  metadata: Metadata;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  /**
   * `whsec_…`: verifies signatures. Shown only once.
   */
  secret: string;
}
/**
 * The result of a test event.
 *
 */
export interface WebhookTest {
  /**
   * Whether the endpoint responded with a 2xx status in time.
   */
  delivered: boolean;
  /**
   * Status code of the response. `null` if there was no response.
   */
  statusCode: number | null;
  /**
   * Why it was not delivered, and what to do. `null` if it was.
   */
  error: string | null;
  /**
   * Duration of the request, in milliseconds.
   */
  durationMs: number;
}
export interface ListApiKeysQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
}
export interface ListProductsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * URL-encoded JSON object. Returns rows whose metadata contains all of its keys and values.
   */
  metadata?: string;
  /**
   * Comma-separated terms. Returns rows that match any of them.
   */
  search?: string;
}
export interface GetProductStatsQuery {
  /**
   * First day or time of the period. Defaults to 29 days before its end.
   */
  from?: string;
  /**
   * Last day of the period, inclusive, or the time at which it ends. Defaults to today.
   */
  to?: string;
  /**
   * Unit of time: with `intervalCount` it says how long a period is.
   */
  interval?: StatsInterval & string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
  /**
   * Currency of the sales to include. Defaults to the currency of the newest sale.
   */
  currency?: Currency;
}
export interface CreatePriceQuery {
  /**
   * `prod_…`: the product to create the price for.
   */
  productId: string;
}
export interface ListPricesQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * `prod_…`
   */
  productId?: string;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type?: 'ONE_TIME' | 'RECURRING' | 'CUSTOM';
  currency?: Currency;
}
export interface ListCustomersQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Comma-separated terms. Returns rows that match any of them.
   */
  search?: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type?: 'registered' | 'guest';
}
export interface GetCustomerStatsQuery {
  /**
   * First day or time of the period. Defaults to 29 days before its end.
   */
  from?: string;
  /**
   * Last day of the period, inclusive, or the time at which it ends. Defaults to today.
   */
  to?: string;
  /**
   * Unit of time: with `intervalCount` it says how long a period is.
   */
  interval?: StatsInterval & string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListCheckoutSessionsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Current state.
   */
  status?: 'open' | 'complete' | 'expired';
  /**
   * `paid` once the money was received; `no_payment_required` if the total is 0.
   */
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
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListPaymentLinksQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
  /**
   * Matches the ID of the link, and the name, description or unit label of its products.
   */
  search?: string;
  /**
   * `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive), in minor units.
   */
  amount?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListCouponsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
}
export interface ListPromotionCodesQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Matches the whole code, regardless of case.
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
  /**
   * Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
   */
  active?: boolean;
}
export interface ListDiscountsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
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
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Current state.
   */
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
   * The payment with this receipt, or with a refund that has it: `R-2026-000031`, as buyers see it.
   */
  receiptNumber?: string;
  /**
   * `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive), in minor units.
   */
  amount?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListChargesQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
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
  /**
   * Current state.
   */
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED';
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListRefundsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * `ch_…`
   */
  chargeId?: string;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  /**
   * Current state.
   */
  status?: 'PENDING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListBalanceTransactionsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Which kind it is. It decides which other fields are present.
   */
  type?:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'payout'
    | 'payout_failure'
    | 'adjustment';
  /**
   * `ch_…`, `re_…` or `po_…`: the charge (also of disputes), refund or payout that caused the balance transaction.
   */
  sourceId?: string;
  currency?: Currency;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListDisputesQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * `ch_…`
   */
  chargeId?: string;
  /**
   * `pi_…`
   */
  paymentIntentId?: string;
  /**
   * Current state.
   */
  status?: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'WARNING_CLOSED';
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListBankAccountsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
}
export interface ListPayoutsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Current state.
   */
  status?: 'PENDING' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELED';
  currency?: Currency;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListPayoutBalanceTransactionsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
}
export interface DownloadBalanceReportQuery {
  /**
   * Start of the period, inclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  from: string;
  /**
   * End of the period, exclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  to: string;
  /**
   * IANA time zone in which dates are evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface DownloadPaymentsReportQuery {
  /**
   * Start of the period, inclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  from: string;
  /**
   * End of the period, exclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  to: string;
  /**
   * IANA time zone in which dates are evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface DownloadRefundsReportQuery {
  /**
   * Start of the period, inclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  from: string;
  /**
   * End of the period, exclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  to: string;
  /**
   * IANA time zone in which dates are evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface DownloadPayoutsReportQuery {
  /**
   * Start of the period, inclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  from: string;
  /**
   * End of the period, exclusive: a date (its midnight in `timezone`), or a time with its offset.
   */
  to: string;
  /**
   * IANA time zone in which dates are evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListPaymentMethodConfigurationsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
}
export interface ListProviderConnectionsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * Payment provider.
   */
  provider?: 'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tamara';
}
export interface ListWebhookEndpointsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * Current state.
   */
  status?: 'enabled' | 'disabled';
}
export interface ListWebhookDeliveriesQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * Current state.
   */
  status?: 'pending' | 'succeeded' | 'failed';
  /**
   * An event type or `family.*`.
   */
  eventType?: string;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
export interface ListEventsQuery {
  /**
   * Page number, starting at 1.
   */
  page?: number;
  /**
   * Rows per page.
   */
  limit?: number;
  /**
   * The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
   */
  cursor?: string;
  /**
   * An event type or `family.*`.
   */
  type?: string;
  /**
   * ID of the object that the event describes.
   */
  objectId?: string;
  /**
   * `true`: delivered to all of its endpoints. `false`: not delivered to at least one of them, or not yet.
   */
  deliverySuccess?: boolean;
  /**
   * `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
   */
  date?: string;
  /**
   * IANA time zone in which `date` is evaluated. Defaults to UTC.
   */
  timezone?: string;
}
/**
 * A change of what the live mode of an account can take.
 *
 */
export interface LiveMethodsChange {
  /**
   * `lmc_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'live_methods_change';
}
/**
 * The acceptance of a mail by a mail server, or by the mailbox of test mode.
 *
 */
export interface MailAcceptance {
  /**
   * `eml_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'mail_acceptance';
  /**
   * Which mail it is.
   */
  template: 'receipt' | 'refund_receipt' | 'refund_details' | 'voucher' | 'transfer_instructions' | 'checkout_recovery';
  /**
   * ID of the refund that the mail is about.
   */
  aboutId: string;
}
/**
 * What a checkout session sold, with all of its line items.
 *
 */
export interface Order {
  /**
   * `order_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'order';
  /**
   * `cs_…`
   */
  checkoutSessionId: string;
  /**
   * `paid` once the money was received; `no_payment_required` if the total is 0.
   */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /**
   * `pi_…`
   */
  paymentIntentId: string | null;
  /**
   * `cus_…`
   */
  customerId: string | null;
  currency: Currency;
  /**
   * An amount in minor units of the object's currency.
   */
  amountTotal: number;
  /**
   * Amount captured. `null` without a payment intent.
   */
  amountReceived: number | null;
  capturedCharge: {
    /**
     * An amount in minor units of the object's currency.
     */
    amount: number;
    /**
     * `amount` in other currencies of the account, converted once when the charge was created. Used for `spendData` of customers who spend in another currency. Currencies without an exchange rate are omitted; absent if there are none.
     */
    convertedAmounts?: {
      /**
       * An amount in minor units of the object's currency.
       */
      [k: string]: number;
    };
  } | null;
  lines: OrderLine[];
}
/**
 * A line item of an order, without what only a checkout shows.
 *
 */
export interface OrderLine {
  /**
   * `li_…`
   */
  id: string;
  /**
   * `price_…`
   */
  priceId: string;
  /**
   * `prod_…`
   */
  productId: string;
  productName: string;
  /**
   * Number of pieces.
   */
  quantity: number;
  currency: Currency;
  /**
   * An amount in minor units of the object's currency.
   */
  amountSubtotal: number;
  /**
   * An amount in minor units of the object's currency.
   */
  amountDiscount: number;
}
/**
 * Records the first line items that were created from a set of prices.
 *
 */
export interface PriceUse {
  /**
   * `use_…`
   */
  id: string;
  /**
   * Type of the object.
   */
  object: 'price_use';
  /**
   * `cs_…` or `plink_…`: the session or payment link.
   */
  usedBy: string;
  priceIds: string[];
}
