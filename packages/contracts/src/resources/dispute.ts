import { z } from 'zod';
import { Currency } from '../enums.ts';
import { DisputeReason, DisputeStatus } from '../payment-enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';
import { BalanceTransaction } from './balance-transaction.ts';

/** Longest evidence text, characters. */
export const maxEvidenceCharacters = 20_000;

/** Most files of a dispute's evidence. */
export const maxEvidenceFiles = 10;

/** The texts of evidence, in the order in which they are shown. */
export const evidenceTexts = [
  'customerName',
  'customerEmail',
  'productDescription',
  'serviceDate',
  'shippingCarrier',
  'shippingTrackingNumber',
  'shippingDate',
  'refundPolicy',
  'cancellationPolicy',
  'uncategorizedText',
] as const;

const text = z.string().nullable();

export const DisputeEvidence = namedObject('DisputeEvidence', "The merchant's answer to a dispute.", {
  customerName: text,
  customerEmail: text,
  productDescription: text,
  serviceDate: text,
  shippingCarrier: text,
  shippingTrackingNumber: text,
  shippingDate: text,
  refundPolicy: text,
  cancellationPolicy: text,
  uncategorizedText: text,
  files: z
    .array(z.string())
    .describe('`file_…`: private files, uploaded for `dispute_evidence`. Only the operator can read them.'),
});
export type DisputeEvidence = z.infer<typeof DisputeEvidence>;

/** A payer's objection to a charge, decided by the payer's bank. */
export const Dispute = namedObject('Dispute', "A payer's objection to a charge, brought by the payer's bank.", {
  id: z.string().describe('`dp_…`'),
  object: z.literal('dispute'),
  chargeId: z.string().describe('`ch_…`'),
  paymentIntentId: z.string().describe('`pi_…`'),
  amount: Money.describe('The disputed amount, in minor units. Can be less than the amount of the charge.'),
  currency: Currency,
  reason: DisputeReason.describe('`general` if the provider names no reason, or one that is not listed here.'),
  status: DisputeStatus.describe('`WARNING_CLOSED` ends an inquiry; WON and LOST end a dispute.'),
  isInquiry: z
    .boolean()
    .describe('True while the bank only requests information. An inquiry moves no money, but can become a dispute.'),
  evidence: DisputeEvidence,
  evidenceDueBy: Timestamp.nullable().describe(
    'When the evidence must be submitted. `null` if the provider sets no deadline.',
  ),
  isRefundable: z
    .boolean()
    .describe('Whether something of the charge could be refunded when the dispute last changed.'),
  balanceTransactions: z
    .array(BalanceTransaction)
    .describe('`dispute` when the money was withdrawn, then `dispute_reversal` if it was returned.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  truncated: z
    .array(z.string())
    .optional()
    .describe(
      'Only in events and list items: `evidence` if its texts are shortened because it is larger than 24 KiB. Retrieve the dispute to get all of it.',
    ),
});
export type Dispute = z.infer<typeof Dispute>;

/** A dispute as the operator sees it. */
export const OperatorDispute = Dispute.extend({ accountId: z.string().describe('`acct_…`') }).meta({
  id: 'OperatorDispute',
  description: 'A dispute and its account.',
});
export type OperatorDispute = z.infer<typeof OperatorDispute>;
