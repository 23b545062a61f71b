import { S3Error } from './s3-error.ts';

export interface Part {
  readonly body: Buffer;
  readonly etag: string;
}

/** "Amazon S3 multipart upload limits": every part but the last has at least this many bytes. */
const fewestBytes = 5 * 1024 * 1024;

/** What `CompleteMultipartUpload` makes of the parts that its body lists. */
export function joinParts(parts: ReadonlyMap<number, Part>, body: string): Buffer {
  const listed = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  if (listed.length === 0) throw new S3Error('MalformedXML', 400);
  const bodies = listed.map(({ number, etag }, index) => {
    if (index > 0 && number <= (listed[index - 1]?.number ?? 0)) throw new S3Error('InvalidPartOrder', 400);
    const part = parts.get(number);
    if (part?.etag !== etag || part === undefined) throw new S3Error('InvalidPart', 400);
    if (index < listed.length - 1 && part.body.length < fewestBytes) throw new S3Error('EntityTooSmall', 400);
    return part.body;
  });
  return Buffer.concat(bodies);
}
