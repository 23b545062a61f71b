import { z } from 'zod';
import { Timestamp } from '../primitives.ts';

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
  'recording_pending',
]);
export type LedgerFindingKind = z.infer<typeof LedgerFindingKind>;

/** Something in the ledger that does not add up. */
export const LedgerFinding = z
  .object({
    kind: LedgerFindingKind.describe(
      '`recording_pending` is a journal that follows by event: a fault only when it stays away.',
    ),
    subject: z.string().describe('What it is about: an account, a journal, a charge or an intent.'),
    detail: z.string(),
  })
  .meta({ id: 'LedgerFinding', description: 'Something in the ledger that does not add up.' });
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** What recomputing the whole ledger found, at one moment. */
export const LedgerVerification = z
  .object({
    findings: z.array(LedgerFinding).describe('The first thousand; empty when everything adds up.'),
    findingsTotal: z.int().min(0),
    verifiedAt: Timestamp,
  })
  .meta({ id: 'LedgerVerification', description: 'What recomputing the whole ledger found.' });
export type LedgerVerification = z.infer<typeof LedgerVerification>;
