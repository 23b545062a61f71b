import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';
import { FileType, maxUploadBytes } from '../requests/upload-input.ts';

/** Pictures have an address; evidence has an id, and is shown to the operator alone. */
const names = {
  publicUrl: z
    .url()
    .optional()
    .describe('Public URL of the picture, available once it is uploaded. Absent for `dispute_evidence`.'),
  fileId: z
    .string()
    .optional()
    .describe('`file_…`: what the evidence of a dispute names. Only for `dispute_evidence`, which is private.'),
};

/** Where to upload a file, once; the URL authorizes the upload. */
export const UploadUrl = namedObject('UploadUrl', 'Where to upload a file.', {
  uploadUrl: z.url().describe('Send the bytes of the file to this URL, as the whole body of one request.'),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()).describe('Headers to send with the request.'),
  ...names,
  expiresAt: Timestamp.describe('When the URL expires, 15 minutes after it is created.'),
});
export type UploadUrl = z.infer<typeof UploadUrl>;

export const StoredFile = namedObject('StoredFile', 'An uploaded file.', {
  ...names,
  contentType: FileType,
  sizeBytes: z.int().min(1).max(maxUploadBytes),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const DisputeFile = namedObject('DisputeFile', 'A file of the evidence of a dispute, with its bytes.', {
  id: z.string().describe('`file_…`'),
  object: z.literal('dispute_file'),
  accountId: z.string().describe('`acct_…`: the account that uploaded it.'),
  livemode: z.boolean(),
  contentType: FileType,
  sizeBytes: z.int().min(1).max(maxUploadBytes),
  contentBase64: z.string().describe('The bytes of the file as base64.'),
});
export type DisputeFile = z.infer<typeof DisputeFile>;
