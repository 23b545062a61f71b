import { z } from 'zod';
import { failWith, requestBody } from '../primitives.ts';

/** Largest file, bytes: 5 MiB. */
export const maxUploadBytes = 5 * 1024 * 1024;

/** What a file is used for. */
export const UploadPurpose = z
  .enum(['product_image', 'merchant_logo', 'dispute_evidence'])
  .meta({ id: 'UploadPurpose', description: 'What a file is used for.' });
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** The formats of pictures that are kept and shown. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const ImageType = z.enum(imageTypes).meta({ id: 'ImageType', description: 'Format of a picture.' });
export type ImageType = z.infer<typeof ImageType>;

/** The formats of files that are kept: pictures, and documents for the evidence of disputes. */
export const fileTypes = [...imageTypes, 'application/pdf'] as const;
export const FileType = z.enum(fileTypes).meta({ id: 'FileType', description: 'Format of a file.' });
export type FileType = z.infer<typeof FileType>;

/** The body of POST /upload-url. */
export const CreateUploadUrl = requestBody('CreateUploadUrl', 'A file to upload.', {
  purpose: UploadPurpose,
  contentType: FileType.describe(
    'Format of the file. It is verified against the content of the file. `application/pdf` for `dispute_evidence` only.',
  ),
  sizeBytes: z
    .int()
    .refine(
      (bytes) => bytes >= 1 && bytes <= maxUploadBytes,
      failWith('parameter_out_of_range', `must be from 1 to ${maxUploadBytes} bytes`),
    )
    .meta({
      minimum: 1,
      maximum: maxUploadBytes,
      description: 'Maximum size of the file, in bytes. The file can be smaller.',
    }),
}).refine(({ purpose, contentType }) => purpose === 'dispute_evidence' || contentType !== 'application/pdf', {
  message: 'must be the type of a picture for this purpose',
  path: ['contentType'],
});
export type CreateUploadUrl = z.infer<typeof CreateUploadUrl>;
