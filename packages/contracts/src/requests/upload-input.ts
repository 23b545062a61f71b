import { z } from 'zod';
import { failWith, requestBody } from '../primitives.ts';

/** Largest file, bytes: 5 MiB. */
export const maxUploadBytes = 5 * 1024 * 1024;

/** What a picture is used for. */
export const UploadPurpose = z
  .enum(['product_image', 'merchant_logo'])
  .meta({ id: 'UploadPurpose', description: 'What a picture is used for.' });
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** The formats of pictures that are kept and shown. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const ImageType = z.enum(imageTypes).meta({ id: 'ImageType', description: 'Format of a picture.' });
export type ImageType = z.infer<typeof ImageType>;

/** The body of POST /upload-url. */
export const CreateUploadUrl = requestBody('CreateUploadUrl', 'A picture to upload.', {
  purpose: UploadPurpose,
  contentType: ImageType.describe('Format of the file. It is verified against the content of the file.'),
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
});
export type CreateUploadUrl = z.infer<typeof CreateUploadUrl>;
