import { z } from 'zod';
import { Currency } from './enums.ts';
import { addDays, isDay, localDay, startOfDay } from './local-day.ts';
import { timezoneParameter } from './list-grammar.ts';
import { failWith, Timestamp } from './primitives.ts';

/** How long each row of a series is. Weeks start on Monday. */
export const StatsInterval = z.enum(['day', 'week', 'month']).meta({ id: 'StatsInterval' });
export type StatsInterval = z.infer<typeof StatsInterval>;

/** The period and interval of statistics; days are evaluated in `timezone`. */
export interface StatsQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval: StatsInterval;
  readonly timezone: string;
}

/** Rows that a series may have. */
const periodsMax = 400;
const defaultDays = 30;

const instant = z.iso.datetime({ offset: true });

const boundParameter = (description: string) =>
  z
    .string()
    .refine(
      (value) => isDay(value) || (isDay(value.slice(0, 10)) && instant.safeParse(value).success),
      // Aborts: the bounds are compared only when both can be read.
      { error: 'must be a day (YYYY-MM-DD) or an ISO 8601 time, from 1970 to 2999', abort: true },
    )
    .describe(description);

/** The query of statistics. */
export const statsQuery = z
  .strictObject({
    from: boundParameter('First day or time of the period. Defaults to 29 days before its end.').optional(),
    to: boundParameter(
      'Last day of the period, inclusive, or the time at which it ends. Defaults to today.',
    ).optional(),
    interval: StatsInterval.default('day'),
    timezone: timezoneParameter.default('UTC'),
  })
  .refine(({ from, to, timezone }) => !from || !to || startOf(from, timezone) < endOf(to, timezone), {
    ...failWith('parameter_invalid', 'must not be after to'),
    path: ['from'],
  })
  .refine((query) => !query.from || countPeriods(query, new Date()) <= periodsMax, {
    ...failWith('parameter_out_of_range', `must be at most ${periodsMax} intervals before the end`),
    path: ['from'],
  });

/** The same for sums that are in one currency. */
export const statsQueryWithCurrency = statsQuery.safeExtend({
  currency: Currency.optional().describe(
    'Currency of the sales to include. Defaults to the currency of the newest sale.',
  ),
});

/** One row of a series: from inclusive, to exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The rows of a query, oldest first, cut to its bounds; at most {@link periodsMax}, the newest. */
export function periodsOf(query: StatsQuery, now: Date): Period[] {
  const { interval, timezone } = query;
  const { from, to, lastDay } = boundsOf(query, now);
  const periods: Period[] = [];
  for (let end = to, day = firstDayOf(lastDay, interval); end > from && periods.length < periodsMax;) {
    const start = startOfDay(day, timezone);
    periods.push({ from: start < from ? from : start, to: end });
    end = start;
    day = firstDayOf(addDays(day, -1), interval);
  }
  return periods.reverse();
}

/** How many rows a query would have without a limit, from its bounds alone: anyone can send a thousand years of days. */
function countPeriods(query: StatsQuery, now: Date): number {
  const { from, lastDay } = boundsOf(query, now);
  const first = new Date(firstDayOf(localDay(from, query.timezone), query.interval));
  const last = new Date(firstDayOf(lastDay, query.interval));
  if (query.interval === 'month')
    return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
  const days = (last.getTime() - first.getTime()) / 86_400_000;
  return (query.interval === 'week' ? days / 7 : days) + 1;
}

/** The moments between which rows are, and the last local day before `to`. */
function boundsOf({ from, to, timezone }: StatsQuery, now: Date): Period & { readonly lastDay: string } {
  const end = to ? endOf(to, timezone) : startOfDay(addDays(localDay(now, timezone), 1), timezone);
  const lastDay = localDay(new Date(end.getTime() - 1), timezone);
  const start = from ? startOf(from, timezone) : startOfDay(addDays(lastDay, 1 - defaultDays), timezone);
  return { from: start, to: end, lastDay };
}

const startOf = (bound: string, timezone: string): Date =>
  isDay(bound) ? startOfDay(bound, timezone) : new Date(bound);
const endOf = (bound: string, timezone: string): Date =>
  isDay(bound) ? startOfDay(addDays(bound, 1), timezone) : new Date(bound);

/** The first day of the interval that a day lies in. */
function firstDayOf(day: string, interval: StatsInterval): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The start of a row of a series. */
export const periodStart = Timestamp.describe('Start of the interval. It ends where the next one starts.');
