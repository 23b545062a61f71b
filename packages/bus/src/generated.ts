// Generated from packages/contracts by `npm run docs`. Do not edit.

/** The object that each type of event carries. */
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
  /** Occurs when a checkout session is created. */ 'checkout.session.created': CheckoutSession;
  /** Occurs when the buyer completes a checkout session. `paymentStatus` shows whether it is paid. */ 'checkout.session.completed': CheckoutSession;
  /** Occurs when a checkout session expires and can no longer be paid. */ 'checkout.session.expired': CheckoutSession;
  /** Occurs when the payment of a session that was completed unpaid succeeds. */ 'checkout.session.async_payment_succeeded': CheckoutSession;
  /** Occurs when the payment of a session that was completed unpaid fails. */ 'checkout.session.async_payment_failed': CheckoutSession;
  /** Occurs when a session or payment link is the first to use a price in a line item. The amount of the price can no longer change. */ 'checkout.prices_used': PriceUse;
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
  /** Occurs when a payment intent is created. */ 'payment_intent.created': PaymentIntent;
  /** Occurs when a payment intent changes without a new outcome. */ 'payment_intent.updated': PaymentIntent;
  /** Occurs when the buyer must take an action to continue the payment. */ 'payment_intent.requires_action': PaymentIntent;
  /** Occurs when a payment is submitted and its outcome will be known later. */ 'payment_intent.processing': PaymentIntent;
  /** Occurs when a payment is authorized. Capture it within 7 days. */ 'payment_intent.amount_capturable_updated': PaymentIntent;
  /** Occurs when a payment is captured. */ 'payment_intent.succeeded': PaymentIntent;
  /** Occurs when a payment attempt fails. `lastPaymentError` shows the reason. */ 'payment_intent.payment_failed': PaymentIntent;
  /** Occurs when a payment intent is canceled. */ 'payment_intent.canceled': PaymentIntent;
  /** Occurs when a payment is fully refunded. */ 'payment_intent.refunded': PaymentIntent;
  /** Occurs when a payment is partially refunded. */ 'payment_intent.partially_refunded': PaymentIntent;
  /** Occurs when a payment attempt is created and its outcome is pending. */ 'charge.pending': Charge;
  /** Occurs when a payment attempt is approved. */ 'charge.succeeded': Charge;
  /** Occurs when a payment attempt fails. */ 'charge.failed': Charge;
  /** Occurs when an authorized charge is captured. */ 'charge.captured': Charge;
  /** Occurs when an authorization expires before it is captured. */ 'charge.expired': Charge;
  /** Occurs when a charge changes without a new outcome. */ 'charge.updated': Charge;
  /** Occurs when a charge is refunded, in full or in part. */ 'charge.refunded': Charge;
  /** Occurs when a refund is created and the balance is debited. */ 'refund.created': Refund;
  /** Occurs when a refund is updated. */ 'refund.updated': Refund;
  /** Occurs when a refund succeeds and the money is on its way to the buyer. */ 'refund.succeeded': Refund;
  /** Occurs when a refund fails and the balance is credited. */ 'refund.failed': Refund;
  /** Occurs when a refund is canceled and the balance is credited. */ 'refund.canceled': Refund;
  /** Occurs when the buyer must provide bank or wallet details to receive a refund. */ 'refund.requires_action': Refund;
  /** Occurs when a payment method is saved for a customer. */ 'payment_method.attached': SavedPaymentMethod;
  /** Occurs when a saved payment method changes: the card was saved again with a new expiry date, or its guest was merged into another customer. */ 'payment_method.updated': SavedPaymentMethod;
  /** Occurs when a saved payment method is removed because its customer was deleted. The object is its last state. */ 'payment_method.detached': SavedPaymentMethod;
  /** Occurs when a payment method configuration is created. The default configuration is created when it is first needed. */ 'payment_method_configuration.created': PaymentMethodConfiguration;
  /** Occurs when a payment method configuration is updated. */ 'payment_method_configuration.updated': PaymentMethodConfiguration;
  /** Occurs when a payment method configuration is deleted. */ 'payment_method_configuration.deleted': PaymentMethodConfiguration;
  /** Occurs when pending funds become available. The object is the resulting balance. */ 'balance.available': Balance;
  /** Occurs when a payment of the account is rejected because its exchange rate is older than 26 hours. */ 'exchange_rate.stale': ExchangeRate;
  /** Occurs when a webhook endpoint is disabled because its deliveries have failed for too long. */ 'webhook_endpoint.disabled': WebhookEndpoint;
  /** Occurs when the signing secret of an endpoint is rotated. */ 'webhook_endpoint.secret_rotated': WebhookEndpoint;
  /** Sent on request, to test an endpoint. */ 'webhook_endpoint.test': WebhookEndpoint;
  /** Occurs when an API key is created. */ 'api_key.created': ApiKey;
  /** Occurs when an API key is revoked. */ 'api_key.revoked': ApiKey;
  /** Occurs when an API key is updated. */ 'api_key.updated': ApiKey;
  /** Occurs when the test clock is advanced. */ 'test_clock.advanced': TestClock;
  /** Occurs when an account is created. */ 'account.created': AccountProfile;
  /** Occurs when an account is updated. */ 'account.updated': AccountProfile;
}

/** Every type of event. */
export type EventType = keyof EventObjects;

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
 * Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
 *
 */
export interface AccountFeeConfig {
  /**
   * Whether the buyer pays the fee on top of the amount.
   */
  feesPassThrough: boolean;
  vatCollectionEnabled: boolean;
  /**
   * Percentage, greater than 0 and at most 100, with at most four decimals.
   */
  vatCollectionRate?: number;
}
/**
 * The settings of an account, independent of the key.
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
   * Two-letter country code, ISO 3166-1 alpha-2.
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
   * Origins that can embed checkouts. If requested for one mode, includes those of its publishable keys.
   */
  allowedOrigins: string[];
  feeSchedule: FeeRule[];
  feeConfig: AccountFeeConfig;
  /**
   * Currencies of prices in addition to `supportedCurrencies`. `null` means any currency with an exchange rate.
   */
  presentmentCurrencies: Currency[] | null;
  /**
   * What to do with a payment that succeeds after it was canceled or its checkout expired (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.
   */
  lateSuccessPolicy: 'accept' | 'auto_refund';
  /**
   * VAT on fees, in parts per million: 14 % is 140000.
   */
  vatOnFeesPpm: number;
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
  paymentMethodTypes: PaymentMethodType[];
}
/**
 * The fee of one type of payment. `null` matches any value; the most specific rule applies.
 *
 */
export interface FeeRule {
  paymentMethodType: PaymentMethodType;
  brand: ('visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown') | null;
  isOnUs: boolean | null;
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
  enabled: boolean;
  minimum: number;
  maximum: number;
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
 * An API key, without its secret.
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
   * Sorted alphabetically.
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
  livemode: boolean;
}
/**
 * The balance of the merchant, with one row for each currency that has ever been used.
 *
 */
export interface Balance {
  object: 'balance';
  /**
   * Available for refunds and payouts.
   */
  available: BalanceAmount[];
  /**
   * Captured, but not yet settled.
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
  object: 'balance_transaction';
  type: 'charge' | 'refund' | 'refund_failure' | 'payout' | 'adjustment';
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
    type: 'charge' | 'refund' | 'payout';
    id: string;
  } | null;
  exchangeRate: number | null;
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
  type: 'processing_fee' | 'fee_vat' | 'platform_fee';
  /**
   * An amount in minor units of the object's currency.
   */
  amount: number;
  currency: Currency;
  description: string;
}
/**
 * The account that the buyer transfers the money to.
 *
 */
export interface BankTransferDetails {
  iban: string;
  accountName: string;
  /**
   * The reference that identifies the transfer.
   */
  reference: string;
  /**
   * An amount in minor units of the object's currency.
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
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
}
/**
 * The branding of a checkout.
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
   * Pairs of colors with too little contrast.
   */
  warnings?: string[];
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
   * Cash on delivery and bank transfers only: the amount received so far. If the rest is never received and the charge fails, this amount is credited to the balance as an `adjustment`.
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
  captured: boolean;
  capturedAt: string | null;
  /**
   * Why the charge failed, as in `lastPaymentError.code`. `authorization_expired` or `authorization_canceled` for an authorization that was never captured.
   */
  failureCode: string | null;
  failureMessage: string | null;
  receiptUrl: string | null;
  receiptEmail: string | null;
  billingDetails: BillingDetails | null;
  paymentMethodDetails: PaymentMethodDetails | null;
  /**
   * `null` while the outcome is unknown. An authorization keeps its outcome after it is released.
   */
  outcome: ChargeOutcome | null;
  /**
   * `null` until the charge is captured.
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
  disputed: boolean;
  /**
   * The provider's own ID.
   */
  externalChargeId: string | null;
  /**
   * How the charge was sent to the provider.
   */
  config: {
    [k: string]: unknown;
  } | null;
  /**
   * The buyer's environment, as far as it is known.
   */
  geocoding: {
    country: string | null;
    city: string | null;
  } | null;
  /**
   * The checkout session of the charge.
   */
  session: {
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
   * Operations that the provider supports for this charge.
   */
  processorCapabilities: {
    supportsManualCapture: boolean;
    supportsPartialCapture: boolean;
    supportsRefund: boolean;
    supportsPartialRefund: boolean;
  } | null;
  /**
   * Stock that is held until the outcome of the charge is known.
   */
  activeHoldId: string | null;
  settlementModel: ('instant' | 'deferred') | null;
}
/**
 * How a charge used its payment method.
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
     * Identical for the same card within one account.
     */
    fingerprint: string | null;
    /**
     * `null` if 3-D Secure was not requested.
     */
    threeDSecure: {
      result: ('authenticated' | 'attempted' | 'failed' | 'not_supported') | null;
      version: string | null;
    } | null;
    /**
     * The wallet that holds the card.
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
   * Cash and bank transfers: the receipts recorded by the merchant. The latest twenty, oldest first.
   */
  receipts?: {
    /**
     * An amount in minor units of the object's currency.
     */
    amount: number;
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
  networkStatus: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network';
  type: 'authorized' | 'issuer_declined' | 'blocked' | 'invalid';
  /**
   * Decline code. `null` if the charge was not declined.
   */
  reason: string | null;
  /**
   * For the merchant. Do not show it to the buyer.
   */
  sellerMessage: string;
  adviceCode: ('try_again_later' | 'confirm_card_data' | 'do_not_try_again') | null;
  riskLevel: 'normal' | 'elevated' | 'highest' | 'not_assessed';
  /**
   * True if the charge succeeded after its payment had been canceled or had expired.
   */
  lateSuccess?: boolean;
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
   * The action that the buyer must take.
   */
  nextAction?: {
    type: 'display_details';
    displayDetails: {
      /**
       * ISO 8601 timestamp in UTC, with milliseconds.
       */
      emailSentAt: string;
      emailSentTo: string;
      /**
       * ISO 8601 timestamp in UTC, with milliseconds.
       */
      expiresAt: string;
    };
  };
  /**
   * Where the buyer is contacted for bank or wallet details.
   */
  instructionsEmail?: string;
  receiptNumber?: string;
  /**
   * Fee of the refund itself. The fee of the original charge is not returned.
   */
  feeAmount: number;
  metadata: Metadata;
}
/**
 * Where the money of a refund was sent.
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
 * Your own key-value pairs.
 *
 */
export interface Metadata {
  [k: string]: string | number | boolean | null;
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
  object: 'checkout.session';
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
  mode: 'payment' | 'setup' | 'subscription';
  uiMode: 'hosted' | 'embedded' | 'custom';
  submitType: 'PAY' | 'SUBSCRIBE' | 'BOOK' | 'DONATE';
  customerCreation: 'always' | 'if_required';
  status: 'open' | 'complete' | 'expired';
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
  lineItems: LineItem[];
  /**
   * In events: true if the items were too large to include. Retrieve the session to get them.
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
   * Present only after the buyer has chosen a method.
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
   * Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant expired it.
   */
  recoveryUrl?: string;
  livemode: boolean;
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
  type: 'registered' | 'guest';
  name?: string;
  email?: string;
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
   * Phone number of the recipient.
   */
  phone?: string | null;
  address?: Address | null;
}
/**
 * Details given about the buyer.
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
 * The payment intent of a session, as included in that session.
 *
 */
export interface SessionPaymentIntent {
  /**
   * `pi_…`
   */
  id: string;
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
  captureMethod: 'automatic' | 'manual';
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires.
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
 * The payment method used or to be used by a buyer.
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * A card, without its number.
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
  name: string | null;
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
  type: 'redirect_to_url';
  redirectToUrl: {
    /**
     * Redirect the buyer to this URL.
     */
    url: string;
    /**
     * Where the buyer returns to.
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
   * ISO 8583 response code, two characters.
   */
  networkDeclineCode: string | null;
  docUrl: string | null;
  /**
   * A message that can be shown to the buyer.
   */
  message: string;
  /**
   * A detailed message. Do not show it to the buyer.
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
 * A line item of a checkout.
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
   * The amount that the buyer chose, in minor units. CUSTOM prices only.
   */
  customAmount?: number;
  /**
   * Unit amount multiplied by quantity.
   */
  amountSubtotal: number;
  /**
   * After discounts and taxes.
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
  object: 'price';
  /**
   * Shown next to the product name.
   */
  name?: string;
  description?: string;
  currency: Currency;
  /**
   * Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
   */
  unitAmount: number | null;
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
   * The price is not on sale from this time on.
   */
  expirationDate?: string;
  /**
   * If false, the price is archived and cannot be sold.
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
 * How often a recurring price is charged.
 *
 */
export interface Recurring {
  /**
   * `CUSTOM` is a number of days.
   */
  interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'CUSTOM';
  /**
   * Number of intervals between two charges.
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
  name: string;
  description: string | null;
  /**
   * URL.
   */
  image: string | null;
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
  type: 'TEXT' | 'NUMERIC' | 'DROPDOWN';
  isOptional: boolean;
  hasLimits: boolean;
  /**
   * Which of the length limits apply.
   */
  limitType?: 'AT_LEAST' | 'AT_MOST' | 'BETWEEN' | 'EXACTLY';
  minCharacters?: number;
  maxCharacters?: number;
  /**
   * DROPDOWN fields only.
   */
  dropdownOptions: {
    label: string;
    value: string;
  }[];
  /**
   * TEXT fields only.
   */
  text?: {
    value: string | null;
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
    value: string | null;
  };
}
/**
 * The application of a coupon to a checkout or customer.
 *
 */
export interface Discount {
  /**
   * `di_…`, or `pending` until the discount is redeemed.
   */
  id: string;
  object: 'discount';
  /**
   * The coupon as it was when the discount was applied.
   */
  coupon: Coupon;
  promotionCodeId: string | null;
  promotionCodeCode: string | null;
  checkoutSessionId: string | null;
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
  object: 'coupon';
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
  duration: 'once' | 'forever' | 'repeating';
  /**
   * Present only if `duration` is `repeating`.
   */
  durationInMonths: number | null;
  maxRedemptions: number | null;
  maxRedemptionsPerCustomer: number | null;
  /**
   * Minimum cart amount before discounts.
   */
  minimumAmount: number | null;
  minimumAmountCurrency: Currency | null;
  timesRedeemed: number;
  redeemBy: string | null;
  /**
   * Empty means all products.
   */
  appliesToProductIds: string[];
  active: boolean;
  /**
   * True if the coupon is active, not expired and not fully redeemed.
   */
  valid: boolean;
  metadata: Metadata;
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
  displayName: string;
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
  supportsRefund: boolean;
  supportsPartialRefund: boolean;
  supportsPartialCapture: boolean;
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
  cardInfo?: {
    brand: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'mada' | 'knet' | 'benefit' | 'unionpay' | 'unknown';
    isOnUs: boolean;
    isInternational: boolean;
  };
}
/**
 * Which fields of the customer a checkout can overwrite.
 *
 */
export interface CustomerUpdate {
  address?: 'auto' | 'never';
  name?: 'auto' | 'never';
  shipping?: 'auto' | 'never';
}
/**
 * The settings of a payment method in a configuration.
 *
 */
export interface ConfiguredPaymentMethod {
  type: PaymentMethodType;
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
 * A customer of the merchant.
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
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
  numPayments: number;
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
  isStale: boolean;
  livemode: boolean;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
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
  captureMethod: 'automatic' | 'manual';
  confirmationMethod: 'automatic' | 'manual';
  /**
   * When the authorization expires.
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
 * A URL that you can share. Every buyer who opens it gets a separate checkout.
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
     * Whether the buyer pays the fee on top of the amount.
     */
    feesPassThrough: boolean;
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
  object: 'payment_method_configuration';
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
 * Records the first line items that were created from a set of prices.
 *
 */
export interface PriceUse {
  /**
   * `use_…`
   */
  id: string;
  object: 'price_use';
  /**
   * `cs_…` or `plink_…`: the session or payment link.
   */
  usedBy: string;
  priceIds: string[];
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
  object: 'product';
  name: string;
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
   * If false, the product is archived and none of its prices can be sold.
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
  active: boolean;
  maxRedemptions: number | null;
  timesRedeemed: number;
  expiresAt: string | null;
  /**
   * `cus_…`: the only customer who can use the code.
   */
  customerId: string | null;
  restrictions: PromotionCodeRestrictions;
  metadata: Metadata;
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
 * A payment method that is saved for a customer.
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * `cus_…`: the owner. In `payment_method.detached`, the previous owner.
   */
  customerId: string;
}
/**
 * The clock of an account's test mode.
 *
 */
export interface TestClock {
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
 * A URL that receives events.
 *
 */
export interface WebhookEndpoint {
  /**
   * `we_…`
   */
  id: string;
  object: 'webhook_endpoint';
  /**
   * An https URL.
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
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * ISO 8601 timestamp in UTC, with milliseconds.
   */
  updatedAt: string;
}
