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

const boundParameter = (description: string) =>
  z
    .string()
    .refine(
      (value) => isDay(value) || z.iso.datetime({ offset: true }).safeParse(value).success,
      // Aborts: the bounds are compared only when both can be read.
      { error: 'must be a day (YYYY-MM-DD) or an ISO 8601 time', abort: true },
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
  .refine((query) => !query.from || periodsOf(query, new Date()).length <= periodsMax, {
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
  const to = query.to ? endOf(query.to, timezone) : startOfDay(addDays(localDay(now, timezone), 1), timezone);
  const lastDay = localDay(new Date(to.getTime() - 1), timezone);
  const from = query.from ? startOf(query.from, timezone) : startOfDay(addDays(lastDay, 1 - defaultDays), timezone);
  const periods: Period[] = [];
  for (let end = to, day = firstDayOf(lastDay, interval); end > from && periods.length <= periodsMax;) {
    const start = startOfDay(day, timezone);
    periods.push({ from: start < from ? from : start, to: end });
    end = start;
    day = firstDayOf(addDays(day, -1), interval);
  }
  return periods.slice(0, periodsMax + 1).reverse();
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
