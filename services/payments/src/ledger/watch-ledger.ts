import { LedgerFindingKind } from '@mizan/contracts';
import { job, type Database, type Job, type Metrics } from '@mizan/service-kit';
import { verifyAtOneMoment } from './report-verification.ts';

const statementMaxMs = 600_000; // nobody waits for the answer, but what a transaction sees for longer cannot be vacuumed
const restFactor = 19; // rests that much longer than it worked: a twentieth of one connection's time, however long the ledger

/** What this process knows of the ledger for as long as it leads. */
interface Known {
  readonly signal: AbortSignal;
  /** When the ledger was last verified to the end, or else when this process began to lead; `performance.now()`. */
  at: number;
  counts: ReadonlyMap<LedgerFindingKind, number> | undefined;
  /** From the end of one verification to the beginning of the next, seconds. */
  restSeconds: number;
}

/**
 * Verifies the whole ledger again and again and reports what it finds. A leader that is deposed forgets what it found,
 * so that no old finding stays on a dashboard.
 *
 * @param everySeconds how often; less often where verifying takes so long that it would burden the database
 */
export function watchLedger(metrics: Metrics, db: Pick<Database, 'transact'>, everySeconds: number): Job {
  let known: Known | undefined;
  metrics.observe(
    ['mizan.ledger.findings', 'mizan.ledger.verification.age', 'mizan.ledger.verification.interval'],
    (report) => {
      if (!known || known.signal.aborted) return;
      report('mizan.ledger.verification.age', (performance.now() - known.at) / 1e3, {});
      report('mizan.ledger.verification.interval', known.restSeconds, {});
      if (!known.counts) return;
      for (const kind of LedgerFindingKind.options)
        report('mizan.ledger.findings', known.counts.get(kind) ?? 0, { 'mizan.ledger.kind': kind });
    },
  );
  return job('verify-ledger', {
    everyMs: everySeconds * 1_000,
    run: async ({ signal }) => {
      const begunAt = performance.now();
      if (known?.signal !== signal) known = { signal, at: begunAt, counts: undefined, restSeconds: everySeconds };
      else if (known.counts && begunAt - known.at < known.restSeconds * 1_000) return 0;
      known.counts = (await verifyAtOneMoment(db, statementMaxMs)).totals;
      known.at = performance.now();
      known.restSeconds = Math.max(everySeconds, (restFactor * (known.at - begunAt)) / 1e3);
      return 0; // nothing is left that another run at once would find
    },
  });
}
