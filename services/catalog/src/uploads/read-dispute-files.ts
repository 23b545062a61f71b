import type { DisputeFile, FileType } from '@mizan/contracts';
import { acrossMerchants, Problem, resourceMissing, type Database } from '@mizan/service-kit';
import { buffer } from 'node:stream/consumers';
import type { Storage } from './storage.ts';

/**
 * A file of the evidence of a dispute for the operator, who passes it on to the bank; at most 5 MiB. No merchant key can read it.
 *
 * @throws Problem `resource_missing`: no evidence is stored under this id
 * @throws Problem `internal_error` 503: storage failed
 */
export async function getDisputeFile(
  { system }: Pick<Database, 'system'>,
  { storage }: { readonly storage: Storage },
  id: string,
): Promise<DisputeFile> {
  const file = await system.one<{ key: string; accountId: string; livemode: boolean; contentType: FileType }>`
    select object_key as key, merchant_id as account_id, livemode, content_type from uploads
    where ${acrossMerchants} and purpose = 'dispute_evidence' and stored_at is not null
      and name = any (select ${id}::text || '.' || extension from unnest(array['png', 'jpg', 'webp', 'pdf']) as given (extension))`;
  const bytes = file && (await read(storage, file.key).catch(throwUnavailable));
  if (!file || !bytes) throw resourceMissing();
  const { accountId, livemode, contentType } = file;
  return {
    id,
    object: 'dispute_file',
    ...{ accountId, livemode, contentType },
    sizeBytes: bytes.byteLength,
    contentBase64: bytes.toString('base64'),
  };
}

async function read(storage: Storage, key: string): Promise<Buffer | undefined> {
  const stored = await storage.open(key);
  return stored && (await buffer(stored));
}

function throwUnavailable(cause: unknown): never {
  const message = 'The file is temporarily unavailable. Try again in a moment.';
  throw new Problem('internal_error', message, { status: 503, retryAfterSeconds: 1, cause });
}
