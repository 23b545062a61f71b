import { z } from 'zod';

const unchangeable = z.unknown().optional().describe('Cannot be changed. Accepted if it equals the current value.');

/** One field of any value for each name, for bodies that take immutable fields back unchanged. */
export function unchangeableFields<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, unchangeable])) as Record<Name, typeof unchangeable>;
}
