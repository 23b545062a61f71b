import { z } from 'zod';

/** Local days, both inclusive, or the last `days` days with today. */
export type DateFilter = { readonly last: number } | { readonly from: string; readonly to: string };

/** A calendar day from 1970 to 2999; clocks outside are nobody's business. */
const isDay = (value: string) => /^(19[7-9]|2\d\d)/.test(value) && z.iso.date().safeParse(value).success;

/** `last:n,days`, `eq:YYYY-MM-DD`, `bt:a,b` or its alias `between:a,b`. */
export const dateParameter = z
  .string()
  .transform((value, context) => {
    const filter = parseDateFilter(value);
    if (filter) return filter;
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'must be last:n,days, eq:YYYY-MM-DD or bt:YYYY-MM-DD,YYYY-MM-DD',
    });
    return z.NEVER;
  })
  .describe('`last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (inclusive), in `timezone`.');

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

const localDay = (at: Date, timezone: string) => localClock(at, timezone).toISOString().slice(0, 10);

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first moment of a local day: midnight, or the end of the gap where clocks skip it. */
function startOfDay(day: string, timezone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const offsets = [-86_400_000, 86_400_000].map((shift) => offsetAt(new Date(wanted + shift), timezone));
  const exact = offsets
    .map((offset) => new Date(wanted - offset))
    .filter((at) => localClock(at, timezone).getTime() === wanted)
    .sort((a, b) => a.getTime() - b.getTime());
  return exact[0] ?? new Date(wanted - Math.min(...offsets));
}

const offsetAt = (at: Date, timezone: string) =>
  localClock(at, timezone).getTime() - Math.floor(at.getTime() / 1000) * 1000;

/** What clocks in `timezone` show at that moment, written as if it were UTC. */
function localClock(at: Date, timezone: string): Date {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '00';
  return new Date(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  );
}
