import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { ServiceSecrets } from '@mizan/service-kit';

const secretPrefix = 'whsec_';

/** The three headers a receiver verifies, as Standard Webhooks names them (https://www.standardwebhooks.com). */
export type SignatureHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** Creates a signing secret: `whsec_` and the base64 of 32 random bytes. */
export function createSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** The key of a secret. Cache it: creating a key costs four times as much as a signature. */
export function signingKey(secret: string): KeyObject {
  if (!secret.startsWith(secretPrefix)) throw new Error('bug: a signing secret starts with whsec_');
  return createSecretKey(secret.slice(secretPrefix.length), 'base64');
}

/**
 * Signs one attempt: HMAC-SHA256 over `id.timestamp.body`, base64, version `v1`. While a rotated secret overlaps, one
 * signature per key, newest first, separated by a space; a receiver accepts any of them.
 *
 * @param message `id`: the event's, the same for every endpoint and attempt; `sentAt`: of this attempt; `body`: exactly
 *   what is sent
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
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The headers of an attempt except its signature. `sentAt` null: not sent yet, so there is no timestamp. */
export function requestHeaders(attempt: {
  readonly eventId: string;
  readonly attempt: number;
  readonly sentAt: Date | null;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Mizan-Webhooks/1',
    'webhook-id': attempt.eventId,
    ...(attempt.sentAt === null ? {} : { 'webhook-timestamp': timestampOf(attempt.sentAt) }),
    'webhook-attempt': String(attempt.attempt),
  };
}

/** Whole seconds since 1970, as `webhook-timestamp` carries them and the signature covers them. */
function timestampOf(sentAt: Date): string {
  return String(Math.floor(sentAt.getTime() / 1_000));
}

/** Keys cached at once; an endpoint has one or two. */
const maxCached = 5_000;

/** Decrypts sealed signing secrets and caches their keys, so that a delivery costs only a signature. */
export class SigningKeys {
  readonly #secrets: ServiceSecrets;
  readonly #cached = new Map<string, KeyObject>();

  constructor(secrets: ServiceSecrets) {
    this.#secrets = secrets;
  }

  /** The key of a secret as the endpoint's row stores it. */
  open(sealed: Buffer): KeyObject {
    const name = sealed.toString('base64');
    const cached = this.#cached.get(name);
    if (cached !== undefined) return cached;
    const key = signingKey(this.#secrets.decrypt(sealed));
    if (this.#cached.size >= maxCached) this.#cached.clear();
    this.#cached.set(name, key);
    return key;
  }
}
