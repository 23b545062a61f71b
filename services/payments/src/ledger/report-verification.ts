import type { LedgerVerification } from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import { verifyLedger } from './verify-ledger.ts';

const shownFindings = 1_000; // who has more needs no list, but a backup

/**
 * Recomputes the whole ledger, all merchants and both modes, as it is at one moment: what is written meanwhile is not
 * seen. A statement may take longer than a request of a merchant's, up to what the gateway waits for.
 */
export async function reportVerification(db: Pick<Database, 'transact'>): Promise<LedgerVerification> {
  return db.transact({ merchantId: '', livemode: false }, async (tx) => {
    await tx.sql`set transaction isolation level repeatable read, read only`;
    await tx.sql`set local statement_timeout = '25s'`;
    const findings = await verifyLedger(tx);
    return {
      findings: findings.slice(0, shownFindings),
      findingsTotal: findings.length,
      verifiedAt: new Date().toISOString(),
    };
  });
}
