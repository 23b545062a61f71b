import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';
import { ImageType, maxUploadBytes } from '../requests/upload-input.ts';

const publicUrl = z.url().describe('Public URL of the picture, available once it is uploaded.');

/** Where to upload a picture, once; the URL authorizes the upload. */
export const UploadUrl = namedObject('UploadUrl', 'Where to upload a picture.', {
  uploadUrl: z.url().describe('Send the bytes of the picture to this URL, as the whole body of one request.'),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()).describe('Headers to send with the request.'),
  publicUrl,
  expiresAt: Timestamp.describe('When the URL expires, 15 minutes after it is created.'),
});
export type UploadUrl = z.infer<typeof UploadUrl>;

export const StoredFile = namedObject('StoredFile', 'An uploaded picture.', {
  publicUrl,
  contentType: ImageType,
  sizeBytes: z.int().min(1).max(maxUploadBytes),
});
export type StoredFile = z.infer<typeof StoredFile>;
