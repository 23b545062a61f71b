const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long after each question an undecided charge or refund is asked about again. */
const delaysMs = [10_000, minuteMs, 5 * minuteMs, 60 * minuteMs, dayMs, dayMs, dayMs, dayMs, dayMs];

/**
 * How long a worker that calls a provider is left alone: longer than the 25 s that a confirm, capture or refund has in
 * all. What is still undecided then was left by a crash.
 */
export const crashGraceMs = 30_000;

/** When an answer is waited for that is being asked for right now: a crash must not make the last question the end. */
export const retryAt = (asked: number, now: Date): Date =>
  nextScheduledAt(asked, now) ?? new Date(now.getTime() + dayMs);

/**
 * When the provider is asked next.
 *
 * @param asked how often it was asked since the first answer
 * @returns null when asking has not helped for days: an operator has to look
 */
export function nextScheduledAt(asked: number, now: Date): Date | null {
  const delayMs = delaysMs[asked];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}
