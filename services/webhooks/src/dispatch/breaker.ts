import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import type { HealthChange } from './record-outcomes.ts';

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
function successShare({ slices, open }: BreakerState, now: Date): number | undefined {
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

const wait = (waitSeconds: number, now: Date): BreakerState['open'] => ({
  probeAt: new Date(now.getTime() + waitSeconds * 1_000),
  waitSeconds,
});

function counted(slices: BreakerState['slices'], succeeded: boolean, nowMs: number): BreakerState['slices'] {
  const startMs = Math.floor(nowMs / sliceMs) * sliceMs;
  const kept = slices.filter((slice) => slice.startMs > nowMs - windowMs);
  const current = kept.find((slice) => slice.startMs === startMs) ?? { startMs, succeeded: 0, failed: 0 };
  const outcome = succeeded ? 'succeeded' : 'failed';
  return [...kept.filter((slice) => slice.startMs !== startMs), { ...current, [outcome]: current[outcome] + 1 }];
}

/** Endpoints tracked at once; dropping one only restarts its window. */
const maxTracked = 10_000;

/** The success rate of an endpoint: all of its attempts, at least nine in ten, fewer, or none. */
export const successClasses = ['all', 'most', 'some', 'none'] as const;
export type SuccessClass = (typeof successClasses)[number];

/** Where an attempt counts: for its endpoint, until the health of that is reset again. */
type Claim = Pick<ClaimedDelivery, 'endpointId' | 'resets'>;

interface CountedAttempt {
  readonly claim: Claim & Pick<ClaimedDelivery, 'eventId'>;
  readonly succeeded: boolean;
  /** Whether its event has failed and no attempt follows. */
  readonly exhausted: boolean;
  readonly at: Date;
}

interface TrackedEndpoint {
  readonly resets: number;
  breaker: BreakerState;
  /** Whether the endpoint's stored health is anything but clean. */
  isUnwell: boolean;
}

/**
 * The breakers of the endpoints that this process calls. The window of attempts is kept only here; whether a breaker is
 * open is stored, and the stored state is adopted with every claim.
 */
export class EndpointBreakers {
  readonly #byEndpoint = new Map<string, TrackedEndpoint>();

  /**
   * Adopts the state that another replica may have stored. A claim made just before this process opened the breaker still
   * carries the closed state, which is ignored until the wait is over or the endpoint's health is reset.
   */
  adoptStored(claim: ClaimedDelivery, now: Date): void {
    const { probeAt, waitSeconds, failingSince, missedFrom } = claim;
    const known = this.#tracked(claim);
    if (known === undefined) return;
    const { open } = known.breaker;
    if (probeAt !== null && waitSeconds !== null) known.breaker = { ...known.breaker, open: { probeAt, waitSeconds } };
    else if (open !== null && open.probeAt <= now) known.breaker = closedBreaker;
    known.isUnwell ||= probeAt !== null || failingSince !== null || missedFrom !== null;
  }

  /** Counts one attempt. */
  count(claim: Claim, succeeded: boolean, now: Date): void {
    const known = this.#tracked(claim);
    if (known !== undefined) known.breaker = afterAttempt(known.breaker, succeeded, now);
  }

  /** How many of the recently called endpoints had which success rate. */
  endpointsBySuccess(now: Date): ReadonlyMap<SuccessClass, number> {
    const counts = new Map<SuccessClass, number>();
    for (const { breaker } of this.#byEndpoint.values()) {
      const share = successShare(breaker, now);
      if (share === undefined) continue;
      const its = share === 1 ? 'all' : share >= 0.9 ? 'most' : share > 0 ? 'some' : 'none';
      counts.set(its, (counts.get(its) ?? 0) + 1);
    }
    return counts;
  }

  /** Whether only a probe may be sent to the endpoint. */
  isOpen(endpointId: string): boolean {
    return (this.#byEndpoint.get(endpointId)?.breaker.open ?? null) !== null;
  }

  /**
   * What must be stored about the endpoints of a batch of counted attempts, given in order; nothing for one that was
   * healthy and still is.
   */
  changesAfter(attempts: readonly CountedAttempt[]): HealthChange[] {
    const changes = new Map<string, HealthChange>();
    for (const { claim, succeeded, exhausted, at } of attempts) {
      const { endpointId } = claim;
      const known = this.#tracked(claim);
      const before = changes.get(endpointId) ?? { succeeded: false, failures: 0, exhausted: [] };
      if (known === undefined || (succeeded && !known.isUnwell)) continue;
      known.isUnwell = !succeeded;
      changes.set(endpointId, {
        endpointId,
        resets: known.resets,
        succeeded: before.succeeded || succeeded,
        failures: succeeded ? 0 : before.failures + 1,
        exhausted: succeeded ? [] : [...before.exhausted, ...(exhausted ? [claim.eventId] : [])],
        open: known.breaker.open,
        at,
      });
    }
    return [...changes.values()];
  }

  /** The endpoint since its last reset; undefined for what was claimed before that. */
  #tracked({ endpointId, resets }: Claim): TrackedEndpoint | undefined {
    const known = this.#byEndpoint.get(endpointId);
    if (known !== undefined && known.resets >= resets) return known.resets === resets ? known : undefined;
    if (this.#byEndpoint.size >= maxTracked) this.#byEndpoint.clear();
    const made = { resets, breaker: closedBreaker, isUnwell: false };
    this.#byEndpoint.set(endpointId, made);
    return made;
  }
}
