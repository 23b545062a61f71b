import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withDatabase } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { deleteUnusedUploads } from './delete-unused-uploads.ts';
import { DiskStorage } from './disk-storage.ts';
import { png } from './pictures.test-support.ts';
import type { Storage } from './storage.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-sweep-'));
const storage = new DiskStorage(folder);
let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads({ MIZAN_UPLOADS_FOLDER: folder });
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

const sweep = (of: Storage = storage) =>
  withDatabase('catalog', world.databaseUrls('catalog').runtimeUrl, (db) => deleteUnusedUploads(db, { storage: of }));
const rows = async () => {
  const { rows } = await world.db('catalog').query<{ name: string }>('select name from uploads');
  return rows.map(({ name }) => `/files/${name}`);
};
const update = (file: string, change: string) =>
  world.db('catalog').query(`update uploads set ${change} where name = $1`, [file.slice('/files/'.length)]);

test('deletes an unused address some minutes after it expired, and no other', async () => {
  const [unused, running, stored] = [await world.address(), await world.address(), await world.address()];
  await world.put(stored.token, png());
  for (const { file } of [unused, stored]) await update(file, `expires_at = now() - interval '6 minutes'`);
  await update(running.file, `expires_at = now() - interval '1 minute'`);
  await sweep(); // the service's own job may have been earlier
  const left = await rows();
  expect(left).toEqual(expect.arrayContaining([running.file, stored.file]));
  expect(left).not.toContain(unused.file);
  expect((await world.get(stored.file)).status).toBe(200);
  expect(await sweep()).toBe(0);
});

test('deletes what a request wrote before its process died, together with its address', async () => {
  const { file } = await world.address();
  await storage.write('obj_dead.png', png());
  await update(file, `expires_at = now() - interval '6 minutes', claimed_at = now(), object_key = 'obj_dead.png'`);
  await sweep();
  expect(await rows()).not.toContain(file);
  expect(await storage.open('obj_dead.png')).toBeUndefined();
});

test('keeps an address while storage fails to remove its bytes, so that it is found again, and deletes the others', async () => {
  const { file } = await world.address();
  const { file: later } = await world.address();
  await update(file, `expires_at = now() - interval '7 minutes', claimed_at = now(), object_key = 'obj_kept.png'`);
  await update(later, `expires_at = now() - interval '6 minutes', claimed_at = now(), object_key = 'obj_later.png'`);
  const failing: Storage = Object.assign(new DiskStorage(folder), {
    remove: (key: string) =>
      key === 'obj_kept.png' ? Promise.reject(new Error('storage is down')) : storage.remove(key),
  });
  await expect(sweep(failing)).rejects.toThrow('storage is down');
  expect(await rows()).toContain(file);
  expect(await rows()).not.toContain(later);
  expect(await sweep()).toBe(1);
});

test('runs as a job of the service', async () => {
  const { file } = await world.address();
  await update(file, `expires_at = now() - interval '6 minutes'`);
  await world.replica('catalog').stop();
  await world.replica('catalog').start(); // a job runs when the service starts, then every minute
  await eventually(async () => expect(await rows()).not.toContain(file));
});

describe('where storage removes nothing', () => {
  let pattern = '';
  beforeAll(async () => {
    pattern = (await world.address()).file.slice('/files/'.length);
    await world.replica('catalog').stop(); // its own job would delete what these tests create
  });

  /** Addresses whose time is over, with bytes that a storage may not be able to remove. */
  async function expire(count: number, prefix: string): Promise<string[]> {
    const { rows } = await world.db('catalog').query<{ name: string }>(
      `insert into uploads (name, merchant_id, livemode, purpose, content_type, max_bytes, token_hash, expires_at, created_at,
       claimed_at, object_key)
     select $2 || i, merchant_id, livemode, purpose, content_type, max_bytes, $2 || i, now() - interval '1 day', created_at,
       now(), 'obj_' || $2 || i || '.png'
     from uploads, generate_series(1, $3::int) as i where name = $1 returning name`,
      [pattern, prefix, count],
    );
    return rows.map(({ name }) => `/files/${name}`);
  }

  test('while storage is away stops after some files, and deletes them when it is back', async () => {
    await expire(150, 'away_');
    let tries = 0;
    const away: Storage = Object.assign(new DiskStorage(folder), {
      remove: () => {
        tries += 1;
        return Promise.reject(new Error('storage is away'));
      },
    });
    await expect(sweep(away)).rejects.toThrow('storage is away');
    expect(tries).toBe(100);
    expect(await sweep()).toBe(150);
  });

  test('files that storage can never remove do not keep others from being deleted, however many they are', async () => {
    const stuck = await expire(300, 'stuck_');
    const [removable = ''] = await expire(1, 'later_');
    const refusing: Storage = Object.assign(new DiskStorage(folder), {
      remove: (key: string) =>
        key.startsWith('obj_stuck_') ? Promise.reject(new Error('not permitted')) : storage.remove(key),
    });
    for (let pass = 0; pass < 60 && (await rows()).includes(removable); pass++)
      await expect(sweep(refusing)).rejects.toThrow('not permitted');
    const left = await rows();
    expect(left).not.toContain(removable);
    expect(left).toEqual(expect.arrayContaining(stuck));
    expect(await sweep()).toBe(300);
  });
});
