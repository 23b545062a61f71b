import { z } from 'zod';
import { operation } from '../operation.ts';
import { CreateUploadUrl, imageTypes, maxUploadBytes } from '../requests/create-upload-url.ts';
import { StoredFile, UploadUrl } from '../resources/upload.ts';

/** Pictures of products and merchants. */
export const uploadOperations = {
  createUploadUrl: operation({
    service: 'catalog',
    audience: 'merchant',
    method: 'POST',
    path: '/upload-url',
    permission: 'PRODUCT_WRITE',
    summary: 'Get an address to upload a picture to',
    description:
      'PUT the bytes to `uploadUrl` with the `headers`, then use `publicUrl` as the `image` of a product. The address works once and for 15 minutes.',
    body: CreateUploadUrl,
    example: { purpose: 'product_image', contentType: 'image/png', sizeBytes: 48_213 },
    response: UploadUrl,
    status: 201,
    errors: ['parameter_out_of_range'],
  }),
  uploadFile: operation({
    service: 'catalog',
    audience: 'public',
    method: 'PUT',
    path: '/uploads/{token}',
    permission: null,
    summary: 'Upload a picture',
    description:
      'The token is all it takes. Bytes that are no picture of the announced format are refused (415), and so are more than announced (413); after a refusal the address still works.',
    accepts: imageTypes,
    maxBodyBytes: maxUploadBytes + 64 * 1024, // so that what is a little too large gets an answer that says so
    response: StoredFile,
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 30_000, // a body may take 20 s to arrive
  }),
  showFile: operation({
    service: 'catalog',
    audience: 'page',
    method: 'GET',
    path: '/files/{name}',
    permission: null,
    summary: 'A picture',
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
  }),
};
