import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withDatabase } from '@mizan/service-kit';
import { deleteUnreferencedUploads } from './delete-unreferenced-uploads.ts';
import { DiskStorage } from './disk-storage.ts';
import { png } from './pictures.test-support.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-sweep-'));
let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads({ MIZAN_UPLOADS_FOLDER: folder });
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

const sweep = () =>
  withDatabase('catalog', world.databaseUrls('catalog').runtimeUrl, (db) =>
    deleteUnreferencedUploads(db, { storage: new DiskStorage(folder) }),
  );
/** Lets days pass for all uploads, and sweeps. */
const after = async (days: number) => {
  await world.db('catalog').query(
    `update uploads set stored_at = stored_at - $1 * interval '1 day', checked_at = checked_at - $1 * interval '1 day',
       unreferenced_at = unreferenced_at - $1 * interval '1 day'`,
    [days],
  );
  await sweep();
};
const upload = async (body: object = {}) => {
  const made = await world.address(body);
  await world.put(made.token, png());
  return made;
};

test('deletes a product image that no product has shown for 30 days, and no other picture', async () => {
  const [shown, replaced, unused, logo] = [
    await upload(),
    await upload(),
    await upload(),
    await upload({ purpose: 'merchant_logo' }),
  ];
  await world.merchant('POST', '/products', { name: 'Soap', image: shown.publicUrl });
  const { body: product } = await world.merchant<{ id: string }>('POST', '/products', {
    name: 'Bag',
    image: replaced.publicUrl,
  });
  await after(2);
  await after(40);
  const present = async () =>
    Promise.all([shown, replaced, unused, logo].map(async ({ file }) => (await world.get(file)).status));
  expect(await present()).toEqual([200, 200, 404, 200]);

  await world.merchant('PATCH', `/products/${product.id}`, { image: null });
  await after(2);
  await after(27);
  expect(await present()).toEqual([200, 200, 404, 200]);
  await after(4);
  expect(await present()).toEqual([200, 404, 404, 200]);
});

test('409 resource_limit_reached beyond the files that an account may have in a mode, created at once or not', async () => {
  const limited = await startUploads({ MIZAN_UPLOADS_MAX_FILES: '3' });
  try {
    const create = (as = limited.merchant) =>
      as<{ error?: { code: string } }>('POST', '/upload-url', {
        purpose: 'product_image',
        contentType: 'image/png',
        sizeBytes: 1_000,
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect((await create()).body.error?.code).toBe('resource_limit_reached');
    const live = limited.merchantClient('catalog', { merchantId: 'acct_test', livemode: true });
    expect((await create(live)).status).toBe(201);
  } finally {
    await limited.stop();
  }
});

test.each(['?v=2', '#large', '?'])('keeps a picture that a product shows with %s after its name', async (suffix) => {
  const shown = await upload();
  await world.merchant('POST', '/products', { name: 'Soap', image: `${shown.publicUrl}${suffix}` });
  await after(2);
  await after(40);
  expect((await world.get(shown.file)).status).toBe(200);
});
