import { z } from 'zod';
import { call } from './call.ts';
import { testModeCalls, idempotencyCalls, operatorCalls } from './calls/kit-calls.ts';
import { Currency, CustomerCreation, PaymentMethodType } from './enums.ts';
import { CheckoutMailContent, PaymentMailReply } from './mail-content.ts';
import { OrderSummary } from './order-summary.ts';
import { CaptureMethod, ConfirmationMethod } from './payment-enums.ts';
import { Metadata, Money, Timestamp } from './primitives.ts';
import { shippingInput } from './requests/address-input.ts';
import { PriceData } from './requests/line-item-input.ts';
import { PaymentMethodInput } from './requests/payment-method-input.ts';
import { AccountProfile } from './resources/account.ts';
import { RevokedBusUser } from './resources/bus-user.ts';
import { Address, Shipping } from './resources/address.ts';
import { Geocoding } from './resources/charge.ts';
import { maxEvidenceFiles } from './resources/dispute.ts';
import { CardEntry } from './resources/hosted-checkout.ts';
import { SessionCustomer } from './resources/checkout-session.ts';
import { ExchangeRate } from './resources/exchange-rate.ts';
import { MailTemplate } from './resources/mail.ts';
import { ProductSummary } from './resources/line-item.ts';
import { PaymentMethodConfiguration } from './resources/payment-method-configuration.ts';
import { AmountDetails, PaymentCustomer, PaymentIntent } from './resources/payment-intent.ts';
import { PresentmentDetails } from './resources/presentment-details.ts';
import { Price } from './resources/price.ts';
import { CardInfo, CustomerUpdate, FeeTerms } from './resources/session-settings.ts';

/** A price as a checkout needs it. */
export const CheckoutPrice = z.object({
  price: Price,
  product: ProductSummary.extend({ active: z.boolean() }),
  available: z
    .int()
    .nullable()
    .describe('Units that can still be sold: stock minus active holds. `null` means unlimited.'),
  isUsed: z
    .boolean()
    .describe('Whether a line item has been created from this price. If so, its amount can no longer change.'),
});
export type CheckoutPrice = z.infer<typeof CheckoutPrice>;

/** Hosts as a page's policy writes them: an origin, or all below one. */
const sources = z.array(z.string().regex(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/));

/** The provider's hosted card field, and what a page that shows it has to allow. */
export const PageCardEntry = z.object({
  cardEntry: CardEntry,
  allows: z.object({ scripts: sources, frames: sources, connections: sources }),
});
export type PageCardEntry = z.infer<typeof PageCardEntry>;

/** As {@link PageCardEntry}, for the button of one wallet. */
export const PageWalletEntry = PageCardEntry.extend({ type: PaymentMethodType });
export type PageWalletEntry = z.infer<typeof PageWalletEntry>;

/** A method that a connected provider or the merchant can take now, in one currency. */
export const LiveMethod = z.object({
  type: PaymentMethodType,
  currency: Currency,
  minAmount: Money.describe('The smallest payment, in minor units of `currency`.'),
  maxAmount: Money.describe('The largest payment, in minor units of `currency`.'),
  amountStep: z.int().min(1).describe('Amounts must be a multiple of it, in minor units.'),
  supportsManualCapture: z.boolean(),
  supportsPartialCapture: z.boolean(),
  supportsRefund: z.boolean().describe('Whether the provider returns the money itself.'),
  supportsPartialRefund: z.boolean(),
  supportsManualConfirmation: z.boolean(),
});
export type LiveMethod = z.infer<typeof LiveMethod>;

/** One way in which a method can be taken in a currency; several where several providers take it. */
export const LiveRoute = LiveMethod.extend({
  entryIndex: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Position in `entries` of what the buyer’s page shows for it: the provider’s card field, or its button for a wallet. `null` if the buyer pays on the provider’s page, or without a provider.',
    ),
});
export type LiveRoute = z.infer<typeof LiveRoute>;

/** What the live mode of an account can take now. */
export const LiveMethods = z.object({
  methods: z.array(LiveMethod),
  routes: z.array(LiveRoute).optional().describe('In order of preference. Earlier releases answer without it.'),
  entries: z
    .array(PageCardEntry)
    .default([])
    .describe('What pages show for `routes`, each once. Earlier releases answer without it.'),
  entry: PageCardEntry.nullable().describe(
    'For earlier releases: the field of the first route for cards in any currency. `null` if there is none.',
  ),
  wallets: z
    .array(PageWalletEntry)
    .default([])
    .describe(
      'For earlier releases: wallets whose first route in any currency has a button. Still earlier ones answer without it.',
    ),
});
export type LiveMethods = z.infer<typeof LiveMethods>;

const checkoutSessionId = z.string().describe('`cs_…`');
const intentVersion = z
  .int()
  .min(0)
  .describe(
    'Version of the payment intent, as on its events. Ignore any copy with a lower version. 0 if the session has no payment intent.',
  );
const sessionPayment = z.object({ paymentIntent: PaymentIntent.nullable(), objectVersion: intentVersion });
const savedMethodsOf = z
  .string()
  .nullish()
  .describe(
    "`cus_…`: the customer whose saved payment methods may be used. Only a customer set by the merchant's server; otherwise null.",
  );
const quickMs = 5_000;
const catalogCall = { from: ['checkout'], to: 'catalog', deadlineMs: quickMs } as const;
const customersCall = { from: ['checkout'], to: 'customers', deadlineMs: quickMs } as const;
const paymentsCall = { from: ['checkout'], to: 'payments', deadlineMs: quickMs } as const;

/** Every call to a service. Nothing else lists calls. */
export const calls = {
  getAccount: call({
    from: ['customers', 'checkout', 'payments', 'webhooks'],
    to: 'gateway',
    request: z.object({}),
    reply: AccountProfile,
    deadlineMs: quickMs,
    effect: false,
    description: 'Returns the account on whose behalf the service makes the call.',
  }),
  useSecondFactor: call({
    from: ['payments'],
    to: 'gateway',
    request: z.object({
      keyId: z.string().optional(),
      code: z.string().optional().describe('The header `Two-Factor-Code`.'),
      isRetry: z.boolean().describe('Also accepts the latest code that was accepted, while it is valid.'),
    }),
    reply: z.object({}),
    deadlineMs: quickMs,
    effect: false, // a code that was used is used
    description:
      'Requires the second factor of a live account for a change that could redirect money. `two_factor_required` without a valid code.',
  }),
  listLiveMailAccounts: call({
    from: ['webhooks'],
    to: 'gateway',
    request: z.object({}),
    reply: z.object({ accountIds: z.array(z.string()).describe('The first 20, oldest first.'), hasMore: z.boolean() }),
    deadlineMs: 2_000, // within that of a health report
    effect: false,
    description: 'Returns accounts that take live payments and have mail to buyers turned on.',
  }),
  listRevokedBusUsers: call({
    from: ['bus-keeper'],
    to: 'gateway',
    request: z.object({}),
    reply: z.object({ users: z.array(RevokedBusUser) }),
    deadlineMs: quickMs,
    effect: false,
    isPolled: true,
    description: 'Returns the revoked bus users whose credentials have not expired yet.',
  }),
  getCheckoutPrices: call({
    ...catalogCall,
    request: z.object({ priceIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({ prices: z.array(CheckoutPrice).describe('One for each requested ID, in the same order.') }),
    effect: false,
    description: 'Returns prices for line items. `resource_missing` if any of them does not exist.',
  }),
  reservePrices: call({
    ...catalogCall,
    request: z.object({ priceIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({
      prices: z
        .array(CheckoutPrice)
        .describe('One for each requested ID, in the same order, with amounts that can no longer change.'),
    }),
    effect: false, // reserving again changes nothing, so no key is needed
    description:
      'Fixes the amounts of prices before line items are written from them; `checkout.prices_used` then confirms the use. `resource_missing` if any of them does not exist.',
  }),
  createAdHocPrices: call({
    ...catalogCall,
    request: z.object({ items: z.array(PriceData).min(1).max(100) }),
    reply: z.object({ prices: z.array(CheckoutPrice).describe('In the order of the request.') }),
    effect: true,
    description: 'Creates a price, and a product if `productData` is given, for each `priceData` of a checkout.',
  }),
  findMissingEvidenceFiles: call({
    from: ['payments'],
    to: 'catalog',
    deadlineMs: quickMs,
    request: z.object({ fileIds: z.array(z.string()).min(1).max(maxEvidenceFiles) }),
    reply: z.object({ missing: z.array(z.string()) }),
    effect: false,
    description:
      'Returns those of the IDs that are no file that the account has uploaded in this mode for the evidence of a dispute.',
  }),
  findMissingProducts: call({
    ...catalogCall,
    request: z.object({ productIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({ missing: z.array(z.string()).describe('The IDs that do not belong to a product.') }),
    effect: false,
    description: 'Returns which of these products do not exist, for a coupon that applies to them only.',
  }),
  holdStock: call({
    ...catalogCall,
    request: z.object({
      holdId: z.string(),
      checkoutSessionId,
      items: z.array(z.object({ priceId: z.string(), quantity: z.int().min(1) })).min(1),
    }),
    reply: z.object({ holdId: z.string() }),
    effect: true,
    keyedBy: 'holdId',
    description: 'Reserves stock for a payment attempt: all items or none. `price_sold_out` if stock is insufficient.',
  }),
  releaseStock: call({
    ...catalogCall,
    request: z.object({ holdId: z.string() }),
    reply: z.object({ released: z.boolean().describe('False if there was nothing to release.') }),
    effect: true,
    keyedBy: 'holdId',
    description: 'Releases a stock hold. Has no effect on a hold that has already been sold.',
  }),
  resolveCustomer: call({
    ...customersCall,
    request: z.object({
      checkoutSessionId,
      customerId: z
        .string()
        .nullable()
        .describe('The customer chosen by the merchant, if any. The other details then only fill in missing fields.'),
      customerCreation: CustomerCreation,
      customerUpdate: CustomerUpdate,
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      address: Address.nullable(),
      shipping: Shipping.nullable(),
      cardFingerprint: z.string().nullable().describe('Fingerprint of the card used for this payment.'),
      earlierGuestId: z
        .string()
        .nullish()
        .describe('`cus_…`: the guest of an earlier attempt, for a buyer who still provides neither email nor phone.'),
      currency: Currency.describe('Currency of the payment; becomes the default currency of a new customer.'),
    }),
    reply: z.object({ customer: SessionCustomer }),
    effect: true,
    description: 'Finds the customer that these details belong to, or creates one, before the payment starts.',
  }),
  getCustomerSummary: call({
    ...customersCall,
    from: ['checkout', 'payments'],
    request: z.object({ customerId: z.string() }),
    reply: z.object({ customer: SessionCustomer }),
    effect: false,
    description: 'Returns a customer as shown on a session. `resource_missing` if it does not exist.',
  }),
  confirmPayment: call({
    from: ['checkout'],
    to: 'payments',
    request: z.object({
      checkoutSessionId,
      attempt: z.int().min(1).describe('Number of this confirm within the session, starting at 1.'),
      amount: Money.min(1),
      currency: Currency,
      customer: PaymentCustomer,
      captureMethod: CaptureMethod,
      confirmationMethod: ConfirmationMethod,
      amountDetails: AmountDetails,
      presentmentDetails: PresentmentDetails.nullish().describe('Set if the prices are in a different currency.'),
      feeTerms: FeeTerms.optional().describe(
        'The fee terms shown to the buyer. If absent, those of the account apply.',
      ),
      description: z.string().nullable(),
      receiptEmail: z.string().nullable(),
      shipping: shippingInput.nullable(),
      metadata: Metadata,
      returnUrl: z.string().nullable(),
      merchantOrigin: z.string().nullable().describe('Origin of the page on which the buyer paid.'),
      geocoding: Geocoding.nullable().optional().describe('Where the buyer is, if it is known.'),
      holdId: z.string().nullable().describe('ID of the stock hold of this attempt.'),
      sessionExpiresAt: Timestamp.describe('If an attempt is declined after this time, the payment is canceled.'),
      paymentMethodTypes: z
        .array(PaymentMethodType)
        .optional()
        .describe('Accepted payment method types. If absent, all types are accepted.'),
      paymentMethod: PaymentMethodInput,
      savedMethodsOf,
      link: z
        .object({
          paymentLinkId: z.string(),
          network: z.string().describe("The buyer's address, or its IPv6 network."),
        })
        .optional()
        .describe('The payment link of the session. Confirms are limited per link and network.'),
    }),
    reply: z.object({ paymentIntent: PaymentIntent, objectVersion: intentVersion }),
    deadlineMs: 22_000, // within the 25 s that the gateway grants a confirm
    effect: true,
    description:
      'Creates the payment intent of a session, or reuses the existing one, and confirms it. A decline is a reply, not an error.',
  }),
  getPaymentMethodConfiguration: call({
    ...paymentsCall,
    request: z.object({
      id: z.string().nullable().describe('`pmc_…`; `null` for the default configuration.'),
      usedBy: z
        .object({
          id: z.string().describe('`cs_…` or `plink_…`'),
          until: Timestamp.nullable().describe('When the use ends. `null` means never.'),
        })
        .nullable()
        .describe('The session or payment link that uses the configuration. `null` if it is only being read.'),
    }),
    reply: z.object({ configuration: PaymentMethodConfiguration }),
    effect: false, // marking again changes nothing, so no key is needed
    description:
      'Returns the payment methods to offer and marks the configuration as used, so that it cannot be deleted meanwhile. `resource_missing` if it does not exist.',
  }),
  describeCardBin: call({
    ...paymentsCall,
    request: z.object({ cardBin: z.string().describe('The first 6 to 8 digits of the card number.') }),
    reply: z.object({ cardInfo: CardInfo.nullable().describe('`null` if the card is unknown.') }),
    effect: false,
    description: 'Returns the card details that the fee schedule depends on, while the buyer types the number.',
  }),
  getLiveMethods: call({
    ...paymentsCall,
    from: ['checkout', 'gateway'],
    request: z.object({}),
    reply: LiveMethods,
    effect: false,
    description:
      'Returns the payment methods that the live mode of the account can take now, and the provider’s card field.',
  }),
  describePaymentMethod: call({
    ...paymentsCall,
    request: z.object({
      paymentMethod: PaymentMethodInput,
      email: z.string().nullable(),
      phone: z.string().nullable(),
      country: z.string().describe('Country of the account, ISO 3166-1 alpha-2.'),
      currency: Currency.optional().describe(
        'Of the payment: in live mode it decides which provider describes the method. Earlier releases leave it out.',
      ),
      savedMethodsOf,
    }),
    reply: z.object({
      paymentMethodType: PaymentMethodType,
      cardInfo: CardInfo.nullable(),
      cardFingerprint: z.string().nullish().describe('Identical for the same card within one account.'),
    }),
    deadlineMs: 10_000, // in live mode this calls the provider
    effect: false,
    description:
      'Returns the details of a payment method that the fee schedule depends on, and its card fingerprint. Rejects what `confirmPayment` would reject.',
  }),
  savePaymentMethod: call({
    ...paymentsCall,
    request: z.object({
      checkoutSessionId,
      customerId: z.string().describe('`cus_…`'),
      paymentMethod: PaymentMethodInput,
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    reply: z.object({ paymentMethodId: z.string().describe('`pm_…`') }),
    effect: true,
    description:
      'Saves a card for a customer; test mode only. A card that the customer has already saved keeps its ID. `payment_method_corrupted` if the issuer declines it.',
  }),
  lockExchangeRate: call({
    ...paymentsCall,
    from: ['checkout', 'gateway'],
    request: z.object({
      base: Currency.describe('Currency of the prices.'),
      quote: Currency.describe('Currency in which payments are processed.'),
    }),
    reply: z.object({ exchangeRate: ExchangeRate }),
    effect: false, // a rate never changes, and the caller keeps its id
    description:
      'Returns the exchange rate that a checkout in another currency keeps for its lifetime. `exchange_rate_not_found` if there is no rate or it is stale.',
  }),
  getSessionPayment: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: false,
    description: 'Returns the payment intent of a session, or null before the first confirm.',
  }),
  closeAttempt: call({
    ...paymentsCall,
    request: z.object({
      checkoutSessionId,
      attempt: z.int().min(1).describe('This attempt and all before it are closed.'),
    }),
    reply: sessionPayment,
    effect: true,
    keyedBy: 'checkoutSessionId',
    description:
      'Closes the attempts of a session up to this one for good, and returns its payment intent: a `confirmPayment` with a number that is not higher is refused from then on, unless it started before.',
  }),
  countOpenPayments: call({
    from: ['customers'],
    to: 'payments',
    deadlineMs: quickMs,
    request: z.object({ customerId: z.string() }),
    reply: z.object({ openPayments: z.int().min(0) }),
    effect: false,
    description:
      "Returns the number of a customer's payments that are undecided, authorized and not captured, or have a refund or a dispute that has not ended.",
  }),
  composePaymentMail: call({
    from: ['webhooks'],
    to: 'payments',
    deadlineMs: quickMs,
    request: z.object({
      template: MailTemplate.exclude(['checkout_recovery']),
      aboutId: z.string().describe('`ch_…` or `re_…`: what the mail is about.'),
    }),
    reply: PaymentMailReply,
    effect: false,
    description: 'Returns what a mail about a payment or refund says, as things are now.',
  }),
  composeCheckoutMail: call({
    from: ['webhooks'],
    to: 'checkout',
    deadlineMs: quickMs,
    request: z.object({ checkoutSessionId }),
    reply: CheckoutMailContent,
    effect: false,
    description:
      'Returns what a mail says about a checkout session, and where it can be recovered. `resource_missing` if it does not exist.',
  }),
  getOrderSummary: call({
    from: ['payments'],
    to: 'checkout',
    deadlineMs: 2_000, // a buyer waits, and the receipt is shown without items rather than late
    request: z.object({ checkoutSessionId }),
    reply: OrderSummary,
    effect: false,
    description: 'Returns what a checkout session sold, for its receipt. `resource_missing` if it does not exist.',
  }),
  ...testModeCalls,
  ...operatorCalls,
  ...idempotencyCalls,
  cancelSessionPayment: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: true,
    description:
      'Cancels the payment intent of a session, if it has one. `payment_still_confirming` while an attempt is undecided.',
  }),
  abandonSessionAttempt: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: true,
    description:
      'Abandons an attempt that is waiting for the buyer because the order has changed; the payment intent can then be confirmed again. `payment_still_confirming` while the attempt is undecided, `resource_invalid_state` if the payment is already completed or canceled.',
  }),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** The calls that a service answers. */
export type CallsTo<S extends string> = { [N in CallName as Calls[N]['to'] extends S ? N : never]: Calls[N] };
