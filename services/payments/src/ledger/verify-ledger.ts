import type { LedgerFinding, LedgerFindingKind, LedgerVerification } from '@mizan/contracts';
import type { Database, Fragment, SystemReader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { checkBalances, checkMovements, checkUnbalanced } from './verify-balances.ts';
import { checkAmounts, checkMissing, checkRecording, checkRepeated, checkUnfounded } from './verify-journals.ts';
import { checkPayouts } from './verify-payouts.ts';
import { advanceSums, recentLedger, settledLedger, wholeLedger, type VerifiedPart } from './verified-part.ts';
import { checkFees, checkPresentment, checkRefunds, checkSums } from './verify-payments.ts';

const requestMaxMs = 25_000; // longer than other requests may take, as long as the gateway waits

/** Recomputes the whole ledger and reports its discrepancies. */
export async function verifyLedger({ db }: Pick<App, 'db'>): Promise<LedgerVerification> {
  const { findings, totals } = await verifyExtent(db, { extent: 'everything', maxMs: requestMaxMs });
  return {
    findings,
    findingsTotal: totals.values().reduce((sum, total) => sum + total, 0),
    verifiedAt: new Date().toISOString(),
  };
}

/** What is verified: all that is there, all that has settled, or what has moved money of late. */
export type Extent = 'everything' | 'settled' | 'recent';

/**
 * Recomputes the ledger, or its recent part. Each check sees one moment, and no snapshot is older than one check: what is
 * deleted meanwhile is kept, in every table, for as long as any snapshot. Except for `everything` the sums of settled entries
 * are brought forward first.
 *
 * @param options.maxMs how long all checks may take together
 */
export const verifyExtent = (
  db: Pick<Database, 'transact'>,
  { extent, maxMs, signal }: { readonly extent: Extent; readonly maxMs: number; readonly signal?: AbortSignal },
): Promise<Verification> =>
  db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await limitTo(tx, maxMs);
    if (extent === 'recent') await preferIndexes(tx);
    const range = extent === 'everything' ? undefined : await advanceSums(tx);
    const part = range && (await (extent === 'recent' ? recentLedger(tx, range) : settledLedger(range)));
    return findDiscrepancies(tx, { signal, part });
  });

/** The role's own limit of a statement is far shorter; of two that are equal, the transaction's decides. */
const limitTo = ({ sql }: SystemReader, maxMs: number) => sql`
  select set_config(name, ${String(maxMs)}, true), set_config('plan_cache_mode', 'force_custom_plan', true)
  from unnest(array['statement_timeout', 'transaction_timeout']) name`;

/** What is recent is a small part of long tables: reading them whole, with the processors that payments need, costs more with each day. */
const preferIndexes = ({ sql }: SystemReader) => sql`
  select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Each is a query of a part of the ledger with a row for each thing that is wrong: its `subject` and `detail`. */
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
  /** The transactions of an automatic payout do not sum to it. */
  payout_sum_differs: checkPayouts,
  /** A journal that follows by event has not arrived: a fault only when it stays away. */
  recording_pending: checkRecording,
} as const satisfies Record<LedgerFindingKind, (part: VerifiedPart) => Fragment>;

/** Checks of sums over all rows of an account. */
const ofWholeOnly: readonly LedgerFindingKind[] = ['movements_differ'];

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
 * @param options.signal ends it before the next check, with its reason thrown
 * @param options.part the whole ledger unless given
 */
export async function findDiscrepancies(
  { sql }: SystemReader,
  {
    signal,
    part = wholeLedger,
  }: { readonly signal?: AbortSignal | undefined; readonly part?: VerifiedPart | undefined } = {},
): Promise<Verification> {
  const findings: LedgerFinding[] = [];
  const totals = new Map<LedgerFindingKind, number>();
  for (const [kind, check] of Object.entries(checks) as [LedgerFindingKind, (part: VerifiedPart) => Fragment][]) {
    signal?.throwIfAborted();
    if (!part.isWhole && ofWholeOnly.includes(kind)) continue;
    const rows = await sql<{ subject: string; detail: string; total: number }>`
      select subject, detail, count(*) over ()::int as total from (${check(part)}) as found limit ${shownFindings}`;
    if (rows[0]) totals.set(kind, rows[0].total);
    findings.push(...rows.map(({ subject, detail }) => ({ kind, subject, detail })));
  }
  return { findings: findings.slice(0, shownFindings), totals };
}
