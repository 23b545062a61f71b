import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface Fingerprint {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Reads a file piece by piece: it may be larger than the memory. */
export async function fingerprintFile(path: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
