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
 * @param statementMaxMs how long each check may take
 */
export const verifyAtOneMoment = (db: Pick<Database, 'transact'>, statementMaxMs: number): Promise<Verified> =>
  db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await tx.sql`set transaction isolation level repeatable read, read only`;
    await tx.sql`select set_config('statement_timeout', ${String(statementMaxMs)}, true)`;
    return verifyLedger(tx);
  });
