import type { FileType, StoredFile, UploadPurpose } from '@mizan/contracts';
import {
  acrossMerchants,
  log,
  newId,
  own,
  Problem,
  resourceMissing,
  type Autocommit,
  type Database,
  type RawBody,
  type Scope,
} from '@mizan/service-kit';
import { hashToken, shownNameOf, type UploadsApp } from './create-upload-url.ts';
import { detectContentType } from './detect-content-type.ts';
import type { Storage } from './storage.ts';
import { uploads } from './upload.table.ts';

/** An upload and its owner, whose clock applies to it. */
interface OpenUpload extends Scope {
  readonly name: string;
  readonly purpose: UploadPurpose;
  readonly contentType: FileType;
  readonly maxBytes: number;
}

/**
 * Stores the file that a token was created for. The bytes are checked before the token is claimed, so a refused
 * request leaves it usable; of several valid requests at once the claim, one conditional update, lets one through.
 * Nothing is written to storage before the claim, and no picture is public before {@link publish}.
 *
 * @throws Problem `resource_missing`: the token is unknown or expired
 * @throws Problem `resource_invalid_state`: the token was used
 * @throws Problem `invalid_request` 413: more bytes than requested for the address; 415: not of that format
 * @throws Problem `internal_error` 503: storage failed; the token can be used again
 */
export async function uploadFile(
  db: Database,
  { storage, publicUrl }: UploadsApp,
  { token, body }: { token: string; body: RawBody },
): Promise<StoredFile> {
  const upload = await findOpenUpload(db, token); // before the body is received: only a valid token may fill memory
  const bytes = await body.read(upload.maxBytes);
  if ((await detectContentType(bytes)) !== upload.contentType)
    throw new Problem('invalid_request', `The content of the file is not ${upload.contentType}.`, { status: 415 });

  const { key, formerKey } = await claim(db.autocommit(upload), upload.name);
  try {
    await storage.write(key, bytes, upload.contentType);
  } catch (cause) {
    const remainingKey = (await discard(storage, key)) ? null : key;
    await reopen(db.autocommit(upload), { name: upload.name, key, remainingKey });
    throw storageFailed(cause);
  }
  const isPublished = await publish(db.autocommit(upload), { name: upload.name, key, sizeBytes: bytes.length });
  if (!isPublished) await discard(storage, key);
  if (formerKey !== null) await discard(storage, formerKey);
  if (!isPublished) throw resourceMissing('token'); // the janitor deleted it as abandoned
  const { contentType } = upload;
  return { ...shownNameOf(publicUrl, upload), contentType, sizeBytes: bytes.length };
}

async function findOpenUpload(db: Database, token: string): Promise<OpenUpload> {
  const row = await db.system.one<OpenUpload & { isUsed: boolean; expiresAt: Date }>`
    select ${uploads.pick('name', 'merchantId', 'livemode', 'purpose', 'contentType', 'maxBytes', 'expiresAt')},
      claimed_at is not null as is_used
    from uploads where ${acrossMerchants} and token_hash = ${hashToken(token)}`;
  if (row?.isUsed) throw alreadyUsed();
  if (!row || row.expiresAt <= db.clocks.nowOf(row)) throw resourceMissing('token');
  return row;
}

interface Claim {
  /** Storage key of this request's bytes. */
  readonly key: string;
  /** Storage key of an earlier request that failed, whose bytes may still exist. */
  readonly formerKey: string | null;
}

/** Claims the token for this request. */
async function claim(db: Autocommit, name: string): Promise<Claim> {
  const key = `${newId('obj')}-${name}`;
  const claimed = await db.one<{ formerKey: string | null }>`
    with former as (select name, object_key from uploads where ${own(db)} and name = ${name} for update)
    update uploads set ${uploads.set({ claimedAt: db.now, objectKey: key })} from former
    where ${own(db, 'uploads')} and uploads.name = former.name and claimed_at is null and expires_at > ${db.now}
    returning former.object_key as former_key`;
  if (!claimed) throw alreadyUsed();
  return { key, formerKey: claimed.formerKey };
}

/** Makes what was written public, at a real time, as no test clock decides how long it is kept. False when the claim no longer exists. */
async function publish(
  db: Autocommit,
  { name, key, sizeBytes }: { name: string; key: string; sizeBytes: number },
): Promise<boolean> {
  const published = await db.one`
    update uploads set stored_at = now(), stored_bytes = ${sizeBytes}
    where ${own(db)} and name = ${name} and object_key = ${key} and stored_at is null returning name`;
  return published !== undefined;
}

/** Makes the token usable again after storage failed; where that fails too, the janitor cleans up. */
async function reopen(
  db: Autocommit,
  { name, key, remainingKey }: { name: string; key: string; remainingKey: string | null },
): Promise<void> {
  await db.sql`
    update uploads set ${uploads.set({ claimedAt: null, objectKey: remainingKey })}
    where ${own(db)} and name = ${name} and object_key = ${key} and stored_at is null`.catch((failure: unknown) =>
    log.warn({ event: 'upload.not_released', err: failure }),
  );
}

/** Removes bytes that will not be used. False when storage fails. */
async function discard(storage: Storage, key: string): Promise<boolean> {
  try {
    await storage.remove(key);
    return true;
  } catch (failure) {
    log.warn({ event: 'upload.not_removed', key, err: failure });
    return false;
  }
}

const alreadyUsed = (): Problem =>
  new Problem('resource_invalid_state', 'This upload URL has already been used. Create a new one.', { param: 'token' });

function storageFailed(cause: unknown): Problem {
  const message = 'The file could not be stored. The upload URL is still valid; try again in a moment.';
  return new Problem('internal_error', message, { status: 503, retryAfterSeconds: 1, cause });
}
