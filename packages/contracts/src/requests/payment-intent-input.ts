import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { CancellationReason, CaptureMethod, ConfirmationMethod } from '../payment-enums.ts';
import { amountInput, emailInput, failWith, Metadata, metadataInput, reference, text, webUrl } from '../primitives.ts';
import { shippingInput } from './address-input.ts';
import { PaymentMethodInput } from './payment-method-input.ts';
import { unchangeableFields } from './unchangeable-fields.ts';

const part = amountInput('amount_invalid').default(0);
const amountDetailsInput = z.strictObject({
  productAmount: amountInput('amount_invalid'),
  tax: part,
  platformFees: part,
  tip: part,
  discount: part,
});
type Details = z.output<typeof amountDetailsInput>;

const sumOf = ({ productAmount, tax, platformFees, tip, discount }: Details) =>
  productAmount - discount + tax + platformFees + tip;
const addsUp = ({
  amount,
  amountDetails,
}: {
  amount?: number | undefined;
  amountDetails?: Details | null | undefined;
}) => !amountDetails || amount === undefined || sumOf(amountDetails) === amount;
const mustAddUp = {
  ...failWith('amount_invalid', 'must add up to amount: productAmount - discount + tax + platformFees + tip'),
  path: ['amountDetails'],
};

const bounded = 'Minor units; what is processed must be from 1.00 to 1,000,000.00 of its currency.';

const methodTypes = z
  .array(PaymentMethodType)
  .min(1, 'must name at least one payment method type')
  .max(17, 'must name each type once')
  .nullable()
  .describe('What may be paid with; null leaves it to the account.');

const descriptive = {
  description: text(1000).nullish(),
  receiptEmail: emailInput.nullish(),
  shipping: shippingInput.nullish(),
};

/** The body of POST /payment-intents. */
export const CreatePaymentIntent = z
  .strictObject({
    amount: amountInput('amount_invalid', 1).describe(bounded),
    currency: Currency.describe('One that the account does not process is converted, at the rate of the moment.'),
    customerId: reference('cus').nullish(),
    captureMethod: CaptureMethod.default('automatic'),
    confirmationMethod: ConfirmationMethod.default('automatic'),
    ...descriptive,
    amountDetails: amountDetailsInput.nullish(),
    paymentMethodTypes: methodTypes.optional(),
    confirm: z.boolean().default(false).describe('Confirms at once; needs `paymentMethod`.'),
    paymentMethod: PaymentMethodInput.optional(),
    returnUrl: webUrl.optional().describe('Where the buyer comes back to after a redirect.'),
    metadata: metadataInput.nullish(),
  })
  .refine(addsUp, mustAddUp)
  .refine(({ confirm, paymentMethod }) => !confirm || paymentMethod !== undefined, {
    ...failWith('parameter_missing', 'is required when confirm is true'),
    path: ['paymentMethod'],
  })
  .refine(({ confirm, returnUrl }) => confirm || returnUrl === undefined, {
    ...failWith('parameter_requires_another', 'has a meaning only when confirm is true'),
    path: ['returnUrl'],
  })
  .meta({ id: 'CreatePaymentIntent', description: 'A payment to begin.' });
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>;

/** Fields of a payment intent that no change sets: fixed when it is created, or moved by operations of their own. */
export const fixedPaymentIntentFields = [
  'currency',
  'captureMethod',
  'confirmationMethod',
  'checkoutSessionId',
  'status',
  'cancellationReason',
  'paymentMethod',
  'customer',
  'presentmentDetails',
] as const;

/** The body of PATCH /payment-intents/{id}. */
export const UpdatePaymentIntent = z
  .strictObject({
    ...descriptive,
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    customerId: reference('cus').nullable(),
    amount: amountInput('amount_invalid', 1).describe(
      `Before a confirm only; in the currency of the payment. ${bounded}`,
    ),
    amountDetails: amountDetailsInput.nullable().describe('Before a confirm only.'),
    paymentMethodTypes: methodTypes.describe('Before a confirm only.'),
    ...unchangeableFields(fixedPaymentIntentFields),
  })
  .partial()
  .refine(addsUp, mustAddUp)
  .meta({ id: 'UpdatePaymentIntent', description: 'What to change about a payment.' });
export type UpdatePaymentIntent = z.infer<typeof UpdatePaymentIntent>;

/** The body of both confirms of a payment intent. */
export const ConfirmPaymentIntent = z
  .strictObject({
    paymentMethod: PaymentMethodInput.optional().describe('May be left out when the intent has one.'),
    returnUrl: webUrl.optional().describe('Where the buyer comes back to after a redirect.'),
  })
  .meta({ id: 'ConfirmPaymentIntent', description: 'What to pay with.' });
export type ConfirmPaymentIntent = z.infer<typeof ConfirmPaymentIntent>;

/** The body of POST /payment-intents/{id}/capture. */
export const CapturePaymentIntent = z
  .strictObject({
    amountToCapture: amountInput('amount_invalid', 1).optional().describe('All that is left when absent.'),
    finalCapture: z.boolean().default(true).describe('False keeps the rest authorised for a later capture.'),
  })
  .meta({ id: 'CapturePaymentIntent', description: 'How much of an authorisation to take.' });
export type CapturePaymentIntent = z.infer<typeof CapturePaymentIntent>;

/** The body of POST /payment-intents/{id}/cancel. */
export const CancelPaymentIntent = z
  .strictObject({ cancellationReason: CancellationReason.exclude(['EXPIRED']).optional() })
  .meta({ id: 'CancelPaymentIntent', description: 'Why a payment is given up.' });
export type CancelPaymentIntent = z.infer<typeof CancelPaymentIntent>;

/** The body of POST /payment-intents/{id}/mark-paid. */
export const MarkPaymentIntentPaid = z
  .strictObject({
    amountReceived: amountInput('amount_invalid', 1)
      .optional()
      .describe('What came in now; all that is missing when absent.'),
    reference: text(255).nullish().describe('Of the transfer or the receipt.'),
  })
  .meta({ id: 'MarkPaymentIntentPaid', description: 'Money that the merchant received outside.' });
export type MarkPaymentIntentPaid = z.infer<typeof MarkPaymentIntentPaid>;
