import { z } from 'zod';
import { Currency, SubmitType } from '../enums.ts';
import { Metadata, reference, requestBody, timestampInput } from '../primitives.ts';
import {
  CreateCheckoutSession,
  lineItemsInput,
  afterCompletionInput,
  brandingChange,
} from './checkout-session-input.ts';
import { customFieldChanges } from './custom-field-input.ts';
import { feeConfigInput } from './fee-config-input.ts';
import { lineItemChanges } from './line-item-input.ts';

const session = CreateCheckoutSession.shape;

/** Number of completed checkouts after which the link creates no new ones. */
export const maxCompletionsInput = z.int().min(1).max(1_000_000_000);

/**
 * The body of POST /payment-links: what every checkout of the link starts with.
 */
export const CreatePaymentLink = requestBody('CreatePaymentLink', 'A payment link to create.', {
  lineItems: lineItemsInput,
  currency: Currency.optional().describe('Must be the currency of the line items.'),
  active: z.boolean().default(true),
  expiresAt: timestampInput.nullish().describe('Must be in the future. `null` means never.'),
  maxCompletions: maxCompletionsInput
    .nullish()
    .describe('Number of completed checkouts after which the link creates no new ones.'),
  submitType: SubmitType.default('PAY'),
  customerCreation: session.customerCreation,
  afterCompletion: session.afterCompletion,
  customFields: session.customFields,
  allowPromotionCodes: session.allowPromotionCodes,
  nameCollection: session.nameCollection,
  billingAddressCollection: session.billingAddressCollection,
  shippingAddressCollection: session.shippingAddressCollection,
  phoneNumberCollection: session.phoneNumberCollection,
  feeConfig: session.feeConfig,
  brandingSettings: session.brandingSettings,
  paymentMethodConfigurationId: session.paymentMethodConfigurationId,
  metadata: session.metadata,
});
export type CreatePaymentLink = z.infer<typeof CreatePaymentLink>;

/** The body of PATCH /payment-links/{id}. Existing checkouts do not change. */
export const UpdatePaymentLink = z
  .strictObject({
    lineItems: lineItemChanges,
    currency: Currency.describe('Must be the currency of the line items. Change it together with all of them.'),
    active: z.boolean(),
    expiresAt: timestampInput.nullable().describe('Must be in the future. `null` means never.'),
    maxCompletions: maxCompletionsInput.nullable(),
    submitType: SubmitType,
    customerCreation: session.customerCreation.unwrap(),
    afterCompletion: afterCompletionInput.describe('Replaces the current setting.'),
    customFields: customFieldChanges,
    allowPromotionCodes: session.allowPromotionCodes.unwrap(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    brandingSettings: brandingChange.nullable(),
    paymentMethodConfigurationId: reference('pmc').nullable().describe('`null` means the default configuration.'),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    feeConfig: feeConfigInput.describe('Fields that you omit keep their values.'),
  })
  .partial()
  .meta({ id: 'UpdatePaymentLink', description: 'Changes to a payment link.' });
export type UpdatePaymentLink = z.infer<typeof UpdatePaymentLink>;
