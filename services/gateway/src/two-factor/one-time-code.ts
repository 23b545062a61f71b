import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a code is shown for (RFC 6238, 5.2). */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one whose codes are accepted: clocks differ, and people type slowly. */
const tolerance = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a step: HOTP with SHA-1 (RFC 4226, 5.3), what every authenticator app computes. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The number of the step that contains `at`. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The step of the code, or undefined when the code is not valid at `now`. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = stepAt(now);
  for (let step = current - tolerance; step <= current + tolerance; step++)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  return undefined;
}

/** RFC 4648 base32 without padding, as authenticator apps read secrets. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
