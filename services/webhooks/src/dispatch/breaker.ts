/** Consecutive failures that open the breaker. */
const failuresToOpen = 10;
/** The other way to open it: this share of at least this many attempts within the window. */
const failureShareToOpen = 0.7;
const attemptsToJudge = 10;
const windowMs = 5 * 60_000;
/** Ten slices of the window: exact enough for a share, and a constant size however many attempts there are. */
const sliceMs = windowMs / 10;

const firstProbeSeconds = 30;
const longestProbeSeconds = 600;

/** What decides whether an endpoint is called. */
export interface BreakerState {
  readonly consecutiveFailures: number;
  /** Attempts by slice of time, oldest first, only those inside the window. */
  readonly slices: readonly { readonly startMs: number; readonly succeeded: number; readonly failed: number }[];
  /** Set while open: when one probe may be sent, and the wait that led to it. */
  readonly open: { readonly probeAt: Date; readonly waitSeconds: number } | null;
}

export const closedBreaker: BreakerState = { consecutiveFailures: 0, slices: [], open: null };

/**
 * The state after one more attempt. Closed, it opens at ten failures in a row or when 70 % of at least ten attempts
 * within five minutes failed. Open, a failed probe doubles the wait from 30 seconds up to ten minutes; a success closes
 * it and clears the window, so that one late failure does not open it again.
 */
export function afterAttempt(state: BreakerState, succeeded: boolean, now: Date): BreakerState {
  if (state.open !== null) return succeeded ? closedBreaker : { ...state, open: reopened(state.open, now) };

  const slices = counted(state.slices, succeeded, now.getTime());
  const consecutiveFailures = succeeded ? 0 : state.consecutiveFailures + 1;
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  const total = slices.reduce((sum, slice) => sum + slice.failed + slice.succeeded, 0);
  const opens =
    !succeeded &&
    (consecutiveFailures >= failuresToOpen || (total >= attemptsToJudge && failed >= total * failureShareToOpen));
  return { consecutiveFailures, slices, open: opens ? wait(firstProbeSeconds, now) : null };
}

/** The share of the window's attempts that succeeded, 0 while open; undefined when there were none. */
export function successShare({ slices, open }: BreakerState, now: Date): number | undefined {
  if (open !== null) return 0;
  const recent = slices.filter((slice) => slice.startMs > now.getTime() - windowMs);
  const succeeded = recent.reduce((sum, slice) => sum + slice.succeeded, 0);
  const total = recent.reduce((sum, slice) => sum + slice.failed, succeeded);
  return total === 0 ? undefined : succeeded / total;
}

function reopened(open: NonNullable<BreakerState['open']>, now: Date): BreakerState['open'] {
  // Attempts that were in flight when the breaker opened end later: they are no probes.
  if (now < open.probeAt) return open;
  return wait(Math.min(open.waitSeconds * 2, longestProbeSeconds), now);
}

function wait(waitSeconds: number, now: Date): BreakerState['open'] {
  return { probeAt: new Date(now.getTime() + waitSeconds * 1_000), waitSeconds };
}

function counted(slices: BreakerState['slices'], succeeded: boolean, nowMs: number): BreakerState['slices'] {
  const startMs = Math.floor(nowMs / sliceMs) * sliceMs;
  const kept = slices.filter((slice) => slice.startMs > nowMs - windowMs);
  const current = kept.find((slice) => slice.startMs === startMs) ?? { startMs, succeeded: 0, failed: 0 };
  const next = succeeded
    ? { ...current, succeeded: current.succeeded + 1 }
    : { ...current, failed: current.failed + 1 };
  return [...kept.filter((slice) => slice.startMs !== startMs), next];
}
