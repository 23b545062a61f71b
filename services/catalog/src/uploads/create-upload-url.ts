import { createHash } from 'node:crypto';
import type { CreateUploadUrl, ImageType, UploadUrl } from '@mizan/contracts';
import { newId, own, Problem, randomBase62, type Tx } from '@mizan/service-kit';
import type { Storage } from './storage.ts';
import { uploads } from './upload.table.ts';

const validMs = 15 * 60_000;
const tokenLength = 43; // 256 bits: cannot be guessed
const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
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

/** The public address of a file. */
export const publicUrlOf = (publicUrl: string, name: string): string => `${publicUrl}/files/${name}`;

/**
 * Creates an address to which one picture can be uploaded within 15 minutes.
 *
 * @throws Problem `resource_limit_reached`: the account has as many files as it may have
 */
export async function createUploadUrl(tx: Tx, app: UploadsApp, body: CreateUploadUrl): Promise<UploadUrl> {
  const { publicUrl } = app;
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
    publicUrl: publicUrlOf(publicUrl, name),
    expiresAt: expiresAt.toISOString(),
  };
}
