import type { ImageType } from '@mizan/contracts';

/** How a file of each format begins, in hexadecimal. WebP: `RIFF`, four bytes of length, `WEBP`. */
const beginnings: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
};

/**
 * The format of a picture by its content; undefined for everything else. The very first bytes decide together with what
 * `file-type` makes of the whole: alone it also looks behind a byte order mark or an ID3 tag, where browsers do not.
 */
export async function recogniseImage(bytes: Uint8Array): Promise<ImageType | undefined> {
  const first = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  const type = (Object.keys(beginnings) as ImageType[]).find((each) => beginnings[each].test(first));
  if (!type) return undefined;
  const { fileTypeFromBuffer } = await import('file-type'); // with the first picture: most processes see none
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime; // an animated PNG is a PNG
  return mime === type ? type : undefined;
}
