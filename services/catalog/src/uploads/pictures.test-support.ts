import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** One grey pixel as a PNG; `comment` makes it another one, and longer. */
export function png(comment: string | Buffer = ''): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.from(comment)])),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of exactly `bytes` bytes. */
export const pngOf = (bytes: number): Buffer => png(Buffer.alloc(bytes - png().length, 97));

/** The same pixel as an animated PNG. */
export function animatedPng(): Buffer {
  const whole = png();
  const afterHeader = signature.length + 25;
  return Buffer.concat([
    whole.subarray(0, afterHeader),
    chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    whole.subarray(afterHeader),
  ]);
}

/** The head of a JPEG in JFIF, its end, and nothing between. */
export const jpeg = (): Buffer => Buffer.from('ffd8ffe000104a46494600010101004800480000ffd9', 'hex');

/** One pixel as a WebP. */
export const webp = (): Buffer => Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

export const svg = (): Buffer => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export const html = (): Buffer => Buffer.from('<!doctype html><script>alert(1)</script>');

/** A PDF without a page. */
export const pdf = (): Buffer => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
