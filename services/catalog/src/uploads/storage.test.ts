import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { startS3StandIn, type S3StandIn } from '@mizan/stand-ins';
import { bucketEnv } from './bucket.test-support.ts';
import { DiskStorage } from './disk-storage.ts';
import { pngOf } from './pictures.test-support.ts';
import { S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const root = mkdtempSync(join(tmpdir(), 'mizan-storage-'));
const folder = join(root, 'created', 'when', 'needed');
let s3: S3StandIn;
let stores: Record<'a folder' | 'a bucket', Storage>;

/** As the environment of `env` names it. */
const bucketOf = (env: Record<string, string>): S3Storage =>
  new S3Storage({
    bucket: env['MIZAN_S3_BUCKET'] ?? '',
    endpoint: env['MIZAN_S3_ENDPOINT'],
    region: env['MIZAN_S3_REGION'] ?? '',
    accessKeyId: env['MIZAN_S3_ACCESS_KEY_ID'],
    secretAccessKey: env['MIZAN_S3_SECRET_ACCESS_KEY'],
  });

beforeAll(async () => {
  s3 = await startS3StandIn({ bucket: 'pictures' });
  stores = { 'a folder': new DiskStorage(folder), 'a bucket': bucketOf(bucketEnv(s3)) };
});
afterAll(async () => {
  await s3.leave();
  rmSync(root, { recursive: true });
});

const newKey = () => `${newId('obj')}-${newId('file')}.png`;
async function read(storage: Storage, key: string): Promise<Buffer | undefined> {
  const stream = await storage.open(key);
  return stream && buffer(stream);
}

describe.each(['a folder', 'a bucket'] as const)('storage in %s', (where) => {
  test.each([1, 70_000, 5 * 1024 * 1024])('returns %i bytes as they were written', async (size) => {
    const key = newKey();
    const bytes = size < 1_000 ? Buffer.alloc(size, 7) : pngOf(size);
    await stores[where].write(key, bytes, 'image/png');
    expect((await read(stores[where], key))?.equals(bytes)).toBe(true);
  });

  test('keeps keys separate', async () => {
    const keys = [newKey(), newKey()] as const;
    await Promise.all(keys.map((key) => stores[where].write(key, Buffer.from(key), 'image/png')));
    await stores[where].remove(keys[0]);
    expect(await read(stores[where], keys[0])).toBeUndefined();
    expect((await read(stores[where], keys[1]))?.toString()).toBe(keys[1]);
  });

  test('returns nothing for a key that was never written, and removes it without an error', async () => {
    const key = newKey();
    expect(await read(stores[where], key)).toBeUndefined();
    await stores[where].remove(key);
    await stores[where].remove(key);
  });
});

test('a folder contains only complete files', () => {
  expect(readdirSync(folder).filter((name) => !name.endsWith('.png'))).toEqual([]);
});

test('a folder that is not writable is an error, and no key leads out of the folder', async () => {
  writeFileSync(join(root, 'file'), '');
  await expect(new DiskStorage(join(root, 'file')).write(newKey(), Buffer.from('a'))).rejects.toThrow(/ENOTDIR|EEXIST/);
  for (const key of ['../file', '/etc/passwd', '.hidden', '', 'a/b'])
    await expect(new DiskStorage(root).open(key)).rejects.toThrow('bug');
});

test('a bucket stores the content type with the bytes', async () => {
  const key = newKey();
  await stores['a bucket'].write(key, Buffer.from('a'), 'image/webp');
  expect(s3.objects.get(key)?.contentType).toBe('image/webp');
});

test('a bucket that fails or denies access is an error, not an empty result', async () => {
  const key = newKey();
  s3.isFailing = true;
  await expect(stores['a bucket'].write(key, Buffer.from('a'), 'image/png')).rejects.toThrow();
  await expect(stores['a bucket'].open(key)).rejects.toThrow();
  s3.isFailing = false;
  expect(await read(stores['a bucket'], key)).toBeUndefined();
  await expect(bucketOf({ ...bucketEnv(s3), MIZAN_S3_ACCESS_KEY_ID: 'AKIDOTHER' }).open(key)).rejects.toThrow(
    'InvalidAccessKeyId',
  );
});
