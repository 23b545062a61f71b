import { z } from 'zod';
import { RefundReason } from '../payment-enums.ts';
import { Metadata, amountInput, emailInput, failWith, metadataInput, reference, text } from '../primitives.ts';
import { unchangeableFields } from './unchangeable-fields.ts';

/** The body of POST /refunds: exactly one of the two targets. */
export const CreateRefund = z
  .strictObject({
    chargeId: reference('ch').optional().describe('This or `paymentIntentId`.'),
    paymentIntentId: reference('pi').optional().describe('Its one succeeded charge; this or `chargeId`.'),
    amount: amountInput('amount_invalid', 1).optional().describe('Minor units; what is left when absent.'),
    reason: RefundReason.nullish(),
    description: text(1000).nullish(),
    instructionsEmail: emailInput.nullish().describe('Asked for bank or wallet details when the method needs them.'),
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
  'status',
] as const;

/** The body of PATCH /refunds/{id}. */
export const UpdateRefund = z
  .strictObject({
    description: text(1000).nullable(),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    ...unchangeableFields(fixedRefundFields),
  })
  .partial()
  .meta({ id: 'UpdateRefund', description: 'What to change about a refund.' });
export type UpdateRefund = z.infer<typeof UpdateRefund>;
