import { z } from 'zod';
import { Currency, SubmitType } from '../enums.ts';
import { Metadata, reference, timestampInput } from '../primitives.ts';
import { afterCompletionInput, CreateCheckoutSession } from './create-checkout-session.ts';
import { maxCompletionsInput } from './create-payment-link.ts';
import { customFieldChanges } from './custom-field-input.ts';
import { feeConfigInput } from './fee-config-input.ts';
import { lineItemChanges } from './line-item-change.ts';
import { brandingChange } from './update-checkout-session.ts';

const session = CreateCheckoutSession.shape;

/** The body of PATCH /payment-links/{id}. Checkouts that have begun stay as they are. */
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
