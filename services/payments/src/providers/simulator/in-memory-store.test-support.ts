import type { SimulatorRecord, SimulatorStore } from './simulator-store.ts';

/** A store that lives as long as the process, for tests. Keeps JSON text, so that what is not JSON shows at once. */
export function inMemoryStore(): SimulatorStore {
  const records = new Map<string, string>();
  const read = (key: string): SimulatorRecord | undefined => {
    const text = records.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as SimulatorRecord);
  };
  return {
    get: async (key) => read(key),
    putIfAbsent: async (key, record) => {
      if (!records.has(key)) records.set(key, JSON.stringify(record));
      return read(key) ?? record;
    },
  };
}
