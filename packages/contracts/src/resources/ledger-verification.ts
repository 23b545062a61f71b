import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';

/** What can be wrong with a ledger. */
export const LedgerFindingKind = z.enum([
  'journal_unbalanced',
  'journal_repeated',
  'journal_missing',
  'journal_unfounded',
  'journal_amount_differs',
  'fee_differs',
  'presentment_differs',
  'balance_differs',
  'movements_differ',
  'refunds_exceed_capture',
  'payment_sum_differs',
  'payout_sum_differs',
  'recording_pending',
]);
export type LedgerFindingKind = z.infer<typeof LedgerFindingKind>;

export const LedgerFinding = namedObject('LedgerFinding', 'An inconsistency in the ledger.', {
  kind: LedgerFindingKind.describe(
    '`recording_pending` is a journal that has not been recorded yet. It is a fault only if it persists.',
  ),
  subject: z.string().describe('The account, journal, charge, payment intent or payout concerned.'),
  detail: z.string(),
});
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** What recomputing the whole ledger found, at one moment. */
export const LedgerVerification = namedObject('LedgerVerification', 'The result of verifying the ledger.', {
  findings: z.array(LedgerFinding).describe('The first 1,000 findings. Empty if the ledger is consistent.'),
  findingsTotal: z.int().min(0),
  verifiedAt: Timestamp,
});
export type LedgerVerification = z.infer<typeof LedgerVerification>;
