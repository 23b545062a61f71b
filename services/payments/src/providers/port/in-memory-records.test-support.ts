import type { RecordStore } from './record-store.ts';

/** A store that lives as long as the process. Keeps JSON text, so that a record that is no JSON is noticed. */
export function inMemoryRecords<Stored>(): RecordStore<Stored> {
  const records = new Map<string, string>();
  const read = (key: string): Stored | undefined => {
    const text = records.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Stored);
  };
  return {
    get: async (key) => read(key),
    putIfAbsent: async (key, record) => {
      if (!records.has(key)) records.set(key, JSON.stringify(record));
      return read(key) ?? record;
    },
  };
}

/** The store as a call sees it that stops at its first record of a kind until `meanwhile` is done. */
export function interruptedAt<Stored extends { readonly op: string }>(
  store: RecordStore<Stored>,
  op: Stored['op'],
  meanwhile: () => Promise<void>,
): RecordStore<Stored> {
  let isOver = false;
  return {
    get: (key) => store.get(key),
    putIfAbsent: async (key, record) => {
      if (record.op === op && !isOver) {
        isOver = true;
        await meanwhile();
      }
      return store.putIfAbsent(key, record);
    },
  };
}
