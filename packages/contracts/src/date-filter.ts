import { z } from 'zod';
import { addDays, isDay, localDay, startOfDay } from './local-day.ts';

/** Local days, both inclusive, or the last `days` days with today. */
export type DateFilter = { readonly last: number } | { readonly from: string; readonly to: string };

/** `last:n,days`, `eq:YYYY-MM-DD`, `bt:a,b` or its alias `between:a,b`. */
export const dateParameter = z
  .string()
  .transform((value, context) => {
    const filter = parseDateFilter(value);
    if (filter) return filter;
    context.issues.push({
      code: 'custom',
      input: value,
      message: explainWrongDate(value),
    });
    return z.NEVER;
  })
  .describe(
    '`last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.',
  );

function explainWrongDate(value: string): string {
  const days = /^(?:eq|bt|between):([\d-]+)(?:,([\d-]+))?$/.exec(value)?.slice(1) ?? [];
  const unknown = days.find((day) => day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !isDay(day));
  if (unknown !== undefined) return `must have days of the calendar, which ${unknown} is not`;
  const [from, to] = days;
  if (from !== undefined && to !== undefined && isDay(from) && isDay(to))
    return 'must have the first day before the last';
  return 'must be last:<n>,days (last:7,days is today and the 6 days before it), eq:<day>, or bt:<first>,<last>, with days such as 2025-01-31';
}

function parseDateFilter(value: string): DateFilter | undefined {
  const last = /^last:(\d{1,4}),days$/.exec(value);
  if (last) return Number(last[1]) >= 1 ? { last: Number(last[1]) } : undefined;
  const on = /^eq:(.+)$/.exec(value);
  if (on?.[1] && isDay(on[1])) return { from: on[1], to: on[1] };
  const [, from, to] = /^(?:bt|between):([^,]+),([^,]+)$/.exec(value) ?? [];
  return from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

/**
 * The moments a filter stands for, from inclusive, to exclusive.
 *
 * @param timezone IANA name, already checked
 * @param now decides what today is for `last:n,days`
 */
export function dateRangeOf(filter: DateFilter, timezone: string, now: Date): { from: Date; to: Date } {
  const today = localDay(now, timezone);
  const [first, last] = 'last' in filter ? [addDays(today, 1 - filter.last), today] : [filter.from, filter.to];
  return { from: startOfDay(first, timezone), to: startOfDay(addDays(last, 1), timezone) };
}
