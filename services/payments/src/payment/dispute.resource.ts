import { type Dispute, type DisputeEvidence, evidenceTexts } from '@mizan/contracts';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';
import { toBalanceTransactionResource } from './balance-transaction.resource.ts';
import type { DisputeRow } from './dispute.entity.ts';

/** A dispute with what its resource shows beside it. */
export interface DisputeParts {
  readonly row: DisputeRow;
  /** Oldest first. */
  readonly movements: readonly BalanceTransactionRow[];
}

/** The dispute as the API shows it. */
export const toDisputeResource = ({ row, movements }: DisputeParts): Dispute => ({
  id: row.id,
  object: 'dispute',
  chargeId: row.chargeId,
  paymentIntentId: row.paymentIntentId,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  status: row.status,
  isInquiry: row.isInquiry,
  evidence: row.evidence,
  evidenceDueBy: row.evidenceDueBy?.toISOString() ?? null,
  isRefundable: row.isRefundable,
  balanceTransactions: movements.map(toBalanceTransactionResource),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Evidence that events and lists show whole, bytes of JSON: an event holds it twice, before and after a change. */
const wholeEvidenceBytes = 24 * 1024;
const shownCharacters = 300; // ten texts, six bytes a character at most

/** The dispute as events and lists show it: evidence that is too large for them has shortened texts. */
export function toListedDispute(parts: DisputeParts): Dispute {
  const dispute = toDisputeResource(parts);
  if (Buffer.byteLength(JSON.stringify(dispute.evidence)) <= wholeEvidenceBytes) return dispute;
  const shortened = evidenceTexts.map((name) => [name, shortenedText(dispute.evidence[name])]);
  const evidence = { ...dispute.evidence, ...(Object.fromEntries(shortened) as Partial<DisputeEvidence>) };
  return { ...dispute, evidence, truncated: ['evidence'] };
}

const shortenedText = (text: string | null): string | null => text && [...text].slice(0, shownCharacters).join('');

/** Evidence before the merchant has given any. */
export const noEvidence: DisputeEvidence = {
  ...(Object.fromEntries(evidenceTexts.map((name) => [name, null])) as Record<(typeof evidenceTexts)[number], null>),
  files: [],
};
