import { z } from 'zod';
import { RefundFailureReason, RefundReason } from '../payment-enums.ts';
import {
  Metadata,
  amountInput,
  emailInput,
  failWith,
  metadataInput,
  reference,
  requestBody,
  requiredText,
  text,
  unchangeableFields,
} from '../primitives.ts';

/** The body of POST /refunds: exactly one of the two targets. */
export const CreateRefund = z
  .strictObject({
    chargeId: reference('ch')
      .optional()
      .describe('The charge to refund. Either this or `paymentIntentId` is required.'),
    paymentIntentId: reference('pi')
      .optional()
      .describe('Refunds the succeeded charge of this payment intent. Either this or `chargeId` is required.'),
    amount: amountInput('amount_invalid', 1).optional().describe('In minor units. Defaults to the remaining amount.'),
    reason: RefundReason.nullish(),
    description: text(1000).nullish(),
    instructionsEmail: emailInput
      .nullish()
      .describe(
        'Where to contact the buyer for bank or wallet details, if the payment method needs them. Defaults to the email address of the customer, of `billingDetails`, or to `receiptEmail`; required if there is none. For a payment of a checkout, the customer counts only if you chose it.',
      ),
    outOfBand: z
      .boolean()
      .optional()
      .describe(
        'True if you send the money yourself although the provider could return it, for example because its time limit for refunds has passed. The buyer says where the money goes, and you mark the refund as paid, as where no provider returns it.',
      ),
    metadata: metadataInput.nullish(),
  })
  .refine((refund) => refund.chargeId === undefined || refund.paymentIntentId === undefined, {
    ...failWith('parameters_exclusive', 'must not be sent together with chargeId'),
    path: ['paymentIntentId'],
  })
  .refine((refund) => refund.chargeId !== undefined || refund.paymentIntentId !== undefined, {
    ...failWith('parameter_missing', 'is required: send chargeId or paymentIntentId'),
    path: ['chargeId'],
  })
  .meta({ id: 'CreateRefund', description: 'A refund to create.' });
export type CreateRefund = z.infer<typeof CreateRefund>;

/** Fields of a refund that no change sets: fixed when it is created, or moved by operations of their own. */
export const fixedRefundFields = [
  'amount',
  'chargeId',
  'paymentIntentId',
  'currency',
  'reason',
  'instructionsEmail',
  'outOfBand',
  'status',
] as const;

/** The body of PATCH /refunds/{id}. */
export const UpdateRefund = z
  .strictObject({
    description: text(1000).nullable(),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    ...unchangeableFields(fixedRefundFields),
  })
  .partial()
  .meta({ id: 'UpdateRefund', description: 'Changes to a refund.' });

/** The body of POST /refunds/{id}/mark-paid. */
export const MarkRefundPaid = requestBody('MarkRefundPaid', 'A refund that the merchant has returned.', {
  reference: requiredText(255).optional().describe("Shown as the reference of the refund's destination."),
});
export type MarkRefundPaid = z.infer<typeof MarkRefundPaid>;

/** The body of POST /refunds/{id}/mark-failed. */
export const MarkRefundFailed = requestBody('MarkRefundFailed', 'A refund that the merchant could not return.', {
  failureReason: RefundFailureReason,
});
export type MarkRefundFailed = z.infer<typeof MarkRefundFailed>;

/** The body of POST /operator/refunds/{id}/resolve. */
export const ResolveRefund = requestBody(
  'ResolveRefund',
  'The outcome of a refund whose provider does not report it.',
  {
    outcome: z.enum(['succeeded', 'failed']).describe('`failed` credits the amount to the balance.'),
    failureReason: RefundFailureReason.optional().describe('Only with `failed`; `unknown` by default.'),
    reference: requiredText(255)
      .optional()
      .describe("Only with `succeeded`: the provider's own ID of the refund, as its dashboard shows it."),
  },
);
export type ResolveRefund = z.infer<typeof ResolveRefund>;
