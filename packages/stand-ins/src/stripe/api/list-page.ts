import { integer, text, type Read } from '../parameters/readers.ts';
import type { Owned } from '../state.ts';
import { findOwn, isOwn, type Caller } from '../stripe-app.ts';
import { invalidRequest } from './refusal.ts';

/** Parameters that every list has. */
export const pageShape = { limit: integer, starting_after: text(), ending_before: text() };

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
  given: Read<typeof pageShape>,
  { kept, url, name, matches = () => true, render }: Page<T>,
): Readonly<Record<string, unknown>> {
  const { limit = 10, starting_after: after, ending_before: before } = given;
  if (limit < 1 || limit > 100)
    throw invalidRequest('This value must be between 1 and 100 (inclusive).', 'parameter_invalid_integer', 'limit');
  if (after !== undefined && before !== undefined)
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.');
  const own = kept.filter((each) => isOwn(caller, each) && matches(each)).reverse();
  const indexOf = (id: string, param: string) => own.indexOf(findOwn(caller, kept, { id, name, param }));
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const end = before === undefined ? own.length : indexOf(before, 'ending_before');
  const from = before === undefined ? start : Math.max(0, end - limit);
  const page = own.slice(from, before === undefined ? from + limit : end);
  const hasMore = before === undefined ? from + limit < own.length : from > 0;
  return { object: 'list', data: page.map(render), has_more: hasMore, url };
}
