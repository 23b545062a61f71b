const failingHours = 120;
const failuresNeeded = 20;

/** How long and how often an endpoint has failed since its last success. */
export interface FailureStreak {
  /** When the first failure after the last success happened; `null` when the last attempt succeeded. */
  readonly failingSince: Date | null;
  readonly failures: number;
}

/**
 * Whether an endpoint is given up: 120 hours without a single success, and at least 20 failures, so that an endpoint
 * that hears from us once a month is not disabled for two bad days.
 */
export function shouldDisable(spell: FailureStreak, now: Date): boolean {
  if (spell.failingSince === null || spell.failures < failuresNeeded) return false;
  return now.getTime() - spell.failingSince.getTime() >= failingHours * 3_600_000;
}
