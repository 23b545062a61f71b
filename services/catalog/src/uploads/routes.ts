import { command, page, type RoutesOf } from '@mizan/service-kit';
import { createUploadUrl } from './create-upload-url.ts';
import { showFile } from './show-file.ts';
import { storeUpload, type Uploads } from './upload-file.ts';

/** Operations on pictures. */
export const uploadRoutes = (
  uploads: Uploads,
): Pick<RoutesOf<'catalog'>, 'createUploadUrl' | 'uploadFile' | 'showFile'> => ({
  createUploadUrl: command((tx, { body }) => createUploadUrl(tx, uploads.publicUrl, body)),
  uploadFile: page(async (context, { params, body }) => {
    const stored = await storeUpload(uploads, context, { token: params.token, body });
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: JSON.stringify(stored),
    };
  }),
  showFile: page(({ db }, { params }) => showFile(uploads.storage, db, params.name)),
});
