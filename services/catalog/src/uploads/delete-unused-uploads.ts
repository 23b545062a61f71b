import { acrossMerchants, fragment, log, type Database } from '@mizan/service-kit';
import type { Storage } from './storage.ts';

const batchRows = 500;
const oldestRows = 20_000;
const failuresMax = 100; // by then storage is away, most likely: the next pass goes on
const graceMs = 5 * 60_000; // a request that started at the last moment has long finished by then

/**
 * Deletes upload addresses that expired unused, the bytes written by requests whose process died, and pictures that were
 * withdrawn because no product shows them.
 *
 * @returns how many were deleted
 * @throws Error what storage first failed with, after what could be removed was deleted
 */
export async function deleteUnusedUploads(db: Database, { storage }: { storage: Storage }): Promise<number> {
  const isExpired = db.clocks.isDue(fragment`expires_at + ${graceMs} * interval '1 millisecond'`, fragment`uploads`);
  // In random order: files that storage cannot remove stay, and must not be the first ones each time. Of the oldest: an outage
  // leaves very many.
  const unused = await db.system.sql<{ name: string; key: string | null }>`
    select name, key from (
      select name, object_key as key from uploads where ${acrossMerchants} and stored_at is null and ${isExpired}
      order by expires_at limit ${oldestRows}) as oldest
    order by random() limit ${batchRows}`;
  // The bytes first: a row that outlives its bytes is found again, bytes that outlive their row never are.
  const removed: string[] = [];
  const failures: unknown[] = [];
  for (const { name, key } of unused) {
    if (failures.length === failuresMax) break;
    try {
      if (key !== null) await storage.remove(key);
      removed.push(name);
    } catch (failure) {
      failures.push(failure);
      log.warn({ event: 'upload.not_removed', key, err: failure });
    }
  }
  const deleted = await db.system.sql`
    delete from uploads
    where ${acrossMerchants} and name = any(${removed}::text[]) and stored_at is null returning name`;
  if (failures.length > 0) throw failures[0];
  return deleted.length;
}
