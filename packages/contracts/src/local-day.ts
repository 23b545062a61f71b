import { z } from 'zod';

/** A calendar day from 1970 to 2999; others are not supported. */
export const isDay = (value: string) => /^(19[7-9]|2\d\d)/.test(value) && z.iso.date().safeParse(value).success;

/** The day, `YYYY-MM-DD`, that calendars in `timezone` show at that moment. */
export const localDay = (at: Date, timezone: string) => localClock(at, timezone).toISOString().slice(0, 10);

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first moment of a local day: midnight, or the end of the gap where clocks skip it. */
export function startOfDay(day: string, timezone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const offsets = new Set([-86_400_000, 86_400_000].map((shift) => offsetAt(new Date(wanted + shift), timezone)));
  const exact = [...offsets]
    .map((offset) => new Date(wanted - offset))
    .filter((at) => localClock(at, timezone).getTime() === wanted)
    .sort((a, b) => a.getTime() - b.getTime());
  return exact[0] ?? new Date(wanted - Math.min(...offsets));
}

const offsetAt = (at: Date, timezone: string) =>
  localClock(at, timezone).getTime() - Math.floor(at.getTime() / 1000) * 1000;

/** What clocks in `timezone` show at that moment, written as if it were UTC. */
function localClock(at: Date, timezone: string): Date {
  const parts = clockOf(timezone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '00';
  return new Date(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  );
}

const clocksMax = 100; // some 30 KB each; callers choose the zones, in any letter case
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock of a time zone, kept because making one takes thirty times as long as reading it. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (clocks.size === clocksMax) clocks.clear();
    clocks.set(timezone, clock);
  }
  return clock;
}
