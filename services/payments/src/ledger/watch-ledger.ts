import { LedgerFindingKind } from '@mizan/contracts';
import { job, type Database, type Job, type Metrics } from '@mizan/service-kit';
import { reportVerification } from './report-verification.ts';

/** What this process knows of the ledger for as long as it leads. */
interface Known {
  readonly signal: AbortSignal;
  /** When the ledger was last verified to the end, or else when this process began to lead; `performance.now()`. */
  at: number;
  counts: ReadonlyMap<LedgerFindingKind, number> | undefined;
}

/**
 * Verifies the whole ledger again and again and reports what it finds. A leader that is deposed forgets what it found,
 * so that no old finding stays on a dashboard.
 *
 * @param everySeconds how often
 */
export function watchLedger(metrics: Metrics, db: Pick<Database, 'transact'>, everySeconds: number): Job {
  let known: Known | undefined;
  metrics.observe(
    ['mizan.ledger.findings', 'mizan.ledger.verification.age', 'mizan.ledger.verification.interval'],
    (report) => {
      if (!known || known.signal.aborted) return;
      report('mizan.ledger.verification.age', (performance.now() - known.at) / 1e3, {});
      report('mizan.ledger.verification.interval', everySeconds, {});
      if (!known.counts) return;
      for (const kind of LedgerFindingKind.options)
        report('mizan.ledger.findings', known.counts.get(kind) ?? 0, { 'mizan.ledger.kind': kind });
    },
  );
  return job('verify-ledger', {
    everyMs: everySeconds * 1_000,
    run: async ({ signal }) => {
      if (known?.signal !== signal) known = { signal, at: performance.now(), counts: undefined };
      const { findings } = await reportVerification(db);
      const byKind = Map.groupBy(findings, ({ kind }) => kind);
      known.at = performance.now();
      known.counts = new Map([...byKind].map(([kind, all]) => [kind, all.length]));
      return 0; // nothing is left that another run at once would find
    },
  });
}
