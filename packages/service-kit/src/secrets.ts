import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { serviceNames, type CallerName, type ServiceName } from '@mizan/contracts';
import { bytesToBase62 } from './ids.ts';

/** Bytes derived from a secret; every label has its own. */
export const hkdf = (root: string, label: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(root), Buffer.alloc(0), `mizan:${label}`, length));

/** DER header of a PKCS #8 Ed25519 private key (RFC 8410); the 32-byte seed follows it. */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 private key from its 32-byte seed in base64. */
export const privateKeyFromSeed = (seed: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Header, Buffer.from(seed, 'base64')]), format: 'der', type: 'pkcs8' });

/** The first byte of what is sealed. */
const sealedForm = { plain: 1, compressed: 2 };
/** Characters: shorter texts would gain little. */
const compressedFrom = 512;

/** A password for a database role, derived so that it is never stored. */
export const derivePassword = (root: string, role: string): string =>
  hkdf(root, `role:${role}`, 24).toString('base64url');

/**
 * What one service's process gets instead of the root secret: its own signing seed, the public keys of all and a
 * secret of its own. A compromised service can forge neither the gateway's identities nor another's data, with one
 * exception: checkout, which has MIZAN_PAYMENT_CLIENT_KEY, can derive the client secret of every payment intent.
 */
export function deriveServiceEnv(root: string, name: ServiceName): Record<string, string> {
  const secretOf = (service: ServiceName): string => hkdf(root, `service:${service}`).toString('base64');
  const publicKeys = [...serviceNames, 'bus-keeper' as const].map((caller) => {
    const key = privateKeyFromSeed(identitySeedOf(root, caller));
    return [caller, createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')];
  });
  return {
    MIZAN_IDENTITY_PRIVATE_KEY: identitySeedOf(root, name),
    MIZAN_IDENTITY_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(publicKeys)),
    MIZAN_SERVICE_SECRET: secretOf(name),
    // Checkout shows the client secrets of payment intents, and so need not store them.
    ...(name === 'checkout' ? { MIZAN_PAYMENT_CLIENT_KEY: clientKeyOf(secretOf('payments')).toString('base64') } : {}),
  };
}

/** Seed of the key with which a service, or the bus keeper, signs its calls, in base64. */
export const identitySeedOf = (root: string, caller: CallerName): string =>
  hkdf(root, `identity:${caller}`).toString('base64');

/** The key that the client secrets of a service's objects are derived with. */
const clientKeyOf = (serviceSecret: string): Buffer => hkdf(serviceSecret, 'client-secret:1');

/** The client secrets of the objects of one service. Derived, so nothing is stored. */
export class ClientSecrets {
  readonly #key: KeyObject;

  /** @param key as in `MIZAN_PAYMENT_CLIENT_KEY` */
  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
  }

  /** `<id>_secret_` and 32 characters, the first of them the key's version. */
  of(id: string): string {
    const mac = createHmac('sha512', this.#key).update(id).digest();
    return `${id}_secret_1${bytesToBase62(mac, 31)}`;
  }
}

/**
 * Keys derived from a service's secret; every use has its own label, so one never opens another. What is used often
 * is a `KeyObject`: Node prepares raw bytes again for every use, which takes three times as long as a signature.
 */
export class ServiceSecrets {
  readonly #root: string;
  readonly #encryptionKey: KeyObject;
  readonly #clientSecrets: ClientSecrets;

  constructor(serviceSecret: string) {
    this.#root = serviceSecret;
    this.#encryptionKey = createSecretKey(hkdf(serviceSecret, 'encryption'));
    this.#clientSecrets = new ClientSecrets(clientKeyOf(serviceSecret));
  }

  /** 32 bytes for `label`, for example what an id is derived from. */
  key(label: string): Buffer {
    return hkdf(this.#root, `label:${label}`);
  }

  /** The same as a key to hash with, for example a fingerprint pepper. Keep it. */
  hashKey(label: string): KeyObject {
    return createSecretKey(this.key(label));
  }

  /** AES-256-GCM: version byte, 12-byte nonce, 16-byte tag, ciphertext of the text, which is compressed when it is long. */
  encrypt(plain: string): Buffer {
    const isLong = plain.length >= compressedFrom;
    const text = isLong ? deflateRawSync(plain, { level: 3 }) : Buffer.from(plain);
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#encryptionKey, nonce);
    const body = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([
      Buffer.from([isLong ? sealedForm.compressed : sealedForm.plain]),
      nonce,
      cipher.getAuthTag(),
      body,
    ]);
  }

  /** Opens what {@link encrypt} sealed; throws when it was altered. */
  decrypt(sealed: Buffer): string {
    const [form] = sealed;
    if (form !== sealedForm.plain && form !== sealedForm.compressed)
      throw new Error('sealed in a form that this version does not know');
    // Without a fixed length four bytes would do for a tag, and those can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', this.#encryptionKey, sealed.subarray(1, 13), {
      authTagLength: 16,
    });
    decipher.setAuthTag(sealed.subarray(13, 29));
    const text = Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
    return (form === sealedForm.compressed ? inflateRawSync(text) : text).toString('utf8');
  }

  /** The client secret of an object of this service. */
  clientSecret(id: string): string {
    return this.#clientSecrets.of(id);
  }

  /** Whether `presented` is the client secret of `id`, in constant time. */
  ownsClientSecret(id: string, presented: string | undefined): boolean {
    const expected = Buffer.from(this.clientSecret(id));
    const given = Buffer.from(presented ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
