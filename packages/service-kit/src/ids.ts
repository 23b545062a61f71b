import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 9; // 62^9 > 2^48 milliseconds
const randomLength = 15; // 89 bits: two ids of one millisecond do not meet

const pool = Buffer.allocUnsafe(8192);
let poolOffset = pool.length;

/** `length` uniformly random base62 characters. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (poolOffset === pool.length) {
      randomFillSync(pool);
      poolOffset = 0;
    }
    const byte = pool[poolOffset++] as number;
    if (byte < 248) text += alphabet[byte % 62]; // 248 = 4 × 62: the rest would favour the first characters
  }
  return text;
}

/** Maps secret bytes to as many base62 characters; the slight bias (256 is no multiple of 62) is harmless for HMAC output. */
export function bytesToBase62(bytes: Uint8Array, length: number): string {
  if (bytes.length < length) throw new Error(`bug: ${length} characters from ${bytes.length} bytes`);
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet[(bytes[i] as number) % 62];
  return text;
}

/** The last `length` base62 digits of a whole number. */
export function numberToBase62(number: number, length: number): string {
  let text = '';
  for (let rest = number, i = 0; i < length; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** A new id: prefix, 9 characters of the millisecond, 15 random ones; ids sort by time under `COLLATE "C"`. */
export const newId = (prefix: string, atMs = Date.now()): string =>
  `${prefix}_${numberToBase62(atMs, timeLength)}${randomBase62(randomLength)}`;

/** Whether text can be an id or a file name of ours. A dot only inside: `..` and hidden files may not be requested. */
export const looksLikeId = (text: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/.test(text);
