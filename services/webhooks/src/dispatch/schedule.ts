/** Delays in seconds, each after the attempt before it; the first attempt is made at once. */
const delaysSeconds = {
  live: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  test: [0, 5, 30, 300, 1_800],
} as const;

const jitter = 0.1;
const retryAfterCapSeconds = 24 * 3_600;
/** An endpoint that times out or responds 429 needs a pause, not another request in five seconds. */
const overloadedExtraSeconds = 60;
/** No attempt starts later than this after the delivery was created, whatever `Retry-After` or an open breaker requires. */
export const deliveryLifetimeHours = 90;

const disableAfterHours = 120;
const disableAfterFailures = 20;

/** A failed attempt, as far as the schedule depends on it. */
export interface FailedAttempt {
  readonly livemode: boolean;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly statusCode: number | null;
  /** True when the endpoint did not respond in time: lookup, connection, handshake or response. */
  readonly timedOut: boolean;
  /** From the response; ignored unless the status is 429 or 503. */
  readonly retryAfterSeconds: number | null;
  /** When the delivery was created: the start of its lifetime. */
  readonly createdAt: Date;
}

/** What happens to a delivery after a failed attempt; `gone` also disables its endpoint. */
export type NextStep =
  { readonly step: 'retry'; readonly at: Date } | { readonly step: 'exhausted' } | { readonly step: 'gone' };

/** How many attempts a delivery gets. */
export const attemptsAllowed = (livemode: boolean): number => delaysSeconds[livemode ? 'live' : 'test'].length;

/**
 * Decides what follows a failed attempt: the next delay of the mode's schedule, ten per cent more or less (by `random`,
 * from 0 to just below 1) so that endpoints that failed together are not retried together; longer after a timeout or 429
 * in live mode; at least `Retry-After`, up to 24 hours. 410 stops the delivery at once.
 */
export function nextStep(failed: FailedAttempt, now: Date, random: number): NextStep {
  if (failed.statusCode === 410) return { step: 'gone' };
  const planned = delaysSeconds[failed.livemode ? 'live' : 'test'][failed.attempt];
  if (planned === undefined) return { step: 'exhausted' };

  const overloaded = failed.livemode && (failed.timedOut || failed.statusCode === 429);
  const spread = planned * (1 - jitter + 2 * jitter * random) + (overloaded ? overloadedExtraSeconds : 0);
  const at = new Date(now.getTime() + Math.max(spread, requestedSeconds(failed)) * 1_000);

  const lastStart = failed.createdAt.getTime() + deliveryLifetimeHours * 3_600_000;
  return at.getTime() <= lastStart ? { step: 'retry', at } : { step: 'exhausted' };
}

function requestedSeconds({ statusCode, retryAfterSeconds }: FailedAttempt): number {
  if (statusCode !== 429 && statusCode !== 503) return 0;
  return Math.min(retryAfterSeconds ?? 0, retryAfterCapSeconds);
}

/** How long and how often an endpoint has failed since its last success. */
export interface FailureStreak {
  /** When the first failure after the last success happened; `null` when the last attempt succeeded. */
  readonly failingSince: Date | null;
  readonly failures: number;
}

/**
 * Whether to disable an endpoint: after 120 hours without a single success and at least 20 failures, so that an endpoint that
 * gets one event a month is not disabled for two bad days.
 */
export function shouldDisable(streak: FailureStreak, now: Date): boolean {
  if (streak.failingSince === null || streak.failures < disableAfterFailures) return false;
  return now.getTime() - streak.failingSince.getTime() >= disableAfterHours * 3_600_000;
}
