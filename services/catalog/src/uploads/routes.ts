import { command, page, type RoutesOf, system } from '@mizan/service-kit';
import { createUploadUrl, type UploadsApp } from './create-upload-url.ts';
import { getDisputeFile } from './read-dispute-files.ts';
import { showFile } from './show-file.ts';
import { uploadFile } from './upload-file.ts';

/** Operations on pictures and other files. */
export const uploadRoutes = (app: UploadsApp) =>
  ({
    createUploadUrl: command((tx, { body, identity }) =>
      createUploadUrl(tx, app, { ...body, permissions: identity.permissions }),
    ),
    uploadFile: page(async ({ db }, { params, body }) => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: JSON.stringify(await uploadFile(db, app, { token: params.token, body })),
    })),
    getDisputeFile: system((db, { params }) => getDisputeFile(db, app, params.id)),
    showFile: page(({ db }, { params }) => showFile(db, app, params.name)),
  }) satisfies Partial<RoutesOf<'catalog'>>;
