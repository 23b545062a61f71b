import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { timestampOf } from './request-headers.ts';

const secretPrefix = 'whsec_';

/** The three headers a receiver verifies, as Standard Webhooks names them (https://www.standardwebhooks.com). */
export type SignatureHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** Makes a signing secret: `whsec_` and the base64 of 32 random bytes. */
export function createSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** The key of a secret. Keep it while the secret lasts: making one costs four times as much as a signature. */
export function signingKey(secret: string): KeyObject {
  if (!secret.startsWith(secretPrefix)) throw new Error('bug: a signing secret begins with whsec_');
  return createSecretKey(secret.slice(secretPrefix.length), 'base64');
}

/**
 * Signs one attempt: HMAC-SHA256 over `id.timestamp.body`, base64, version `v1`. While a rotated secret overlaps, one
 * signature per key, newest first, separated by a space; a receiver accepts any of them.
 *
 * @param message `id` is the event's id, the same for every endpoint and attempt; `sentAt` is the time of this attempt;
 *   `body` is exactly what goes on the wire
 */
export function signatureHeaders(
  message: { readonly id: string; readonly sentAt: Date; readonly body: string | Uint8Array },
  keys: readonly KeyObject[],
): SignatureHeaders {
  if (keys.length === 0) throw new Error('bug: a delivery needs at least one signing key');
  const timestamp = timestampOf(message.sentAt);
  const signatures = keys.map((key) => {
    const mac = createHmac('sha256', key);
    return `v1,${mac.update(`${message.id}.${timestamp}.`).update(message.body).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
