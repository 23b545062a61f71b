import type { ImageType } from '@mizan/contracts';
import { acrossMerchants, Problem, resourceMissing, type Database, type Page } from '@mizan/service-kit';
import type { Storage } from './storage.ts';

/**
 * Serves a picture, without authentication. The content type is the one detected at upload, never guessed again; if a
 * browser opened the file as a page all the same, that page could do nothing. The bytes under a name never change.
 * Evidence of disputes is private and has no address: `read-dispute-files.ts` gives it to the operator alone.
 *
 * @throws Problem `resource_missing`: no picture is stored under this name
 * @throws Problem `internal_error` 503: storage failed
 */
export async function showFile(db: Database, { storage }: { storage: Storage }, name: string): Promise<Page> {
  const file = await db.system.one<{ key: string; contentType: ImageType; sizeBytes: number }>`
    select object_key as key, content_type, stored_bytes as size_bytes
    from uploads where ${acrossMerchants} and name = ${name} and purpose <> 'dispute_evidence' and stored_at is not null`;
  const body = file && (await storage.open(file.key).catch(throwUnavailable));
  if (!body) throw resourceMissing('name');
  return {
    status: 200,
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.sizeBytes),
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin', // shops embed it in their own pages
    },
    body,
  };
}

function throwUnavailable(cause: unknown): never {
  const message = 'The picture is temporarily unavailable. Try again in a moment.';
  throw new Problem('internal_error', message, { status: 503, retryAfterSeconds: 1, cause });
}
