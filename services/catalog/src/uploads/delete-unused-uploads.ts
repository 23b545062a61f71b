import { acrossMerchants, fragment, log, type Database } from '@mizan/service-kit';
import type { Storage } from './storage.ts';

const batchRows = 500;
const graceMs = 5 * 60_000; // a request that started at the last moment has long finished by then

/**
 * Deletes upload addresses that expired unused, the bytes written by requests whose process died, and pictures that were
 * withdrawn because no product shows them.
 *
 * @returns how many were deleted
 * @throws Error what storage failed with, after the others of the batch were deleted
 */
export async function deleteUnusedUploads(db: Database, { storage }: { storage: Storage }): Promise<number> {
  const isExpired = db.clocks.isDue(fragment`expires_at + ${graceMs} * interval '1 millisecond'`, fragment`uploads`);
  const unused = await db.system.sql<{ name: string; key: string | null }>`
    select name, object_key as key from uploads where ${acrossMerchants} and stored_at is null and ${isExpired}
    order by expires_at limit ${batchRows}`;
  // The bytes first: a row that outlives its bytes is found again, bytes that outlive their row never are.
  const removed: string[] = [];
  const failures: unknown[] = [];
  for (const { name, key } of unused) {
    try {
      if (key !== null) await storage.remove(key);
      removed.push(name);
    } catch (failure) {
      failures.push(failure); // the same file is first next time: it must not keep the others from being deleted
      log.warn({ event: 'upload.not_removed', key, err: failure });
    }
  }
  const deleted = await db.system.sql`
    delete from uploads
    where ${acrossMerchants} and name = any(${removed}::text[]) and stored_at is null returning name`;
  if (failures.length > 0) throw failures[0];
  return deleted.length;
}
