import { countries, type Country } from './account.ts';

/**
 * A time as Paymob writes it: local, with six digits of a second. Answers carry the zone behind it, callbacks do not, so that
 * the same moment reads differently in the two.
 */
export function renderTime(time: number, country: Country, isZoned: boolean): string {
  const { zone } = countries[country];
  const offsetMs = Number(zone.slice(1, 3)) * 3_600_000;
  const local = new Date(time + offsetMs).toISOString().slice(0, -1);
  return `${local}${String(time % 1000).padStart(3, '0')}${isZoned ? zone : ''}`;
}
