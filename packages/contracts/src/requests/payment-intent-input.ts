import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { CancellationReason, CaptureMethod, ConfirmationMethod } from '../payment-enums.ts';
import {
  amountInput,
  emailInput,
  failWith,
  Metadata,
  metadataInput,
  reference,
  requestBody,
  text,
  unchangeableFields,
  webUrl,
} from '../primitives.ts';
import { shippingInput } from './address-input.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

const part = amountInput('amount_invalid').default(0);
const amountDetailsInput = z.strictObject({
  productAmount: amountInput('amount_invalid'),
  tax: part,
  platformFees: part,
  tip: part,
  discount: part,
});
type Details = z.output<typeof amountDetailsInput>;

/** What the parts of an amount add up to, minor units. */
export const sumOfDetails = ({ productAmount, tax, platformFees, tip, discount }: Details) =>
  productAmount - discount + tax + platformFees + tip;
const addsUp = ({
  amount,
  amountDetails,
}: {
  amount?: number | undefined;
  amountDetails?: Details | null | undefined;
}) => !amountDetails || amount === undefined || sumOfDetails(amountDetails) === amount;
const mustAddUp = {
  ...failWith('amount_invalid', 'must add up to amount: productAmount - discount + tax + platformFees + tip'),
  path: ['amountDetails'],
};

const bounded = 'In minor units. The amount in the processing currency must be from 1.00 to 1,000,000.00.';

const methodTypes = z
  .array(PaymentMethodType)
  .min(1, 'must name at least one payment method type')
  .max(17, 'must name each type once')
  .nullable()
  .describe('Accepted payment method types. `null` accepts all types that the account supports.');

const returnPage = webUrl
  .optional()
  .describe(
    'Where to return the buyer after a redirect, for the attempt that this request confirms. Required then in live mode for a bank transfer or InstaPay that you receive without a provider: show there what `nextAction` says.',
  );

const descriptive = {
  description: text(1000).nullish(),
  receiptEmail: emailInput.nullish(),
  shipping: shippingInput.nullish(),
};

/** The body of POST /payment-intents. */
export const CreatePaymentIntent = z
  .strictObject({
    amount: amountInput('amount_invalid', 1).describe(bounded),
    currency: Currency.describe(
      'A currency that the account does not process is converted at the current exchange rate.',
    ),
    customerId: reference('cus').nullish(),
    captureMethod: CaptureMethod.default('automatic'),
    confirmationMethod: ConfirmationMethod.default('automatic'),
    ...descriptive,
    amountDetails: amountDetailsInput.nullish(),
    paymentMethodTypes: methodTypes.optional(),
    confirm: z.boolean().default(false).describe('Confirms the payment immediately. Requires `paymentMethod`.'),
    paymentMethod: PaymentMethodInput.optional(),
    returnUrl: returnPage,
    metadata: metadataInput.nullish(),
  })
  .refine(addsUp, mustAddUp)
  .refine(({ confirm, paymentMethod }) => !confirm || paymentMethod !== undefined, {
    ...failWith('parameter_missing', 'is required when confirm is true'),
    path: ['paymentMethod'],
  })
  .refine(({ confirm, returnUrl }) => confirm || returnUrl === undefined, {
    ...failWith('parameter_requires_another', 'is allowed only when confirm is true'),
    path: ['returnUrl'],
  })
  .meta({ id: 'CreatePaymentIntent', description: 'A payment intent to create.' });

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
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    customerId: reference('cus').nullable(),
    amount: amountInput('amount_invalid', 1).describe(
      `Can be changed only before the first confirm, in the currency of the payment. ${bounded}`,
    ),
    amountDetails: amountDetailsInput.nullable().describe('Can be changed only before the first confirm.'),
    paymentMethodTypes: methodTypes.describe('Can be changed only before the first confirm.'),
    ...unchangeableFields(fixedPaymentIntentFields),
  })
  .partial()
  .refine(addsUp, mustAddUp)
  .meta({ id: 'UpdatePaymentIntent', description: 'Changes to a payment intent.' });

/** The body of both confirms of a payment intent. */
export const ConfirmPaymentIntent = z
  .strictObject({
    paymentMethod: PaymentMethodInput.optional().describe(
      'Optional if the payment intent already has a payment method.',
    ),
    returnUrl: returnPage,
  })
  .meta({ id: 'ConfirmPaymentIntent', description: 'The payment method to pay with.' });
export type ConfirmPaymentIntent = z.infer<typeof ConfirmPaymentIntent>;

/** The body of POST /payment-intents/{id}/capture. */
export const CapturePaymentIntent = z
  .strictObject({
    amountToCapture: amountInput('amount_invalid', 1).optional().describe('Defaults to the full remaining amount.'),
    finalCapture: z.boolean().default(true).describe('If false, the rest stays authorized for a later capture.'),
  })
  .meta({ id: 'CapturePaymentIntent', description: 'How much of an authorized amount to capture.' });
export type CapturePaymentIntent = z.infer<typeof CapturePaymentIntent>;

/** The body of POST /payment-intents/{id}/cancel. */
export const CancelPaymentIntent = requestBody('CancelPaymentIntent', 'Why a payment is canceled.', {
  cancellationReason: CancellationReason.exclude(['EXPIRED']).optional(),
});
export type CancelPaymentIntent = z.infer<typeof CancelPaymentIntent>;

/** The body of POST /payment-intents/{id}/mark-paid. */
export const MarkPaymentIntentPaid = z
  .strictObject({
    amountReceived: amountInput('amount_invalid', 1)
      .optional()
      .describe(
        'The amount received now. Defaults to all that is missing, which is the only amount accepted once the attempt to pay has failed, such as by its expiry.',
      ),
    reference: text(255)
      .nullish()
      .describe(
        'Reference of the transfer or receipt, for your records. Every request records another receipt, also with the same reference: to record each transfer once, derive the `Idempotency-Key` from the ID that your bank gives it.',
      ),
  })
  .meta({ id: 'MarkPaymentIntentPaid', description: 'A payment that the merchant received outside the platform.' });
export type MarkPaymentIntentPaid = z.infer<typeof MarkPaymentIntentPaid>;
