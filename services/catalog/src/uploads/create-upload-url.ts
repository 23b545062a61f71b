import { createHash } from 'node:crypto';
import type { CreateUploadUrl, ImageType, UploadUrl } from '@mizan/contracts';
import { newId, randomBase62, type Tx } from '@mizan/service-kit';
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
}

/** The form in which the table stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The public address of a file. */
export const publicUrlOf = (publicUrl: string, name: string): string => `${publicUrl}/files/${name}`;

/** Creates an address to which one picture can be uploaded within 15 minutes. */
export async function createUploadUrl(tx: Tx, { publicUrl }: UploadsApp, body: CreateUploadUrl): Promise<UploadUrl> {
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
