import { addDays, localDay } from '@mizan/contracts';

/** Words for days, and how many days after today each is. */
const words = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

export const isDayWord = (text: string): boolean => words.has(text);

/** Whether a text is a day such as 2026-12-01. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // 30 February is read as 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day that a word names: `2026-12-01` for `today`. Any other text stays as it is. */
export function dayOf(text: string, { now, timezone }: { readonly now: Date; readonly timezone: string }): string {
  const offset = words.get(text);
  return offset === undefined ? text : addDays(localDay(now, timezone), offset);
}
