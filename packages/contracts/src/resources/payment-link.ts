import { z } from 'zod';
import { cuttable, truncatedNames } from '../bounds.ts';
import { Currency, CustomerCreation, SubmitType } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';
import { BrandingSettings } from './branding-settings.ts';
import { CustomField } from './custom-field.ts';
import { LineItem } from './line-item.ts';
import { AfterCompletion, FeeConfig } from './session-settings.ts';

/** A URL to share: every buyer who opens it gets a checkout of these lines. */
export const PaymentLink = z
  .object({
    id: z.string().describe('`plink_…`'),
    object: z.literal('payment_link'),
    merchantId: z.string().describe('`acct_…`'),
    active: z.boolean().describe('If false, the link does not create new checkouts.'),
    expiresAt: Timestamp.nullable().describe(
      'From this time on, the link does not create new checkouts. `null` means never.',
    ),
    maxCompletions: z
      .int()
      .nullable()
      .describe('Number of completed checkouts after which the link creates no new ones.'),
    url: z.string().describe('The URL to share.'),
    currency: Currency,
    computedAmount: Money.describe(
      'Sum of the lines. A CUSTOM price counts with its preset amount, or with its minimum if it has none.',
    ),
    submitType: SubmitType,
    customerCreation: CustomerCreation,
    afterCompletion: AfterCompletion,
    lineItems: cuttable(z.array(LineItem), 'first'),
    customFields: z.array(CustomField),
    allowPromotionCodes: z.boolean(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    feeConfig: FeeConfig.omit({ source: true }),
    brandingSettings: BrandingSettings,
    paymentMethodConfigurationId: z.string().optional().describe('`pmc_…`'),
    metadata: Metadata.describe('Copied to every session created from the link.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    truncated: truncatedNames,
  })
  .meta({
    id: 'PaymentLink',
    description: 'A URL that you can share. Every buyer who opens it gets a separate checkout.',
  });
export type PaymentLink = z.infer<typeof PaymentLink>;

/** A payment link in a list. */
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
  truncated: true,
})
  .extend({ successfulTransactions: z.int().min(0).describe('Number of completed and paid sessions of the link.') })
  .meta({ id: 'PaymentLinkListItem', description: 'A payment link in a list.' });
export type PaymentLinkListItem = z.infer<typeof PaymentLinkListItem>;
