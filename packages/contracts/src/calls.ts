import { z } from 'zod';
import { call } from './call.ts';
import { testModeCalls } from './calls/test-mode-calls.ts';
import { idempotencyCalls } from './calls/idempotency-calls.ts';
import { upkeepCalls } from './calls/upkeep-calls.ts';
import { Currency, CustomerCreation, PaymentMethodType } from './enums.ts';
import { CaptureMethod, ConfirmationMethod } from './payment-enums.ts';
import { Metadata, Money, Timestamp } from './primitives.ts';
import { shippingInput } from './requests/address-input.ts';
import { PriceData } from './requests/line-item-input.ts';
import { PaymentMethodInput } from './requests/payment-method-input.ts';
import { AccountProfile } from './resources/account.ts';
import { Address, Shipping } from './resources/address.ts';
import { CardEntry } from './resources/card-entry.ts';
import { SessionCustomer } from './resources/checkout-session.ts';
import { ExchangeRate } from './resources/exchange-rate.ts';
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
  available: z.int().nullable().describe('Pieces that can still be sold: stock less holds; null is unlimited.'),
  isUsed: z.boolean().describe('A line item is known to have been made from it, so that what it costs stays.'),
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

const checkoutSessionId = z.string().describe('`cs_…`');
const intentVersion = z
  .int()
  .min(0)
  .describe('Version of the intent, as on its events: whoever keeps a copy drops what is older. 0 without an intent.');
const sessionPayment = z.object({ paymentIntent: PaymentIntent.nullable(), objectVersion: intentVersion });
const savedMethodsOf = z
  .string()
  .nullish()
  .describe("`cus_…` whose saved methods may pay: the customer that the merchant's server chose; else nobody's.");
const quickMs = 5_000;
const catalogCall = { from: ['checkout'], to: 'catalog', deadlineMs: quickMs } as const;
const customersCall = { from: ['checkout'], to: 'customers', deadlineMs: quickMs } as const;
const paymentsCall = { from: ['checkout'], to: 'payments', deadlineMs: quickMs } as const;

/** Every question that one service asks another. Nothing else lists calls. */
export const calls = {
  getAccount: call({
    from: ['catalog', 'customers', 'checkout', 'payments', 'webhooks'],
    to: 'gateway',
    request: z.object({}),
    reply: AccountProfile,
    deadlineMs: quickMs,
    effect: false,
    description: 'The account on whose behalf the service asks.',
  }),
  getCheckoutPrices: call({
    ...catalogCall,
    request: z.object({ priceIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({ prices: z.array(CheckoutPrice).describe('In the order asked, one for each id.') }),
    effect: false,
    description: 'Prices for a line item. `resource_missing` when one is unknown.',
  }),
  reservePrices: call({
    ...catalogCall,
    request: z.object({ priceIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({ prices: z.array(CheckoutPrice).describe('In the order asked, as they are from now on.') }),
    effect: false, // reserving again changes nothing, so no key is needed
    description:
      'Keeps what prices cost for line items that are about to be written: `checkout.prices_used` then says that they were. `resource_missing` when one is unknown.',
  }),
  createAdHocPrices: call({
    ...catalogCall,
    request: z.object({ items: z.array(PriceData).min(1).max(100) }),
    reply: z.object({ prices: z.array(CheckoutPrice).describe('In the order given.') }),
    effect: true,
    description: 'Creates a price, and a product where `productData` asks for it, for each `priceData` of a checkout.',
  }),
  findMissingProducts: call({
    ...catalogCall,
    request: z.object({ productIds: z.array(z.string()).min(1).max(100) }),
    reply: z.object({ missing: z.array(z.string()).describe('Those of the ids that are no products.') }),
    effect: false,
    description: 'Which of these products do not exist, for a coupon that is limited to them.',
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
    description: 'Keeps pieces for a payment attempt, all or none. `price_sold_out` when there are too few.',
  }),
  releaseStock: call({
    ...catalogCall,
    request: z.object({ holdId: z.string() }),
    reply: z.object({ released: z.boolean().describe('False when there was nothing left to release.') }),
    effect: true,
    keyedBy: 'holdId',
    description: 'Gives the pieces of a hold back. A hold that became a sale stays one.',
  }),
  resolveCustomer: call({
    ...customersCall,
    request: z.object({
      checkoutSessionId,
      customerId: z.string().nullable().describe('When the merchant chose one; the details then only fill gaps.'),
      customerCreation: CustomerCreation,
      customerUpdate: CustomerUpdate,
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      address: Address.nullable(),
      shipping: Shipping.nullable(),
      cardFingerprint: z.string().nullable().describe('Of the card that is about to pay.'),
      earlierGuestId: z
        .string()
        .nullish()
        .describe('`cus_…`: the guest of an earlier attempt, whose buyer still gives no e-mail and no phone.'),
      currency: Currency.describe('Of the payment; becomes the default of a new customer.'),
    }),
    reply: z.object({ customer: SessionCustomer }),
    effect: true,
    description: 'Finds the customer whom these details belong to, or creates one, before the payment begins.',
  }),
  getCustomerSummary: call({
    ...customersCall,
    from: ['checkout', 'payments'],
    request: z.object({ customerId: z.string() }),
    reply: z.object({ customer: SessionCustomer }),
    effect: false,
    description: 'A customer as a session shows it. `resource_missing` when it is unknown.',
  }),
  confirmPayment: call({
    from: ['checkout'],
    to: 'payments',
    request: z.object({
      checkoutSessionId,
      attempt: z.int().min(1).describe('Confirm number of the session.'),
      amount: Money.min(1),
      currency: Currency,
      customer: PaymentCustomer,
      captureMethod: CaptureMethod,
      confirmationMethod: ConfirmationMethod,
      amountDetails: AmountDetails,
      presentmentDetails: PresentmentDetails.nullish().describe('When the prices are in another currency.'),
      feeTerms: FeeTerms.optional().describe(
        'What the buyer was told that the payment costs; else what the account has.',
      ),
      description: z.string().nullable(),
      receiptEmail: z.string().nullable(),
      shipping: shippingInput.nullable(),
      metadata: Metadata,
      returnUrl: z.string().nullable(),
      merchantOrigin: z.string().nullable().describe('Origin of the page that took the payment.'),
      holdId: z.string().nullable().describe('Stock held for this attempt.'),
      sessionExpiresAt: Timestamp.describe('A decline after it ends the payment.'),
      paymentMethodTypes: z
        .array(PaymentMethodType)
        .optional()
        .describe('What may be paid with; anything when absent.'),
      paymentMethod: PaymentMethodInput,
      savedMethodsOf,
    }),
    reply: z.object({ paymentIntent: PaymentIntent, objectVersion: intentVersion }),
    deadlineMs: 22_000, // within the 25 s that the gateway grants a confirm
    effect: true,
    description:
      'Creates the payment intent of a session, or takes the one it has, and confirms it. A decline is a reply, not an error.',
  }),
  getPaymentMethodConfiguration: call({
    ...paymentsCall,
    request: z.object({
      id: z.string().nullable().describe('`pmc_…`; null for the default one.'),
      usedBy: z
        .object({
          id: z.string().describe('`cs_…`'),
          until: Timestamp.nullable().describe('When that ends by itself; null: never.'),
        })
        .nullable()
        .describe('What is made with it; null: it is only looked at.'),
    }),
    reply: z.object({ configuration: PaymentMethodConfiguration }),
    effect: false, // marking again changes nothing, so no key is needed
    description:
      'Which ways to pay to offer. Marks the configuration as used, so that it is not deleted meanwhile. `resource_missing` when it is unknown.',
  }),
  describeCardBin: call({
    ...paymentsCall,
    request: z.object({ cardBin: z.string().describe('The first 6 to 8 digits.') }),
    reply: z.object({ cardInfo: CardInfo.nullable().describe('Null for a card that nobody knows.') }),
    effect: false,
    description: 'What the fee schedule asks about a card, while its buyer types the number.',
  }),
  getCardEntry: call({
    ...paymentsCall,
    request: z.object({}),
    reply: z.object({ entry: PageCardEntry.nullable().describe('Null in test mode, and without a provider.') }),
    effect: false,
    description: 'In which field of the provider the buyers of this account type their cards.',
  }),
  describePaymentMethod: call({
    ...paymentsCall,
    request: z.object({
      paymentMethod: PaymentMethodInput,
      email: z.string().nullable(),
      phone: z.string().nullable(),
      country: z.string().describe('Of the account, ISO 3166-1 alpha-2.'),
      savedMethodsOf,
    }),
    reply: z.object({
      paymentMethodType: PaymentMethodType,
      cardInfo: CardInfo.nullable(),
      cardFingerprint: z.string().nullish().describe('The same for the same card within one account.'),
    }),
    deadlineMs: 10_000, // in live mode the provider is asked
    effect: false,
    description:
      'What the fee schedule asks about a payment method that is about to pay, and which card it is. Refuses what `confirmPayment` would.',
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
      'Saves a card for a customer, in test mode. A card that the customer has saved before keeps its id. `payment_method_corrupted` when its issuer declines it.',
  }),
  lockExchangeRate: call({
    ...paymentsCall,
    from: ['checkout', 'gateway'],
    request: z.object({
      base: Currency.describe('What prices are in.'),
      quote: Currency.describe('What is processed.'),
    }),
    reply: z.object({ exchangeRate: ExchangeRate }),
    effect: false, // the rate stays as it is for ever; who asks keeps its id
    description:
      'The rate that a checkout in another currency is priced with for its whole life. `exchange_rate_not_found` when there is none or it is stale.',
  }),
  getSessionPayment: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: false,
    description: 'The payment intent of a session, null before the first confirm.',
  }),
  countOpenPayments: call({
    from: ['customers'],
    to: 'payments',
    deadlineMs: quickMs,
    request: z.object({ customerId: z.string() }),
    reply: z.object({ openPayments: z.int().min(0) }),
    effect: false,
    description: 'How many payments of a customer are undecided, or authorised and not captured.',
  }),
  ...testModeCalls,
  ...upkeepCalls,
  ...idempotencyCalls,
  cancelSessionPayment: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: true,
    description: 'Cancels the payment intent of a session, if it has one. `payment_still_confirming` while undecided.',
  }),
  abandonSessionAttempt: call({
    ...paymentsCall,
    request: z.object({ checkoutSessionId }),
    reply: sessionPayment,
    effect: true,
    description:
      'Gives up the attempt that waits for the buyer, because the order has changed: the intent takes another. `payment_still_confirming` while undecided, `resource_invalid_state` when it is over.',
  }),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** The calls that a service answers. */
export type CallsTo<S extends string> = { [N in CallName as Calls[N]['to'] extends S ? N : never]: Calls[N] };
