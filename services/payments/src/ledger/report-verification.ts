import type { LedgerVerification } from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import { verifyLedger, type Verified } from './verify-ledger.ts';

const requestMaxMs = 25_000; // longer than a request of a merchant's may take, up to what the gateway waits for

/** What recomputing the whole ledger finds now, for whoever asks over the API. */
export async function reportVerification(db: Pick<Database, 'transact'>): Promise<LedgerVerification> {
  const { findings, totals } = await verifyAtOneMoment(db, requestMaxMs);
  return {
    findings,
    findingsTotal: totals.values().reduce((sum, total) => sum + total, 0),
    verifiedAt: new Date().toISOString(),
  };
}

/**
 * Recomputes the whole ledger, all merchants and both modes, as it is at one moment: what is written meanwhile is not
 * seen.
 *
 * @param maxMs how long all checks may take together: they share one snapshot
 * @param signal ends it before the next check
 */
export const verifyAtOneMoment = (
  db: Pick<Database, 'transact'>,
  maxMs: number,
  signal?: AbortSignal,
): Promise<Verified> =>
  db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await tx.sql`set transaction isolation level repeatable read, read only`;
    // The role's own limit of a statement is far shorter; of two that are equal, the transaction's decides.
    await tx.sql`
      select set_config(name, ${String(maxMs)}, true) from unnest(array['statement_timeout', 'transaction_timeout']) name`;
    return verifyLedger(tx, signal);
  });
