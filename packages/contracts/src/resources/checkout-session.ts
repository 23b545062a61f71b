import { z } from 'zod';
import { cuttable, nullInEvents, truncatedNames, urlWithoutFragment } from '../bounds.ts';
import {
  Currency,
  CustomerCreation,
  CustomerType,
  PaymentStatus,
  SessionMode,
  SessionStatus,
  SubmitType,
  UiMode,
} from '../enums.ts';
import { Metadata, Money, namedObject, Timestamp } from '../primitives.ts';
import { Address, BillingDetails, Shipping } from './address.ts';
import { BrandingSettings } from './branding-settings.ts';
import { CustomField } from './custom-field.ts';
import { Discount } from './discount.ts';
import { LineItem } from './line-item.ts';
import { EventSessionPaymentIntent, SessionPaymentIntent } from './payment-intent.ts';
import { SessionPresentmentDetails } from './presentment-details.ts';
import { AfterCompletion, CustomerUpdate, FeeConfig, SessionFees, SessionPaymentMethod } from './session-settings.ts';

export const TotalDetails = namedObject('TotalDetails', "The components of a session's total other than its items.", {
  amountDiscount: Money,
  amountTax: Money,
  amountShipping: Money.optional(),
  amountPlatformFee: Money.optional().describe('Present only if the buyer pays the fee.'),
  amountCollectedVat: Money.optional().describe('Present only if VAT is added.'),
});
export type TotalDetails = z.infer<typeof TotalDetails>;

export const SessionCustomer = namedObject('SessionCustomer', 'The customer of a checkout session.', {
  id: z.string().describe('`cus_…`'),
  type: CustomerType,
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address: Address.optional(),
  shipping: Shipping.optional(),
  metadata: Metadata,
});
export type SessionCustomer = z.infer<typeof SessionCustomer>;

/** What the buyer, or the merchant beforehand, said about the buyer. */
export const CustomerDetails = namedObject('CustomerDetails', 'Details given about the buyer.', {
  name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  billingDetails: BillingDetails.nullish(),
  shipping: Shipping.nullish(),
});
export type CustomerDetails = z.infer<typeof CustomerDetails>;

const recoveredFrom =
  '`cs_…`: the session that this one was copied from when its buyer opened a `recoveryUrl`. For a copy of a copy, the first session. `null` if it is not a copy.';

/** One checkout: what is bought, by whom, and the page where it is paid. */
export const CheckoutSession = z
  .object({
    id: z.string().describe('`cs_test_…` or `cs_live_…`'),
    object: z.literal('checkout.session'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    mode: SessionMode,
    uiMode: UiMode,
    submitType: SubmitType,
    customerCreation: CustomerCreation,
    status: SessionStatus,
    paymentStatus: PaymentStatus,
    currency: Currency.describe('Currency of all amounts below.'),
    amountSubtotal: Money.describe('Sum of the items before discounts.'),
    amountTotal: Money.describe('The amount that the buyer pays.'),
    totalDetails: TotalDetails,
    presentmentDetails: SessionPresentmentDetails.optional().describe(
      'Present only if the prices are in another currency.',
    ),
    afterCompletion: AfterCompletion,
    cancelUrl: z.string().optional(),
    url: z.string().describe('The page to redirect the buyer to.'),
    clientSecret: z.string().describe("Authorizes the buyer's browser. Do not log it."),
    expiresAt: Timestamp,
    isExpired: z.boolean().describe('Use this instead of comparing `expiresAt` with a local clock.'),
    customerId: z.string().optional().describe('`cus_…`'),
    customer: SessionCustomer.optional(),
    customerDetails: CustomerDetails.optional(),
    paymentIntentId: z.string().optional().describe('`pi_…`'),
    paymentMethodId: z
      .string()
      .optional()
      .describe(
        '`pm_…`: the payment method that a session of mode `setup` saved for its customer. Present only when the session is complete.',
      ),
    paymentIntent: SessionPaymentIntent.nullable(),
    lineItems: cuttable(z.array(LineItem), 'first'),
    customFields: z.array(CustomField),
    discounts: z.array(Discount),
    allowPromotionCodes: z.boolean(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    feeConfig: FeeConfig,
    brandingSettings: BrandingSettings,
    locale: z.string().describe('`auto` or a BCP 47 tag such as `ar-EG`.'),
    displayLocale: z
      .string()
      .optional()
      .describe(
        'The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available in that language. `auto` follows the browser of the buyer.',
      ),
    paymentMethodTypes: z.array(SessionPaymentMethod),
    paymentMethodConfigurationId: z.string().optional().describe('`pmc_…`'),
    fees: SessionFees.optional().describe('Present only after the buyer has chosen a method.'),
    customerUpdate: CustomerUpdate,
    metadata: Metadata,
    merchantId: z.string().describe('`acct_…`'),
    merchantName: z.string(),
    merchantLogo: z.string().optional().describe('URL.'),
    paymentLinkId: z.string().optional().describe('`plink_…`'),
    recoveredFrom: z.string().nullable().describe(recoveredFrom),
    recoveryUrl: z
      .string()
      .optional()
      .describe(
        'Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant expired it, or has received a part of its payment, as of a transfer.',
      ),
    livemode: z.boolean(),
    truncated: truncatedNames,
  })
  .meta({ id: 'CheckoutSession', description: 'A checkout: the items, the customer, and the page to pay on.' });
export type CheckoutSession = z.infer<typeof CheckoutSession>;

/** A checkout session as events have it. */
export const EventCheckoutSession = CheckoutSession.extend({
  url: urlWithoutFragment('The page to redirect the buyer to.'),
  clientSecret: nullInEvents,
  // Events of version 0.2 do not have it.
  recoveredFrom: z.string().nullable().default(null).describe(recoveredFrom),
  recoveryUrl: urlWithoutFragment('Opens a copy of this checkout.').optional(),
  paymentIntent: EventSessionPaymentIntent.nullable(),
}).meta({
  id: 'EventCheckoutSession',
  description: 'A checkout session as events have it: without what authorizes its buyer.',
});
export type EventCheckoutSession = z.infer<typeof EventCheckoutSession>;
