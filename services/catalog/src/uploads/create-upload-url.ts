import { createHash } from 'node:crypto';
import type { CreateUploadUrl, FileType, Permission, UploadPurpose, UploadUrl } from '@mizan/contracts';
import { newId, own, Problem, randomBase62, type Tx } from '@mizan/service-kit';
import type { Storage } from './storage.ts';
import { uploads } from './upload.table.ts';

const validMs = 15 * 60_000;
const tokenLength = 43; // 256 bits: cannot be guessed
const extensions: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** What the operations on pictures need of the service. */
export interface UploadsApp {
  readonly storage: Storage;
  /** Base address of the platform, without a trailing slash. */
  readonly publicUrl: string;
  /** Of one account and mode, open addresses included. */
  readonly maxFiles: number;
}

/** Counts the account's files while no other request adds one. */
async function assertRoom(tx: Tx, maxFiles: number): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${merchantId} ${livemode}`}, 0))`;
  const kept = await tx.one<{ files: number }>`select count(*) as files from uploads where ${own(tx)}`;
  if ((kept?.files ?? 0) >= maxFiles)
    throw new Problem(
      'resource_limit_reached',
      `This account has ${maxFiles} files in this mode. Those that no product shows are deleted after 30 days.`,
    );
}

/** The form in which the table stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const permissionFor = (purpose: UploadPurpose): Permission =>
  purpose === 'dispute_evidence' ? 'DISPUTE_WRITE' : 'PRODUCT_WRITE';

/** What a merchant refers to a file by: the public address of a picture, the id of evidence, which has no address. */
export const shownNameOf = (
  publicUrl: string,
  { name, purpose }: { readonly name: string; readonly purpose: UploadPurpose },
): Pick<UploadUrl, 'publicUrl' | 'fileId'> =>
  purpose === 'dispute_evidence' ? { fileId: fileIdOf(name) } : { publicUrl: `${publicUrl}/files/${name}` };

/** The id of a file: its name without the extension. */
const fileIdOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/**
 * Creates an address to which one file can be uploaded within 15 minutes.
 *
 * @param permissions of the key
 * @throws Problem `permission_denied`: the key lacks the one that the purpose requires
 * @throws Problem `resource_limit_reached`: the account has as many files as it may have
 */
export async function createUploadUrl(
  tx: Tx,
  app: UploadsApp,
  { permissions, ...body }: CreateUploadUrl & { readonly permissions: readonly string[] },
): Promise<UploadUrl> {
  const { publicUrl } = app;
  const required = permissionFor(body.purpose);
  if (!permissions.includes(required))
    throw new Problem('permission_denied', `The API key lacks the permission ${required}.`);
  await assertRoom(tx, app.maxFiles);
  const token = randomBase62(tokenLength);
  const name = `${newId('file')}.${extensions[body.contentType]}`;
  const expiresAt = new Date(tx.now.getTime() + validMs);
  const { purpose, contentType, sizeBytes: maxBytes } = body;
  const tokenHash = hashToken(token);
  const upload = { ...tx.scope, name, purpose, contentType, maxBytes, tokenHash, expiresAt, createdAt: tx.now };
  tx.alongCommit`${uploads.insert([upload])}`;
  return {
    uploadUrl: `${publicUrl}/uploads/${token}`,
    method: 'PUT',
    headers: { 'Content-Type': body.contentType },
    ...shownNameOf(publicUrl, { name, purpose }),
    expiresAt: expiresAt.toISOString(),
  };
}
