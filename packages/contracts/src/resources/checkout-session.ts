import { z } from 'zod';
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
import { Metadata, Money, Timestamp } from '../primitives.ts';
import { Address, BillingDetails, Shipping } from './address.ts';
import { BrandingSettings } from './branding-settings.ts';
import { CustomField } from './custom-field.ts';
import { Discount } from './discount.ts';
import { LineItem } from './line-item.ts';
import { SessionPaymentIntent } from './payment-intent.ts';
import { SessionPresentmentDetails } from './presentment-details.ts';
import { AfterCompletion, CustomerUpdate, FeeConfig, SessionFees, SessionPaymentMethod } from './session-settings.ts';

/** What the total of a session is made of beside the items. */
export const TotalDetails = z
  .object({
    amountDiscount: Money,
    amountTax: Money,
    amountShipping: Money.optional(),
    amountPlatformFee: Money.optional().describe('Only when the buyer pays the fee.'),
    amountCollectedVat: Money.optional().describe('Only when VAT is added.'),
  })
  .meta({ id: 'TotalDetails', description: 'What the total of a session is made of beside the items.' });
export type TotalDetails = z.infer<typeof TotalDetails>;

/** The customer of a session. */
export const SessionCustomer = z
  .object({
    id: z.string().describe('`cus_…`'),
    type: CustomerType,
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    address: Address.optional(),
    shipping: Shipping.optional(),
    metadata: Metadata,
  })
  .meta({ id: 'SessionCustomer', description: 'The customer of a session.' });
export type SessionCustomer = z.infer<typeof SessionCustomer>;

/** What the buyer, or the merchant beforehand, said about the buyer. */
export const CustomerDetails = z
  .object({
    name: z.string().nullish(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    billingDetails: BillingDetails.nullish(),
    shipping: Shipping.nullish(),
  })
  .meta({ id: 'CustomerDetails', description: 'What was said about the buyer.' });
export type CustomerDetails = z.infer<typeof CustomerDetails>;

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
    currency: Currency.describe('All amounts below are in it.'),
    amountSubtotal: Money.describe('Sum of the items before discount.'),
    amountTotal: Money.describe('What the buyer pays.'),
    totalDetails: TotalDetails,
    presentmentDetails: SessionPresentmentDetails.optional().describe('Only when priced in another currency.'),
    afterCompletion: AfterCompletion,
    cancelUrl: z.string().optional(),
    url: z.string().describe('The page to send the buyer to.'),
    clientSecret: z.string().describe('For the page in the browser.'),
    expiresAt: Timestamp,
    isExpired: z.boolean().describe('Render from this, not from `expiresAt` and a local clock.'),
    customerId: z.string().optional().describe('`cus_…`'),
    customer: SessionCustomer.optional(),
    customerDetails: CustomerDetails.optional(),
    paymentIntentId: z.string().optional().describe('`pi_…`'),
    paymentMethodId: z
      .string()
      .optional()
      .describe('`pm_…` that a session of mode `setup` saved for its customer. Only once it is complete.'),
    paymentIntent: SessionPaymentIntent.nullable(),
    lineItems: z.array(LineItem),
    lineItemsTruncated: z.literal(true).optional().describe('In an event: the items did not fit; read the session.'),
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
    paymentMethodTypes: z.array(SessionPaymentMethod),
    paymentMethodConfigurationId: z.string().optional().describe('`pmc_…`'),
    fees: SessionFees.optional().describe('Only once a method is chosen.'),
    customerUpdate: CustomerUpdate,
    metadata: Metadata,
    merchantId: z.string().describe('`acct_…`'),
    merchantName: z.string(),
    merchantLogo: z.string().optional().describe('URL.'),
    paymentLinkId: z.string().optional().describe('`plink_…`'),
    recoveryUrl: z
      .string()
      .optional()
      .describe(
        'Opens a copy of this checkout: once its time has come, or its payment has failed, for 30 days. Not when the merchant expired it.',
      ),
    livemode: z.boolean(),
  })
  .meta({ id: 'CheckoutSession', description: 'One checkout: what is bought, by whom, and the page to pay it.' });
export type CheckoutSession = z.infer<typeof CheckoutSession>;
