import type { ImageType, StoredFile } from '@mizan/contracts';
import { log, newId, Problem, resourceMissing, type Database, type RawBody, type Scope } from '@mizan/service-kit';
import { hashToken, publicUrlOf } from './create-upload-url.ts';
import { recogniseImage } from './detect-image-type.ts';
import type { Storage } from './storage.ts';

/** What keeping a picture takes. */
export interface Uploads {
  readonly storage: Storage;
  /** Base address of the platform, without a slash at its end. */
  readonly publicUrl: string;
}

/** An upload and whose it is: its time runs by their clock. */
interface OpenUpload extends Scope {
  readonly name: string;
  readonly contentType: ImageType;
  readonly maxBytes: number;
}

/**
 * Keeps the picture that a token was made for. The bytes are judged before the token is claimed, so a refused request
 * leaves it as it was; of several good ones at once the claim, one conditional update, lets one through. Nothing is
 * written to storage before the claim, and nothing is shown before {@link settle}.
 *
 * @throws Problem `resource_missing`: no such token, or an expired one
 * @throws Problem `resource_invalid_state`: it was used
 * @throws Problem `invalid_request` 413: more bytes than announced; 415: no picture of the announced format
 * @throws Problem `internal_error` 503: storage failed; the token is as it was
 */
export async function storeUpload(
  { storage, publicUrl }: Uploads,
  { db }: { db: Database },
  { token, body }: { token: string; body: RawBody },
): Promise<StoredFile> {
  const upload = await findOpenUpload(db, token); // before the body is received: strangers fill no memory
  const bytes = await body.read(upload.maxBytes);
  if ((await recogniseImage(bytes)) !== upload.contentType)
    throw new Problem('invalid_request', `The content of the file is not ${upload.contentType}.`, { status: 415 });

  const { key, formerKey } = await claim(db, upload);
  try {
    await storage.write(key, bytes, upload.contentType);
  } catch (cause) {
    await release(db, storage, upload, key);
    throw notKept(cause);
  }
  const isShown = await settle(db, upload, key, bytes.length);
  if (!isShown) await discard(storage, key);
  if (formerKey !== null) await discard(storage, formerKey);
  if (!isShown) throw resourceMissing('token'); // the sweeper took it for abandoned
  return {
    publicUrl: publicUrlOf(publicUrl, upload.name),
    contentType: upload.contentType,
    sizeBytes: bytes.length,
  };
}

async function findOpenUpload(db: Database, token: string): Promise<OpenUpload> {
  const row = await db.system.one<OpenUpload & { isUsed: boolean; expiresAt: Date }>`
    select name, merchant_id as "merchantId", livemode, content_type as "contentType", max_bytes as "maxBytes",
      claimed_at is not null as "isUsed", expires_at as "expiresAt"
    from uploads where token_hash = ${hashToken(token)}`;
  if (row?.isUsed) throw used();
  if (!row || row.expiresAt <= db.clocks.nowOf(row)) throw resourceMissing('token');
  return row;
}

interface Claim {
  /** Where this request's bytes go. */
  readonly key: string;
  /** Where an earlier request's may lie that storage failed for. */
  readonly formerKey: string | null;
}

/** Takes the token for one request. */
async function claim(db: Database, upload: OpenUpload): Promise<Claim> {
  const { name } = upload;
  const now = db.clocks.nowOf(upload);
  const key = `${newId('obj')}-${name}`;
  const won = await db.system.one<{ formerKey: string | null }>`
    with former as (select name, object_key from uploads where name = ${name} for update)
    update uploads set claimed_at = ${now}, object_key = ${key} from former
    where uploads.name = former.name and claimed_at is null and expires_at > ${now}
    returning former.object_key as "formerKey"`;
  if (!won) throw used();
  return { key, formerKey: won.formerKey };
}

/** Shows what was written. False when the claim is gone. */
async function settle(db: Database, upload: OpenUpload, key: string, sizeBytes: number): Promise<boolean> {
  const shown = await db.system.one`
    update uploads set stored_at = ${db.clocks.nowOf(upload)}, stored_bytes = ${sizeBytes}
    where name = ${upload.name} and object_key = ${key} and stored_at is null returning name`;
  return shown !== undefined;
}

/** Gives the token back after storage failed; where that fails too, the sweeper clears up. */
async function release(db: Database, storage: Storage, { name }: OpenUpload, key: string): Promise<void> {
  const left = (await discard(storage, key)) ? null : key;
  await db.system.sql`
    update uploads set claimed_at = null, object_key = ${left}
    where name = ${name} and object_key = ${key} and stored_at is null`.catch((failure: unknown) =>
    log.warn({ event: 'upload.not_released', err: failure }),
  );
}

/** Removes bytes that nobody will see. False when storage cannot. */
async function discard(storage: Storage, key: string): Promise<boolean> {
  try {
    await storage.remove(key);
    return true;
  } catch (failure) {
    log.warn({ event: 'upload.not_removed', key, err: failure });
    return false;
  }
}

const used = (): Problem =>
  new Problem('resource_invalid_state', 'This upload address was used already. Ask for a new one.', { param: 'token' });

const notKept = (cause: unknown): Problem =>
  new Problem('internal_error', 'The picture could not be kept. Nothing happened; retry shortly.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });
