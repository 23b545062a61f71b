import { fromSeed, type KeyPair } from '@nats-io/nkeys';
import { hkdf } from '../secrets.ts';

/** A NATS key that follows from the root secret, so that it need not be distributed to servers or services. */
export const deriveBusKey = (root: string, kind: 'operator' | 'account' | 'user', name: string): KeyPair =>
  fromSeed(nkeySeed(kind, hkdf(root, `bus:${kind}:${name}`)));

/** First byte of a key's kind as NATS encodes it, so that its base 32 starts with O, A or U. */
const kinds = { operator: 14 << 3, account: 0, user: 20 << 3 } as const;
const seedMark = 18 << 3; // S

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes 32 bytes as an NKey seed (kind, bytes and CRC-16 in base 32), which the NATS libraries only generate at random. */
function nkeySeed(kind: keyof typeof kinds, bytes: Buffer): Uint8Array {
  const mark = kinds[kind];
  const body = Buffer.concat([Buffer.from([seedMark | (mark >> 5), (mark & 31) << 3]), bytes]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc16(body));
  return new TextEncoder().encode(base32(Buffer.concat([body, sum])));
}

/** CRC-16/XMODEM, as NKeys use it. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

function base32(bytes: Buffer): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32Alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Alphabet[(held << (5 - bits)) & 31] : text;
}
