/**
 * Every pattern that an event of this type matches: itself, `*`, and `family.*` of each family it belongs to. An endpoint
 * wants the event when it enabled any of them.
 */
export function patternsMatching(type: string): string[] {
  const parts = type.split('.');
  const families = parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  return ['*', type, ...families];
}
