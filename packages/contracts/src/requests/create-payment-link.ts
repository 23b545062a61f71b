import { z } from 'zod';
import { Currency, SubmitType } from '../enums.ts';
import { timestampInput } from '../primitives.ts';
import { CreateCheckoutSession, lineItemsInput } from './create-checkout-session.ts';

const session = CreateCheckoutSession.shape;

/** Number of completed checkouts after which the link creates no new ones. */
export const maxCompletionsInput = z.int().min(1).max(1_000_000_000);

/**
 * The body of POST /payment-links: what every checkout of the link begins with.
 */
export const CreatePaymentLink = z
  .strictObject({
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
  })
  .meta({ id: 'CreatePaymentLink', description: 'A payment link to create.' });
export type CreatePaymentLink = z.infer<typeof CreatePaymentLink>;
