import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyType } from '@mizan/contracts';
import { bytesToBase62, numberToBase62, randomBase62, type ServiceSecrets } from '@mizan/service-kit';

const randomLength = 30;
const checksumLength = 6; // 62^6 > 2^32

const shortTypes: Readonly<Record<ApiKeyType, string>> = { SECRET: 'sk', RESTRICTED: 'rk', PUBLISHABLE: 'pk' };

/** `mz_sk_test_` + 30 random base62 characters + 6 of CRC-32 of everything before them. Secret scanners may use it. */
export const keyPattern = /^mz_(sk|rk|pk)_(test|live)_[0-9A-Za-z]{36}$/;

/** What keys of a type and mode begin with: `mz_sk_test_`. */
export const keyPrefix = (type: ApiKeyType, livemode: boolean): string =>
  `mz_${shortTypes[type]}_${livemode ? 'live' : 'test'}_`;

const checksum = (text: string): string => numberToBase62(crc32(text), checksumLength);
const complete = (head: string): string => head + checksum(head);

/** A new API key. Shown once; only its HMAC is kept. */
export const newKey = (type: ApiKeyType, livemode: boolean): string =>
  complete(keyPrefix(type, livemode) + randomBase62(randomLength));

/** The key derived from `seed`, at least 30 secret bytes: always the same one. For demo accounts only. */
export const keyFromSeed = (type: ApiKeyType, livemode: boolean, seed: Buffer): string =>
  complete(keyPrefix(type, livemode) + bytesToBase62(seed, randomLength));

/** Whether the text can be one of our keys: form and checksum. Typing errors and scanners never reach the database. */
export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** What the gateway derives from its secret for keys. */
export interface KeyApp {
  /** See {@link keyPepper}. */
  readonly pepper: Buffer;
}

/** The pepper of all stored key hashes; derived from the gateway's secret and never stored. */
export const keyPepper = (secrets: ServiceSecrets): Buffer => secrets.key('api-key-pepper');

/** What is stored of a key: HMAC-SHA256 with a pepper that is not in the database. */
export const hashKey = (pepper: Buffer, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();
