import { numberToBase62 } from '../ids.ts';

const dayMs = 86_400_000;
/** Letters of an id that are its time, see `newId`. */
const timeLength = 9;

/** Days that have their partition before they start, today not counted: a job that fails for so long loses nothing. */
export const daysAhead = 3;

/** A day in UTC with the ids of the events that happened in it. */
export interface Day {
  /** `20261123`: the end of a partition's name. */
  readonly name: string;
  /** The lowest id that an event of this day can have, and the lowest of the next day. */
  readonly lower: string;
  readonly upper: string;
}

/** The day of an instant, or some days after or before it. */
export function dayOf(instant: Date, ahead = 0): Day {
  const start = (Math.floor(instant.getTime() / dayMs) + ahead) * dayMs;
  const idAt = (ms: number) => `evt_${numberToBase62(ms, timeLength)}`;
  const name = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  return { name, lower: idAt(start), upper: idAt(start + dayMs) };
}

/** The days that should have a partition by now. */
export const daysFrom = (instant: Date): readonly Day[] =>
  Array.from({ length: daysAhead + 1 }, (_, ahead) => dayOf(instant, ahead));
