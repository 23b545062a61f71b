import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, withDatabase } from '@mizan/service-kit';
import { deleteUnusedUploads } from './delete-unused-uploads.ts';
import { DiskStorage } from './disk-storage.ts';
import { png } from './pictures.test-support.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';
import { withdrawUnreferencedUploads } from './withdraw-unreferenced-uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-sweep-'));
let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads({ MIZAN_UPLOADS_FOLDER: folder });
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

const withDb = <T>(run: (db: Database) => Promise<T>) =>
  withDatabase('catalog', world.databaseUrls('catalog').runtimeUrl, run);
const withdraw = () => withDb(withdrawUnreferencedUploads);
const deleteUnused = () => withDb((db) => deleteUnusedUploads(db, { storage: new DiskStorage(folder) }));
/** Lets days pass for all uploads, and withdraws what has become due. */
const after = async (days: number) => {
  await world.db('catalog').query(
    `update uploads set stored_at = stored_at - $1 * interval '1 day', checked_at = checked_at - $1 * interval '1 day',
       unreferenced_at = unreferenced_at - $1 * interval '1 day'`,
    [days],
  );
  await withdraw();
};
const upload = async (body: object = {}) => {
  const made = await world.address(body);
  await world.put(made.token, png());
  return made;
};

test('withdraws a product image that no product has shown for 30 days, and no other picture', async () => {
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

test('a picture is hidden before its bytes are deleted, and one that a product has taken at the last moment keeps them', async () => {
  const [taken, unused] = [await upload(), await upload()];
  const db = world.db('catalog');
  const due = `update uploads set checked_at = now(), unreferenced_at = now() - interval '31 days' where name = any($1)`;
  await db.query(due, [[taken, unused].map(({ file }) => file.slice('/files/'.length))]);
  await world.merchant('POST', '/products', { name: 'Soap', image: taken.publicUrl });
  const isStored = ({ file }: { file: string }) => readdirSync(folder).some((name) => file.endsWith(name.slice(-20)));
  expect(await withdraw()).toBe(1);
  expect(await Promise.all([taken, unused].map(async ({ file }) => (await world.get(file)).status))).toEqual([
    200, 404,
  ]);
  expect([taken, unused].map(isStored)).toEqual([true, true]);

  const expired = `update uploads set expires_at = expires_at - interval '1 day' where stored_at is null`;
  await db.query(expired);
  await deleteUnused();
  expect([taken, unused].map(isStored)).toEqual([true, false]);
  expect((await world.get(taken.file)).status).toBe(200);
  expect((await world.put(unused.token, png())).status).toBe(404);
});

test('a test clock that is a year ahead does not keep a picture longer', async () => {
  const at = new Date(Date.now() + 365 * 86_400_000);
  const gateway = world.siblingClient('catalog', 'gateway');
  const { status } = await gateway('POST', '/internal/calls/advanceCatalogClock', {
    at: at.toISOString(),
    aheadMs: at.getTime() - Date.now(),
    sinceOutboxId: null,
    throughStreamSeq: 0,
  });
  expect(status).toBe(200);
  const unused = await upload();
  expect((await world.get(unused.file)).status).toBe(200);
  await after(2);
  await after(31);
  expect((await world.get(unused.file)).status).toBe(404);
});
