import { z } from 'zod';
import { Currency, PaymentMethodType, SessionMode, SubmitType, UiMode } from '../enums.ts';
import { ConfirmationMethod } from '../payment-enums.ts';
import { emailInput, Metadata, reference, text } from '../primitives.ts';
import { BrandingInput } from '../resources/branding-settings.ts';
import { CustomerUpdate } from '../resources/session-settings.ts';
import { customerDetailsInput } from './address-input.ts';
import { afterCompletionInput, CreateCheckoutSession } from './create-checkout-session.ts';
import { customFieldChanges } from './custom-field-input.ts';
import { discountsInput } from './discount-input.ts';
import { feeConfigInput } from './fee-config-input.ts';
import { sessionLineChanges } from './line-item-change.ts';
import { noLines } from './line-item-input.ts';
import { unchangeableFields } from './unchangeable-fields.ts';

const create = CreateCheckoutSession.shape;
const fixed = 'Cannot be changed. Only the current value is accepted.';

/** A look as it shall be; the warnings that it shows may come back with it. */
export const brandingChange = BrandingInput.extend({
  warnings: z.array(z.string()).optional().meta({ readOnly: true, description: 'Ignored.' }),
}).describe('Replaces all branding settings.');

/** Ways to pay by name, or as a session shows them. */
const paymentMethodTypes = z
  .array(z.union([PaymentMethodType, z.looseObject({ type: PaymentMethodType })], 'must be a payment method type'))
  .min(1, 'must name at least one type')
  .max(17)
  .describe('Payment method types.');

/** Discounts by coupon or promotion code, or as a session shows them. */
const discounts = z
  .union(
    [z.array(z.looseObject({ object: z.literal('discount') })).min(1), discountsInput],
    'must name a coupon or a promotion code each',
  )
  .describe('Replaces all discounts, including a promotion code that the buyer entered.');

/** What a session tells of itself and no change sets: operations of their own, the buyer and time move it. */
export const fixedSessionFields = ['status', 'paymentStatus', 'expiresAt', 'paymentIntentId', 'paymentLinkId'] as const;

/**
 * The body of PATCH /checkout/sessions/{id}: what creating takes, except what cannot change. Fields that are left out
 * stay; what was read from the session may be sent back and changes nothing.
 */
export const UpdateCheckoutSession = z
  .strictObject({
    lineItems: sessionLineChanges,
    mode: SessionMode.describe(fixed),
    uiMode: UiMode.describe(fixed),
    submitType: SubmitType.describe(fixed),
    currency: Currency.describe(fixed),
    expiresAfterMinutes: z.int().describe(fixed),
    customerId: reference('cus')
      .nullable()
      .describe('ID of an existing customer. `null` lets the buyer enter the details.'),
    customerDetails: customerDetailsInput.describe('Merged field by field. Cannot be combined with `customerId`.'),
    customerCreation: create.customerCreation.unwrap(),
    customerUpdate: z.strictObject(CustomerUpdate.shape).nullable(),
    afterCompletion: afterCompletionInput.describe('Replaces the current setting.'),
    cancelUrl: create.cancelUrl.unwrap().nullable(),
    locale: create.locale.unwrap(),
    customFields: customFieldChanges,
    allowPromotionCodes: create.allowPromotionCodes.unwrap(),
    nameCollection: z.boolean(),
    billingAddressCollection: z.boolean(),
    shippingAddressCollection: z.boolean(),
    phoneNumberCollection: z.boolean(),
    brandingSettings: brandingChange.nullable(),
    paymentMethodTypes,
    paymentMethodConfigurationId: reference('pmc').describe('The payment methods to offer from now on.'),
    captureMethod: create.captureMethod.unwrap(),
    paymentIntentData: z
      .strictObject({
        description: text(1000).nullable(),
        receiptEmail: emailInput.nullable(),
        metadata: Metadata.nullable().describe('Merged with the existing metadata.'),
        confirmationMethod: ConfirmationMethod,
      })
      .partial(),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    feeConfig: feeConfigInput.describe('Fields that you omit keep their values.'),
    discounts,
    ...unchangeableFields(fixedSessionFields),
  })
  .partial()
  .refine(({ lineItems, mode }) => lineItems?.length !== 0 || mode === 'setup', {
    message: noLines,
    path: ['lineItems'],
  })
  .meta({ id: 'UpdateCheckoutSession', description: 'Changes to a checkout session.' });
export type UpdateCheckoutSession = z.infer<typeof UpdateCheckoutSession>;
