const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long after each query the next one about an undecided charge or refund follows. */
const delaysMs = [10_000, minuteMs, 5 * minuteMs, 60 * minuteMs, dayMs, dayMs, dayMs, dayMs, dayMs];

/**
 * How long after it was created a refund that has succeeded is queried although its queries have no answer, as its bank may return
 * the money: longer than any adapter wants to know, so that some days without an answer miss nothing. After that, its queries end
 * once the schedule is used up, which starts over with each answer and each callback.
 */
export const returnWindowMs = 14 * dayMs;

/**
 * How long a charge is left to the process that calls the provider: longer than the 25 s that a confirm, capture or refund
 * has in all. What is still undecided then was left by a crash.
 */
export const crashGraceMs = 30_000;

/** When the next query follows by the schedule, and then daily: a crash must not make any query the last one. */
export const retryAt = (attempts: number, now: Date): Date =>
  nextScheduledAt(attempts, now) ?? new Date(now.getTime() + dayMs);

/** When the provider is queried next; null when queries have not helped for days, and an operator has to look. */
export function nextScheduledAt(attempts: number, now: Date): Date | null {
  const delayMs = delaysMs[attempts];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}
