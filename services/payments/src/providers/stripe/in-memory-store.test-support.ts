import type { StripeRecord, StripeStore } from './stripe-store.ts';

/** A store that lives as long as the test. Keeps JSON text, so that what is not JSON shows at once. */
export function inMemoryStore(): StripeStore {
  const records = new Map<string, string>();
  const read = (key: string): StripeRecord | undefined => {
    const text = records.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as StripeRecord);
  };
  return {
    get: async (key) => read(key),
    putIfAbsent: async (key, record) => {
      if (!records.has(key)) records.set(key, JSON.stringify(record));
      return read(key) ?? record;
    },
  };
}
