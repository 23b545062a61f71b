import { z } from 'zod';
import { operation } from '../operation.ts';
import { CreateUploadUrl, fileTypes, maxUploadBytes } from '../requests/upload-input.ts';
import { DisputeFile, StoredFile, UploadUrl } from '../resources/upload.ts';

/** Pictures of products and merchants, and evidence of disputes. */
export const uploadOperations = {
  createUploadUrl: operation('POST /upload-url', {
    service: 'catalog',
    audience: 'merchant',
    permission: 'PRODUCT_WRITE',
    otherPermission: 'DISPUTE_WRITE',
    summary: 'Create an upload URL',
    description:
      'Upload the file to `uploadUrl` with PUT and the returned `headers`, then use `publicUrl` as the `image` of a product. The URL works once, for 15 minutes. `dispute_evidence` requires the permission `DISPUTE_WRITE` instead, accepts PDF files as well, and returns a `fileId` for the evidence of a dispute; such files are private: only the operator can read them, to pass them on. An account can keep 10,000 files in each mode. A product image that no product has shown for 30 days is deleted.',
    body: CreateUploadUrl,
    example: { purpose: 'product_image', contentType: 'image/png', sizeBytes: 48_213 },
    response: UploadUrl,
    status: 201,
    errors: ['parameter_out_of_range', 'resource_limit_reached'],
  }),
  uploadFile: operation('PUT /uploads/{token}', {
    service: 'catalog',
    audience: 'public',
    permission: null,
    summary: 'Upload a file',
    description:
      'The token in the URL authorizes the request. Files that are not of the announced format are rejected (415), as are files larger than announced (413). The URL still works after a rejection.',
    accepts: fileTypes,
    maxBodyBytes: maxUploadBytes + 64 * 1024, // so that what is a little too large gets an answer that says so
    response: StoredFile,
    errors: ['resource_invalid_state'],
    deadlineMs: 30_000, // a body may take 20 s to arrive
  }),
  showFile: operation('GET /files/{name}', {
    service: 'catalog',
    audience: 'page',
    permission: null,
    summary: 'An uploaded picture',
    description: 'Public: everyone who has the address can open it.',
    response: z.string(),
  }),
  getDisputeFile: operation('GET /operator/dispute-files/{id}', {
    service: 'catalog',
    audience: 'operator',
    permission: null,
    summary: 'Retrieve a file of the evidence of a dispute',
    description: 'Any account’s. Merchants cannot read such files.',
    response: DisputeFile,
    deadlineMs: 30_000,
  }),
};
