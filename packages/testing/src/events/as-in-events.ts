/** Members in which something that authorizes a buyer may stand. */
const containers = ['paymentIntent', 'latestCharge', 'charges', 'refunds', 'nextAction'];

/** An object of the API as its events have it: without what authorizes a buyer. */
export function asInEvents<T>(shown: T): T {
  if (Array.isArray(shown)) return shown.map(asInEvents) as T;
  if (typeof shown !== 'object' || shown === null) return shown;
  const hidden = Object.entries(shown).map(([name, value]: [string, unknown]) => {
    if (name === 'clientSecret') return [name, null];
    if (name === 'displayDetails') return [name, { ...(value as object), url: null }];
    if (containers.includes(name)) return [name, asInEvents(value)];
    return [name, typeof value === 'string' && /^(url|recoveryUrl)$/.test(name) ? value.split('#')[0] : value];
  });
  return Object.fromEntries(hidden) as T;
}
