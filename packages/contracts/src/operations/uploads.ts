import { z } from 'zod';
import { operation } from '../operation.ts';
import { CreateUploadUrl, imageTypes, maxUploadBytes } from '../requests/upload-input.ts';
import { StoredFile, UploadUrl } from '../resources/upload.ts';

/** Pictures of products and merchants. */
export const uploadOperations = {
  createUploadUrl: operation({
    service: 'catalog',
    audience: 'merchant',
    method: 'POST',
    path: '/upload-url',
    permission: 'PRODUCT_WRITE',
    summary: 'Create an upload URL',
    description:
      'Upload the file to `uploadUrl` with PUT and the returned `headers`, then use `publicUrl` as the `image` of a product. The URL works once, for 15 minutes.',
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
      'The token in the URL authorizes the request. Files that are not pictures of the announced format are rejected (415), as are files larger than announced (413). The URL still works after a rejection.',
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
    summary: 'An uploaded picture',
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
  }),
};
