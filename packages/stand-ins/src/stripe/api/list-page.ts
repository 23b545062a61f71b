import { integer, object, text, type Read, type Reader } from '../parameters/readers.ts';
import type { Owned } from '../state.ts';
import { findOwn, isOwn, type Caller } from '../stripe-app.ts';
import { invalidRequest } from './refusal.ts';

/** Parameters that every list has. */
export const pageShape = { limit: integer, starting_after: text(), ending_before: text() };

const bounds = { gt: integer, gte: integer, lt: integer, lte: integer };

/** When an object was created: a moment, or between bounds, in Unix seconds. */
const created: Reader<Read<typeof bounds>> = (value, path) => {
  if (typeof value !== 'string') return object(bounds)(value, path);
  const at = integer(value, path);
  return { gte: at, lte: at };
};

/** Parameters of lists that can be filtered by time. */
export const datedPageShape = { ...pageShape, created };

interface Page<T> {
  readonly kept: readonly T[];
  readonly url: string;
  readonly name: string;
  readonly matches?: (each: T) => boolean;
  readonly render: (each: T) => unknown;
}

/** A page of the caller's objects, newest first. @throws StripeRefusal 400, or 404 for a cursor that is no object */
export function listPage<T extends Owned>(
  caller: Caller,
  given: Read<typeof pageShape> & Partial<Read<typeof datedPageShape>>,
  { kept, url, name, matches = () => true, render }: Page<T>,
): Readonly<Record<string, unknown>> {
  const { limit = 10, starting_after: after, ending_before: before, created: { gt, gte, lt, lte } = {} } = given;
  if (limit < 1 || limit > 100)
    throw invalidRequest('This value must be between 1 and 100 (inclusive).', 'parameter_invalid_integer', 'limit');
  if (after !== undefined && before !== undefined)
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.');
  const isDated = ({ created: at }: T): boolean =>
    at > (gt ?? -Infinity) && at >= (gte ?? -Infinity) && at < (lt ?? Infinity) && at <= (lte ?? Infinity);
  const own = kept.filter((each) => isOwn(caller, each) && isDated(each) && matches(each)).reverse();
  const indexOf = (id: string, param: string) => own.indexOf(findOwn(caller, kept, { id, name, param }));
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const end = before === undefined ? own.length : indexOf(before, 'ending_before');
  const from = before === undefined ? start : Math.max(0, end - limit);
  const page = own.slice(from, before === undefined ? from + limit : end);
  const hasMore = before === undefined ? from + limit < own.length : from > 0;
  return { object: 'list', data: page.map(render), has_more: hasMore, url };
}
