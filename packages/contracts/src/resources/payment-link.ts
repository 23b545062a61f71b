import { z } from 'zod';
import { Currency, CustomerCreation, SubmitType } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';
import { BrandingSettings } from './branding-settings.ts';
import { CustomField } from './custom-field.ts';
import { LineItem } from './line-item.ts';
import { AfterCompletion, FeeConfig } from './session-settings.ts';

/** An address to share: everybody who opens it gets a checkout of these lines. */
export const PaymentLink = z
  .object({
    id: z.string().describe('`plink_…`'),
    object: z.literal('payment_link'),
    merchantId: z.string().describe('`acct_…`'),
    active: z.boolean().describe('False: nobody can begin a checkout.'),
    expiresAt: Timestamp.nullable().describe('Nobody can begin a checkout from then on; null is never.'),
    maxCompletions: z.int().nullable().describe('Completed checkouts after which no further one begins.'),
    url: z.string().describe('The page to share.'),
    currency: Currency,
    computedAmount: Money.describe('Sum of the lines; a CUSTOM price counts with its preset, else its minimum.'),
    submitType: SubmitType,
    customerCreation: CustomerCreation,
    afterCompletion: AfterCompletion,
    lineItems: z.array(LineItem),
    customFields: z.array(CustomField),
    allowPromotionCodes: z.boolean(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    feeConfig: FeeConfig.omit({ source: true }),
    brandingSettings: BrandingSettings,
    paymentMethodConfigurationId: z.string().optional().describe('`pmc_…`'),
    metadata: Metadata.describe('Copied to every session that begins at the link.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'PaymentLink', description: 'An address to share: everybody who opens it gets a checkout of its own.' });
export type PaymentLink = z.infer<typeof PaymentLink>;

/** A payment link inside a list. */
export const PaymentLinkListItem = PaymentLink.pick({
  id: true,
  merchantId: true,
  active: true,
  expiresAt: true,
  currency: true,
  computedAmount: true,
  submitType: true,
  afterCompletion: true,
  lineItems: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ successfulTransactions: z.int().min(0).describe('Completed sessions of the link that were paid.') })
  .meta({ id: 'PaymentLinkListItem', description: 'A payment link inside a list.' });
export type PaymentLinkListItem = z.infer<typeof PaymentLinkListItem>;
