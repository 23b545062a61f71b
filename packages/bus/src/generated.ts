// Generated from packages/contracts by `npm run docs`. Do not edit.

/** The object that each type of event carries. */
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
  /** A session or link has line items of prices that none was known of: what they cost stays. */ 'checkout.prices_used': PriceUse;
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
  /** An API key changed. */ 'api_key.updated': ApiKey;
  /** The clock of test mode went forward. */ 'test_clock.advanced': TestClock;
  /** An account was created. */ 'account.created': AccountProfile;
  /** An account changed. */ 'account.updated': AccountProfile;
}

/** Every type of event. */
export type EventType = keyof EventObjects;

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
