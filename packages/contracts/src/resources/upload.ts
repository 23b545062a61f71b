import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { ImageType, maxUploadBytes } from '../requests/upload-input.ts';

const publicUrl = z.url().describe('Public URL of the picture, available once it is uploaded.');

/** Where to upload a picture, once; the URL authorizes the upload. */
export const UploadUrl = z
  .object({
    uploadUrl: z.url().describe('Send the bytes of the picture to this URL, as the whole body of one request.'),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()).describe('Headers to send with the request.'),
    publicUrl,
    expiresAt: Timestamp.describe('When the URL expires, 15 minutes after it is created.'),
  })
  .meta({ id: 'UploadUrl', description: 'Where to upload a picture.' });
export type UploadUrl = z.infer<typeof UploadUrl>;

/** An uploaded picture. */
export const StoredFile = z
  .object({
    publicUrl,
    contentType: ImageType,
    sizeBytes: z.int().min(1).max(maxUploadBytes),
  })
  .meta({ id: 'StoredFile', description: 'An uploaded picture.' });
export type StoredFile = z.infer<typeof StoredFile>;
