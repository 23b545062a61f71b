import { z } from 'zod';
import { Currency, CustomerCreation, PaymentMethodType, SessionMode, SubmitType, UiMode } from '../enums.ts';
import { CaptureMethod, ConfirmationMethod } from '../payment-enums.ts';
import {
  emailInput,
  failWith,
  metadataInput,
  reference,
  text,
  webUrl,
  Metadata,
  unchangeableFields,
} from '../primitives.ts';
import { BrandingInput } from '../resources/branding-settings.ts';
import { CustomerUpdate } from '../resources/session-settings.ts';
import { customerDetailsInput } from './address-input.ts';
import { customFieldsInput, customFieldChanges } from './custom-field-input.ts';
import { feeConfigInput } from './fee-config-input.ts';
import { discountsInput } from './discount-input.ts';
import { LineItemInput, linesOf, sessionLineChanges, noLines } from './line-item-input.ts';

/** What happens after the payment, as a client sends it. */
export const afterCompletionInput = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ url: webUrl }) }),
    z.strictObject({
      type: z.literal('hosted_confirmation'),
      hostedConfirmation: z
        .strictObject({ customMessage: text(500).optional(), returnUrl: webUrl.optional() })
        .optional(),
    }),
  ],
  'must be redirect or hosted_confirmation',
);

/** A locale as a client sends it. */
export const localeInput = z
  .string()
  .max(35)
  .regex(/^(auto|[a-z]{2,3}(-[A-Za-z0-9]{1,8})*)$/, 'must be auto or a BCP 47 tag such as ar-EG');

/** The lines of a checkout: 1 to 100. */
export const lineItemsInput = linesOf(LineItemInput);

/** What only a payment has, where mode setup must find nothing: so that nothing is silently ignored. */
const ofPayments = [
  'lineItems',
  'submitType',
  'discounts',
  'allowPromotionCodes',
  'feeConfig',
  'paymentMethodConfigurationId',
  'captureMethod',
  'paymentIntentData',
] as const;

type Wanted = Partial<Record<(typeof ofPayments)[number] | 'mode' | 'customerId', unknown>>;

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== 'automatic' && !(Array.isArray(value) && value.length === 0);

/** Rejects a session without line items, and a `setup` session with line items or without a customer. */
function checkMode(session: Wanted, context: z.RefinementCtx): void {
  const fail = (field: string, complaint: { message: string; params?: object }) =>
    context.issues.push({ ...complaint, code: 'custom', input: undefined, path: [field] });
  if (session.mode !== 'setup') {
    if (!isSet(session.lineItems)) fail('lineItems', { message: 'is required' });
    return;
  }
  for (const field of ofPayments)
    if (isSet(session[field]))
      fail(field, failWith('parameters_exclusive', 'must not be sent together with mode setup'));
  if (session.customerId === undefined)
    fail('customerId', failWith('parameter_missing', 'is required with mode setup'));
}

/** The body of POST /checkout/sessions. */
export const CreateCheckoutSession = z
  .strictObject({
    lineItems: lineItemsInput
      .default([])
      .describe('Required, except in mode `setup`, where no line items are allowed.'),
    mode: SessionMode.default('payment').describe(
      '`payment`, `subscription` or `setup`. `subscription` sells recurring prices and charges their first period only. `setup` saves a card for the customer without charging it; test mode only.',
    ),
    uiMode: UiMode.default('hosted'),
    submitType: SubmitType.optional().describe('Defaults to SUBSCRIBE in mode `subscription`, and to PAY otherwise.'),
    currency: Currency.optional().describe('Must be the currency of the line items.'),
    customerId: reference('cus')
      .optional()
      .describe('ID of an existing customer. Cannot be combined with `customerDetails`. Required in mode `setup`.'),
    customerDetails: customerDetailsInput.optional().describe('Cannot be combined with `customerId`.'),
    customerCreation: CustomerCreation.default('if_required'),
    customerUpdate: z.strictObject(CustomerUpdate.shape).optional(),
    afterCompletion: afterCompletionInput.default({ type: 'hosted_confirmation' }),
    cancelUrl: webUrl.optional(),
    expiresAfterMinutes: z.int().min(5).max(1440).default(1440).describe('Minutes until the session expires.'),
    locale: localeInput.default('auto'),
    customFields: customFieldsInput.default([]),
    discounts: discountsInput.default([]).describe('Discounts that you apply, regardless of `allowPromotionCodes`.'),
    allowPromotionCodes: z.boolean().default(false).describe('Whether the buyer can enter a promotion code.'),
    nameCollection: z.boolean().default(false),
    billingAddressCollection: z.boolean().default(false),
    shippingAddressCollection: z.boolean().default(false),
    phoneNumberCollection: z.boolean().default(false),
    feeConfig: feeConfigInput.optional(),
    brandingSettings: BrandingInput.optional(),
    paymentMethodTypes: z.array(PaymentMethodType).min(1, 'must name at least one type').max(17).optional(),
    paymentMethodConfigurationId: reference('pmc')
      .optional()
      .describe("The payment methods to offer. Defaults to the account's default configuration."),
    captureMethod: CaptureMethod.default('automatic').describe(
      '`manual` only authorizes the payment: the session completes unpaid, and you capture it within seven days.',
    ),
    paymentIntentData: z
      .strictObject({
        description: text(1000).nullish(),
        receiptEmail: emailInput.nullish(),
        metadata: metadataInput.nullish(),
        confirmationMethod: ConfirmationMethod.default('automatic').describe(
          '`manual`: after authentication such as 3-D Secure, your server completes the payment with POST /payment-intents/{id}/confirm. In live mode this requires a connection to Stripe.',
        ),
      })
      .optional(),
    metadata: metadataInput.nullish(),
  })
  .refine((session) => session.customerId === undefined || session.customerDetails === undefined, {
    message: 'must not be sent together with customerId',
    path: ['customerDetails'],
  })
  .superRefine(checkMode)
  .meta({ id: 'CreateCheckoutSession', description: 'A checkout session to create.' });
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>;

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

/** Fields of a session that only other operations, the buyer or time change. */
export const fixedSessionFields = [
  'status',
  'paymentStatus',
  'expiresAt',
  'paymentIntentId',
  'paymentLinkId',
  'recoveredFrom',
] as const;

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
