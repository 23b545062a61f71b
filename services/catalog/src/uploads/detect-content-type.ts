import type { FileType } from '@mizan/contracts';

/** First bytes of a file of each format, in hexadecimal. WebP: `RIFF`, four bytes of length, `WEBP`. PDF: `%PDF-`. */
const signatures: Readonly<Record<FileType, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
  'application/pdf': /^255044462d/,
};

/**
 * Detects the format of a picture or PDF from its content; undefined for any other file. Both the first bytes and `file-type`
 * must agree: `file-type` alone also looks behind a byte order mark or an ID3 tag, where browsers do not.
 */
export async function detectContentType(bytes: Uint8Array): Promise<FileType | undefined> {
  const first = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  const type = (Object.keys(signatures) as FileType[]).find((each) => signatures[each].test(first));
  if (!type) return undefined;
  const { fileTypeFromBuffer } = await import('file-type'); // loaded with the first file: most processes never receive one
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime; // an animated PNG is a PNG
  return mime === type ? type : undefined;
}
