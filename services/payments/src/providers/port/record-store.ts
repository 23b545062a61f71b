import { type Database, fragment, type Fragment, own, type Scope, type Table } from '@mizan/service-kit';

/**
 * What an adapter remembers of one account and mode. Each write commits by itself, outside every transaction of the
 * payment: what the provider did stays recorded when the platform rolls back or dies. Records are plain JSON and never
 * change.
 */
export interface RecordStore<Stored> {
  get(key: string): Promise<Stored | undefined>;
  /** Writes the record unless the key has one; returns the record that is stored. Concurrent writers get the same one. */
  putIfAbsent(key: string, record: Stored): Promise<Stored>;
}

/** A row of a table of records. */
interface RecordRow<Stored> extends Scope {
  readonly key: string;
  readonly record: Stored;
  readonly createdAt: Date;
}

/** A store whose keys are apart from those of every other connection: a charge may be moved from one to the next. */
export const recordsOf = <Stored>(
  store: RecordStore<Stored>,
  { recordsOf: connectionId }: { readonly recordsOf: string | null },
): RecordStore<Stored> => {
  const keyOf = (key: string): string => (connectionId === null ? key : `${connectionId} ${key}`);
  return {
    get: (key) => store.get(keyOf(key)),
    putIfAbsent: (key, record) => store.putIfAbsent(keyOf(key), record),
  };
};

/** The store of an account and mode in Postgres. */
export function databaseRecords<Stored>(
  db: Database,
  { name, table }: { readonly name: Fragment; readonly table: Pick<Table<RecordRow<Stored>>, 'insert'> },
  scope: Scope,
): RecordStore<Stored> {
  return {
    get: async (key) => {
      const row = await db.system.one<{ record: Stored }>`
        select record from ${name} where ${own({ scope })} and key = ${key}`;
      return row?.record;
    },
    putIfAbsent: async (key, record) => {
      // The empty update returns the stored row, and waits for a concurrent writer that was first.
      const row = await db.system.one<{ record: Stored }>`
        ${table.insert([{ ...scope, key, record, createdAt: fragment`now()` }])}
        on conflict (merchant_id, livemode, key) do update set key = excluded.key
        returning record`;
      if (!row) throw new Error(`bug: record ${key} was neither written nor found`);
      return row.record;
    },
  };
}

/** A record of a known kind. @throws Error when it is another: two different things were given the same key */
export function expectRecord<Stored extends { readonly op: string }, const Op extends Stored['op']>(
  record: Stored,
  ...ops: readonly Op[]
): Extract<Stored, { op: Op }> {
  const isExpected = (found: Stored): found is Extract<Stored, { op: Op }> =>
    (ops as readonly string[]).includes(found.op);
  if (!isExpected(record)) throw new Error(`bug: a key of "${ops.join('|')}" holds a "${record.op}"`);
  return record;
}

/** A record that is numbered. */
export interface Numbered<Stored> {
  readonly n: number;
  readonly record: Stored;
}

/** The last of the records that are written under one key after the other; undefined when there is none. @param keyOf the key of the nth, from 1 */
export async function lastNumbered<Stored>(
  store: Pick<RecordStore<Stored>, 'get'>,
  keyOf: (n: number) => string,
): Promise<Numbered<Stored> | undefined> {
  let last: Numbered<Stored> | undefined;
  for (let n = 1; ; n += 1) {
    const record = await store.get(keyOf(n));
    if (record === undefined) return last;
    last = { n, record };
  }
}
