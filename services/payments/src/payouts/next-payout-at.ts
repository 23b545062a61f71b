import type { PayoutSchedule } from '@mizan/contracts';

const dayMs = 24 * 60 * 60_000;

/** The midnight, UTC, at which a schedule creates its next payout, later than `after`; null where it is manual. */
export function nextPayoutAt(
  schedule: Pick<PayoutSchedule, 'interval' | 'weekday' | 'monthDay'>,
  after: Date,
): Date | null {
  if (schedule.interval === 'manual') return null;
  for (let time = (Math.floor(after.getTime() / dayMs) + 1) * dayMs; ; time += dayMs)
    if (isPayoutDay(schedule, new Date(time))) return new Date(time);
}

function isPayoutDay(
  { interval, weekday, monthDay }: Pick<PayoutSchedule, 'interval' | 'weekday' | 'monthDay'>,
  day: Date,
): boolean {
  if (interval === 'daily') return true;
  if (interval === 'weekly') return (day.getUTCDay() || 7) === (weekday ?? 1);
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(monthDay ?? 1, lastOfMonth);
}
