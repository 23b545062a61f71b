import { fragment, type Database } from '@mizan/service-kit';
import type { Storage } from './storage.ts';

const batchRows = 500;
const graceMs = 5 * 60_000; // a request that began in the last moment has long ended by then

/**
 * Forgets addresses that nobody used in their time, and what a request that died had written.
 *
 * @returns how many
 */
export async function deleteUnusedUploads(storage: Storage, db: Database): Promise<number> {
  const isOver = db.clocks.isDue(fragment`expires_at + ${graceMs} * interval '1 millisecond'`, fragment`uploads`);
  const unused = await db.system.sql<{ name: string; key: string | null }>`
    select name, object_key as key from uploads where stored_at is null and ${isOver}
    order by expires_at limit ${batchRows}`;
  // The bytes first: a row that outlives them is found again, bytes that outlive their row never are.
  for (const { key } of unused) if (key !== null) await storage.remove(key);
  const deleted = await db.system.sql`
    delete from uploads where name = any(${unused.map(({ name }) => name)}::text[]) and stored_at is null returning name`;
  return deleted.length;
}
