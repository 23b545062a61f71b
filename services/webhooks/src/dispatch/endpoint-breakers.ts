import { afterAttempt, closedBreaker, successShare, type BreakerState } from './breaker.ts';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import type { HealthChange } from './record-outcomes.ts';

/** Endpoints remembered at once; forgetting one only means that its window starts anew. */
const maxRemembered = 10_000;

/** How well an endpoint answers: all of its attempts succeeded, at least nine in ten, fewer, or none. */
export const successClasses = ['all', 'most', 'some', 'none'] as const;
export type SuccessClass = (typeof successClasses)[number];

interface Remembered {
  breaker: BreakerState;
  /** Whether the endpoint's stored health is anything but clean. */
  isUnwell: boolean;
}

/**
 * What this process remembers of the endpoints it calls. The window of attempts lives here alone; whether a breaker is
 * open is stored, and the stored answer counts when a claim brings it.
 */
export class EndpointBreakers {
  readonly #byEndpoint = new Map<string, Remembered>();

  /**
   * Takes over what another replica may have stored. A claim that was made just before this process opened the breaker
   * still says that it is closed; that is believed only once the wait is over.
   */
  adoptStored({ endpointId, probeAt, waitSeconds, failingSince }: ClaimedDelivery, now: Date): void {
    const known = this.#remembered(endpointId);
    const { open } = known.breaker;
    if (probeAt !== null && waitSeconds !== null) known.breaker = { ...known.breaker, open: { probeAt, waitSeconds } };
    else if (open !== null && open.probeAt <= now) known.breaker = closedBreaker;
    known.isUnwell ||= probeAt !== null || failingSince !== null;
  }

  /** Counts one attempt. */
  count(endpointId: string, succeeded: boolean, now: Date): void {
    const known = this.#remembered(endpointId);
    known.breaker = afterAttempt(known.breaker, succeeded, now);
  }

  /** How many of the endpoints that were called lately answered how well. */
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

  /** Whether nothing but a probe may go to the endpoint. */
  isOpen(endpointId: string): boolean {
    return (this.#byEndpoint.get(endpointId)?.breaker.open ?? null) !== null;
  }

  /**
   * What must be stored about the endpoints of a batch of attempts, all noted before; nothing for an endpoint that was
   * well and stays so.
   */
  changesAfter(attempts: readonly { endpointId: string; succeeded: boolean; at: Date }[]): HealthChange[] {
    const changes = new Map<string, HealthChange>();
    for (const { endpointId, succeeded, at } of attempts) {
      const known = this.#remembered(endpointId);
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

  #remembered(endpointId: string): Remembered {
    const known = this.#byEndpoint.get(endpointId);
    if (known !== undefined) return known;
    if (this.#byEndpoint.size >= maxRemembered) this.#byEndpoint.clear();
    const made = { breaker: closedBreaker, isUnwell: false };
    this.#byEndpoint.set(endpointId, made);
    return made;
  }
}
