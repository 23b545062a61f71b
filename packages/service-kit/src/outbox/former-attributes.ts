import { isDeepStrictEqual } from 'node:util';

/** The attributes of `before` whose value differs in `after`: the `previousAttributes` of an `*.updated` event. */
export function formerAttributes<T extends object>(before: T, after: T): Partial<T> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T>;
  names.delete('updatedAt' as keyof T);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<T>;
}
