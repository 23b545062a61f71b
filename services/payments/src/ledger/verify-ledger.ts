import type { LedgerFinding, LedgerFindingKind, LedgerVerification } from '@mizan/contracts';
import type { Database, Fragment, SystemReader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { checkBalances, checkMovements, checkUnbalanced } from './verify-balances.ts';
import { checkAmounts, checkMissing, checkRecording, checkRepeated, checkUnfounded } from './verify-journals.ts';
import { checkFees, checkPresentment, checkRefunds, checkSums } from './verify-payments.ts';

const requestMaxMs = 25_000; // longer than other requests may take, as long as the gateway waits

/** Recomputes the whole ledger and reports its discrepancies. */
export async function verifyLedger({ db }: Pick<App, 'db'>): Promise<LedgerVerification> {
  const { findings, totals } = await verifySnapshot(db, requestMaxMs);
  return {
    findings,
    findingsTotal: totals.values().reduce((sum, total) => sum + total, 0),
    verifiedAt: new Date().toISOString(),
  };
}

/** Recomputes the whole ledger in one snapshot. @param maxMs how long all checks may take together */
export const verifySnapshot = (
  db: Pick<Database, 'transact'>,
  maxMs: number,
  signal?: AbortSignal,
): Promise<Verification> =>
  db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await tx.sql`set transaction isolation level repeatable read, read only`;
    // The role's own limit of a statement is far shorter; of two that are equal, the transaction's decides.
    await tx.sql`
      select set_config(name, ${String(maxMs)}, true) from unnest(array['statement_timeout', 'transaction_timeout']) name`;
    return findDiscrepancies(tx, signal);
  });

/** Each is a query with a row for each thing that is wrong: its `subject` and `detail`. */
const checks = {
  /** A journal's lines do not sum to zero, or belong to another merchant or mode than the journal. */
  journal_unbalanced: checkUnbalanced,
  /** A source was posted more than once. */
  journal_repeated: checkRepeated,
  /** Money moved and no journal says so. */
  journal_missing: checkMissing,
  /** A journal says that money moved, and nothing else does. */
  journal_unfounded: checkUnfounded,
  /** A journal moves another amount than its capture or refund. */
  journal_amount_differs: checkAmounts,
  /** A movement's fee is not what its parts and its journal say. */
  fee_differs: checkFees,
  /** Refunds return another amount in the buyer's currency than the charge says, or than was paid. */
  presentment_differs: checkPresentment,
  /** A stored balance is not the sum of its entries. */
  balance_differs: checkBalances,
  /** The merchant's movements do not sum to what the merchant owns. */
  movements_differ: checkMovements,
  /** More was refunded than captured. */
  refunds_exceed_capture: checkRefunds,
  /** What a charge or an intent says was captured or refunded is not the sum of its captures or refunds. */
  payment_sum_differs: checkSums,
  /** A journal that follows by event has not arrived: a fault only when it stays away. */
  recording_pending: checkRecording,
} as const satisfies Record<LedgerFindingKind, Fragment>;

const shownFindings = 1_000; // who has more needs no list, but a backup

/** What does not add up. */
export interface Verification {
  /** The first thousand; empty when everything does. */
  readonly findings: LedgerFinding[];
  /** How many there are of each kind, shown or not; kinds of which there are none are left out. */
  readonly totals: ReadonlyMap<LedgerFindingKind, number>;
}

/**
 * Recomputes the ledger, all merchants and both modes, from what its charges, captures and refunds say. Reads only; what is
 * written meanwhile can show as a finding that is gone the next time.
 *
 * @param signal ends it before the next check, with its reason thrown
 */
export async function findDiscrepancies({ sql }: SystemReader, signal?: AbortSignal): Promise<Verification> {
  const findings: LedgerFinding[] = [];
  const totals = new Map<LedgerFindingKind, number>();
  for (const [kind, check] of Object.entries(checks) as [LedgerFindingKind, Fragment][]) {
    signal?.throwIfAborted();
    const rows = await sql<{ subject: string; detail: string; total: number }>`
      select subject, detail, count(*) over ()::int as total from (${check}) as found limit ${shownFindings}`;
    if (rows[0]) totals.set(kind, rows[0].total);
    findings.push(...rows.map(({ subject, detail }) => ({ kind, subject, detail })));
  }
  return { findings: findings.slice(0, shownFindings), totals };
}
