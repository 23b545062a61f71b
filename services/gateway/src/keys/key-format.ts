import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '@mizan/service-kit';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6; // 62^6 > 2^32

export const keyTypes = { sk: 'SECRET', rk: 'RESTRICTED', pk: 'PUBLISHABLE' } as const;
export type KeyType = (typeof keyTypes)[keyof typeof keyTypes];

/** `mz_sk_test_` + 30 random base62 characters + 6 of CRC-32 of everything before them. */
const pattern = /^mz_(sk|rk|pk)_(test|live)_[0-9A-Za-z]{36}$/;

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = alphabet[rest % 62] + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

/** A new API key. Shown once; only its HMAC is kept. */
export function newKey(type: KeyType, livemode: boolean): string {
  const short = Object.entries(keyTypes).find(([, name]) => name === type)?.[0];
  const head = `mz_${short}_${livemode ? 'live' : 'test'}_${randomBase62(randomLength)}`;
  return head + checksum(head);
}

/** Whether the text can be a key of ours: form and checksum. Typing errors and scanners end here, before the database. */
export function isWellFormedKey(text: string): boolean {
  return pattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** What is stored of a key: HMAC-SHA256 with a pepper that the database does not hold. */
export const hashKey = (pepper: Buffer, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();
