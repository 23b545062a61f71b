import { LedgerFindingKind } from '@mizan/contracts';
import { type Database, type Job, job, type Metrics } from '@mizan/service-kit';
import { verifyExtent } from './verify-ledger.ts';

const verificationMaxMs = 600_000; // no request waits for it
const wholeEveryMs = 24 * 3600_000;
const restFactor = 19; // rests that much longer than it worked: a twentieth of one connection's time, however long the ledger
const lookMaxSeconds = 5; // how late the end of a rest is noticed at most
const earlyMs = 2; // timers end up to a millisecond early, which must not cost another look

/** What this process knows of the ledger for as long as it leads. */
interface WatchState {
  readonly signal: AbortSignal;
  /** When the ledger was last verified to the end, or else when this process became the leader; by the clock. */
  at: number;
  counts: ReadonlyMap<LedgerFindingKind, number> | undefined;
  /** From the end of the last finished verification to the beginning of the next, seconds. */
  restSeconds: number;
  /** When the whole ledger was last found to add up, by the clock. */
  wholeAt: number | undefined;
  /** When the next starts, by the clock. A failed one is followed by a rest too: it burdened the database as well. */
  nextAt: number;
}

/**
 * Verifies the ledger again and again and reports what it finds: all of it once a day, and until it adds up; in between
 * what has moved money of late. A leader that is deposed forgets what it found, so that no old finding stays on a dashboard.
 *
 * @param everySeconds how often; less often where verifying takes so long that it would burden the database
 * @param clock milliseconds that only grow
 */
export function watchLedger(
  { db, metrics }: { readonly db: Pick<Database, 'transact'>; readonly metrics: Metrics },
  everySeconds: number,
  clock = () => performance.now(),
): Job {
  let known: WatchState | undefined;
  metrics.observe(
    ['mizan.ledger.findings', 'mizan.ledger.verification.age', 'mizan.ledger.verification.interval'],
    (report) => {
      if (!known || known.signal.aborted) return;
      report('mizan.ledger.verification.age', (clock() - known.at) / 1e3, {});
      report('mizan.ledger.verification.interval', known.restSeconds, {});
      if (!known.counts) return;
      for (const kind of LedgerFindingKind.options)
        report('mizan.ledger.findings', known.counts.get(kind) ?? 0, { 'mizan.ledger.kind': kind });
    },
  );
  const restSecondsAfter = (startedAt: number): number =>
    Math.max(everySeconds, (restFactor * (clock() - startedAt)) / 1e3);
  return job('verify-ledger', {
    everyMs: Math.min(everySeconds, lookMaxSeconds) * 1_000, // only looks whether the rest is over
    run: async ({ signal }) => {
      const startedAt = clock();
      if (known?.signal !== signal)
        known = {
          signal,
          at: startedAt,
          counts: undefined,
          restSeconds: everySeconds,
          wholeAt: undefined,
          nextAt: startedAt,
        };
      if (startedAt < known.nextAt - earlyMs) return 0;
      const mine = known; // of this leadership, also when another has started meanwhile
      try {
        const isWhole = mine.wholeAt === undefined || startedAt - mine.wholeAt >= wholeEveryMs;
        const extent = isWhole ? 'settled' : 'recent';
        mine.counts = (await verifyExtent(db, { extent, maxMs: verificationMaxMs, signal })).totals;
        mine.at = clock();
        if (mine.counts.size > 0) mine.wholeAt = undefined;
        else if (isWhole) mine.wholeAt = mine.at;
        mine.restSeconds = restSecondsAfter(startedAt);
      } catch (thrown) {
        if (!signal.aborted) throw thrown; // who no longer leads just stops
      } finally {
        mine.nextAt = clock() + restSecondsAfter(startedAt) * 1_000;
      }
      return 0; // nothing is left that another run at once would find
    },
  });
}
