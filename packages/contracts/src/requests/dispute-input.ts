import { z } from 'zod';
import { Currency } from '../enums.ts';
import { DisputeReason } from '../payment-enums.ts';
import { amountInput, reference, requestBody, requiredText, text, timestampInput } from '../primitives.ts';
import { maxEvidenceCharacters, maxEvidenceFiles } from '../resources/dispute.ts';

const evidenceText = text(maxEvidenceCharacters).nullish();

/** Evidence to change; what is omitted is kept, and null removes it. */
export const DisputeEvidenceInput = z
  .strictObject({
    customerName: evidenceText,
    customerEmail: evidenceText,
    productDescription: evidenceText,
    serviceDate: evidenceText,
    shippingCarrier: evidenceText,
    shippingTrackingNumber: evidenceText,
    shippingDate: evidenceText,
    refundPolicy: evidenceText,
    cancellationPolicy: evidenceText,
    uncategorizedText: evidenceText,
    files: z
      .array(reference('file'))
      .max(maxEvidenceFiles)
      .refine((ids) => new Set(ids).size === ids.length, 'must not contain a file twice')
      .nullish()
      .describe('`fileId` of uploads for `dispute_evidence`. Replaces the current list.'),
  })
  .meta({ id: 'DisputeEvidenceInput', description: 'Evidence to change. Omitted fields are kept; null removes one.' });
export type DisputeEvidenceInput = z.infer<typeof DisputeEvidenceInput>;

/** The body of PATCH /disputes/{id}. */
export const UpdateDispute = requestBody('UpdateDispute', 'Changes to the evidence of a dispute.', {
  evidence: DisputeEvidenceInput,
});
export type UpdateDispute = z.infer<typeof UpdateDispute>;

/** The body of POST /operator/accounts/{id}/disputes. */
export const OpenDispute = requestBody('OpenDispute', 'A dispute that a provider without an API reported.', {
  chargeId: reference('ch'),
  amount: amountInput('amount_invalid', 1)
    .optional()
    .describe(
      'In minor units. Defaults to what of the charge is neither refunded nor lost. If anything was refunded, send what the bank has taken: it can take what was refunded, too.',
    ),
  currency: Currency.optional().describe(
    'That of the charge. A different one is refused, so that an amount cannot be taken for one in another currency.',
  ),
  reason: DisputeReason.default('general'),
  isInquiry: z.boolean().default(false).describe('True if the bank requests information and moves no money yet.'),
  evidenceDueBy: timestampInput.nullish().describe('When the provider must have the evidence.'),
  reference: requiredText(255)
    .optional()
    .describe("The provider's own ID of the dispute: with it the same dispute is opened once only."),
});
export type OpenDispute = z.infer<typeof OpenDispute>;

/** How a dispute ends. */
export const DisputeOutcome = z.enum(['won', 'lost', 'warning_closed']);
export type DisputeOutcome = z.infer<typeof DisputeOutcome>;

/** The body of POST /operator/accounts/{id}/disputes/{disputeId}/close. */
export const CloseDispute = requestBody('CloseDispute', 'How a dispute has ended.', {
  outcome: DisputeOutcome.describe('`warning_closed` for inquiries, `won` or `lost` for disputes.'),
});
export type CloseDispute = z.infer<typeof CloseDispute>;

/** The body of POST /test-helpers/disputes/{id}/simulate. */
export const SimulateDispute = requestBody('SimulateDispute', 'The outcome of a dispute.', {
  outcome: z.enum(['win', 'lose']),
});
export type SimulateDispute = z.infer<typeof SimulateDispute>;
