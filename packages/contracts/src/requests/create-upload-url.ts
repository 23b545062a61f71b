import { z } from 'zod';
import { failWith } from '../primitives.ts';

/** Largest file, bytes: 5 MiB. */
export const maxUploadBytes = 5 * 1024 * 1024;

/** What a picture is for. */
export const UploadPurpose = z
  .enum(['product_image', 'merchant_logo'])
  .meta({ id: 'UploadPurpose', description: 'What a picture is for.' });
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** The formats of pictures that are kept and shown. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const ImageType = z.enum(imageTypes).meta({ id: 'ImageType', description: 'Format of a picture.' });
export type ImageType = z.infer<typeof ImageType>;

/** The body of POST /upload-url. */
export const CreateUploadUrl = z
  .strictObject({
    purpose: UploadPurpose,
    contentType: ImageType.describe('What the file is. It is recognised by its content, not by this word.'),
    sizeBytes: z
      .int()
      .refine(
        (bytes) => bytes >= 1 && bytes <= maxUploadBytes,
        failWith('parameter_out_of_range', `must be from 1 to ${maxUploadBytes} bytes`),
      )
      .meta({ minimum: 1, maximum: maxUploadBytes, description: 'The file may have fewer bytes, not more.' }),
  })
  .meta({ id: 'CreateUploadUrl', description: 'A picture that will be uploaded.' });
export type CreateUploadUrl = z.infer<typeof CreateUploadUrl>;
