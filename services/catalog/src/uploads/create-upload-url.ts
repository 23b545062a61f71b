import { createHash } from 'node:crypto';
import type { CreateUploadUrl, ImageType, UploadUrl } from '@mizan/contracts';
import { newId, randomBase62, type Tx } from '@mizan/service-kit';

const validMs = 15 * 60_000;
const tokenLength = 43; // 256 bits: cannot be guessed
const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The form in which the table stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The public address of a file. */
export const publicUrlOf = (publicUrl: string, name: string): string => `${publicUrl}/files/${name}`;

/**
 * Creates an address to which one picture can be uploaded within 15 minutes.
 *
 * @param app `publicUrl`: base address of the platform, without a trailing slash
 */
export async function createUploadUrl(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  body: CreateUploadUrl,
): Promise<UploadUrl> {
  const token = randomBase62(tokenLength);
  const name = `${newId('file')}.${extensions[body.contentType]}`;
  const expiresAt = new Date(tx.now.getTime() + validMs);
  tx.alongCommit`
    insert into uploads (name, merchant_id, livemode, purpose, content_type, max_bytes, token_hash, expires_at, created_at)
    values (${name}, ${tx.scope.merchantId}, ${tx.scope.livemode}, ${body.purpose}, ${body.contentType},
      ${body.sizeBytes}, ${hashToken(token)}, ${expiresAt}, ${tx.now})`;
  return {
    uploadUrl: `${publicUrl}/uploads/${token}`,
    method: 'PUT',
    headers: { 'Content-Type': body.contentType },
    publicUrl: publicUrlOf(publicUrl, name),
    expiresAt: expiresAt.toISOString(),
  };
}
