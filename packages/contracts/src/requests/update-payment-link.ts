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
    currency: Currency.describe('Must equal the currency of the line items; changes with all of them.'),
    active: z.boolean(),
    expiresAt: timestampInput.nullable().describe('In the future; null is never.'),
    maxCompletions: maxCompletionsInput.nullable(),
    submitType: SubmitType,
    customerCreation: session.customerCreation.unwrap(),
    afterCompletion: afterCompletionInput.describe('Replaces what there was.'),
    customFields: customFieldChanges,
    allowPromotionCodes: session.allowPromotionCodes.unwrap(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    brandingSettings: brandingChange.nullable(),
    paymentMethodConfigurationId: reference('pmc').nullable().describe('null: the default configuration.'),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    feeConfig: feeConfigInput.describe('What is left out stays.'),
  })
  .partial()
  .meta({ id: 'UpdatePaymentLink', description: 'What to change about a payment link.' });
export type UpdatePaymentLink = z.infer<typeof UpdatePaymentLink>;
