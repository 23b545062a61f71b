import { afterAttempt, closedBreaker, successShare, type BreakerState } from './breaker.ts';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import type { HealthChange } from './record-outcomes.ts';

/** Endpoints tracked at once; dropping one only restarts its window. */
const maxTracked = 10_000;

/** The success rate of an endpoint: all of its attempts, at least nine in ten, fewer, or none. */
export const successClasses = ['all', 'most', 'some', 'none'] as const;
export type SuccessClass = (typeof successClasses)[number];

interface TrackedEndpoint {
  breaker: BreakerState;
  /** Whether the endpoint's stored health is anything but clean. */
  isUnwell: boolean;
}

/**
 * The breakers of the endpoints that this process calls. The window of attempts is kept only here; whether a breaker is open
 * is stored, and the stored state is adopted with every claim.
 */
export class EndpointBreakers {
  readonly #byEndpoint = new Map<string, TrackedEndpoint>();

  /**
   * Adopts the state that another replica may have stored. A claim made just before this process opened the breaker still
   * carries the closed state, which is ignored until the wait is over.
   */
  adoptStored({ endpointId, probeAt, waitSeconds, failingSince }: ClaimedDelivery, now: Date): void {
    const known = this.#tracked(endpointId);
    const { open } = known.breaker;
    if (probeAt !== null && waitSeconds !== null) known.breaker = { ...known.breaker, open: { probeAt, waitSeconds } };
    else if (open !== null && open.probeAt <= now) known.breaker = closedBreaker;
    known.isUnwell ||= probeAt !== null || failingSince !== null;
  }

  /** Counts one attempt. */
  count(endpointId: string, succeeded: boolean, now: Date): void {
    const known = this.#tracked(endpointId);
    known.breaker = afterAttempt(known.breaker, succeeded, now);
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
   * What must be stored about the endpoints of a batch of attempts, all counted before; nothing for an endpoint that was
   * healthy and still is.
   */
  changesAfter(attempts: readonly { endpointId: string; succeeded: boolean; at: Date }[]): HealthChange[] {
    const changes = new Map<string, HealthChange>();
    for (const { endpointId, succeeded, at } of attempts) {
      const known = this.#tracked(endpointId);
      const before = changes.get(endpointId) ?? { succeeded: false, failures: 0 };
      if (succeeded && !known.isUnwell) continue;
      known.isUnwell = !succeeded;
      changes.set(endpointId, {
        endpointId,
        succeeded: before.succeeded || succeeded,
        failures: before.failures + (succeeded ? 0 : 1),
        open: known.breaker.open,
        at,
      });
    }
    return [...changes.values()];
  }

  #tracked(endpointId: string): TrackedEndpoint {
    const known = this.#byEndpoint.get(endpointId);
    if (known !== undefined) return known;
    if (this.#byEndpoint.size >= maxTracked) this.#byEndpoint.clear();
    const made = { breaker: closedBreaker, isUnwell: false };
    this.#byEndpoint.set(endpointId, made);
    return made;
  }
}
