import { type AmountRange, type DateFilter, dateRangeOf } from '@mizan/contracts';
import { type Fragment, fragment, type Reader } from '@mizan/service-kit';
import type { Counted } from './counted.ts';

/** The stored count of a list, which is its total only without filters. */
export const countedIn = (list: Counted, filters: readonly Fragment[]): Counted[] | undefined =>
  filters.length === 0 ? [list] : undefined;

/** Rows that were created on the days of a request. */
export function createdOn(reader: Reader, date: DateFilter | undefined, timezone: string): Fragment[] {
  if (!date) return [];
  const { from, to } = dateRangeOf(date, timezone, reader.now);
  return [fragment`created_at >= ${from} and created_at < ${to}`];
}

/** Rows whose amount is in the range of a request. */
export function amountBetween(range: AmountRange | undefined): Fragment[] {
  if (!range) return [];
  return [fragment`amount between ${range.min ?? 0} and ${range.max ?? Number.MAX_SAFE_INTEGER}`];
}

/** The condition, if there is a value to compare with. */
export const when = <T>(value: T | undefined, condition: (value: T) => Fragment): Fragment[] =>
  value === undefined ? [] : [condition(value)];
