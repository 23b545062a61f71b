import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { ImageType, maxUploadBytes } from '../requests/create-upload-url.ts';

const publicUrl = z.url().describe('Where everybody sees the picture once it is there.');

/** Where to send a picture; whoever has the address may, once. */
export const UploadUrl = z
  .object({
    uploadUrl: z.url().describe('Where the bytes of the picture go, as the whole body of one request.'),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()).describe('To send with them.'),
    publicUrl,
    expiresAt: Timestamp.describe('When the address ends, 15 minutes after it was made.'),
  })
  .meta({ id: 'UploadUrl', description: 'Where to send a picture.' });
export type UploadUrl = z.infer<typeof UploadUrl>;

/** A picture that is kept. */
export const StoredFile = z
  .object({
    publicUrl,
    contentType: ImageType,
    sizeBytes: z.int().min(1).max(maxUploadBytes),
  })
  .meta({ id: 'StoredFile', description: 'A picture that is kept.' });
export type StoredFile = z.infer<typeof StoredFile>;
