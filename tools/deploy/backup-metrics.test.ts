import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { eventually } from '@mizan/testing';
import { runOneShot, type OneShot } from './one-shot.test-support.ts';

let folder: string;
let timer: OneShot;
/** @param port of the database: nothing listens on 1 */
const start = (port = 1) =>
  runOneShot('backup', ['--every', '24'], {
    DATABASE_URL: `postgres://admin:secret@127.0.0.1:${port}/mizan`,
    MIZAN_SECRET: 'a-root-secret-of-more-than-thirty-two-characters',
    MIZAN_BACKUP_FOLDER: folder,
  });
beforeEach(() => {
  folder = makeTemporaryFolder('mizan-backup-metrics-');
  timer = start();
});
afterEach(async () => {
  timer.child.kill();
  await timer.status;
  await rm(folder, { recursive: true });
});

const get = async (path: string): Promise<[number, string]> => {
  const url = /metrics are at (\S+)\/metrics\./.exec(timer.output)?.[1] ?? '';
  const response = await fetch(`${url}${path}`);
  return [response.status, await response.text()];
};
const valueOf = async (name: string): Promise<number> =>
  Number(new RegExp(`^mizan_backup_${name}\\{.*\\} (\\S+)$`, 'm').exec((await get('/metrics'))[1])?.[1]);

test('a first backup that fails is reported, and that there is none grows older', async () => {
  await eventually(async () => expect(await valueOf('failed')).toBe(1));
  expect(await valueOf('interval_seconds')).toBe(86_400);
  const age = await valueOf('age_seconds');
  expect(age).toBeGreaterThan(0);
  expect(await valueOf('age_seconds')).toBeGreaterThan(age);
  expect([(await get('/healthz'))[0], (await get('/readyz'))[0], (await get('/other'))[0]]).toEqual([200, 503, 404]);
});

test('a failure is still reported after a restart, before the next backup has ended', async () => {
  await eventually(async () => expect(await valueOf('failed')).toBe(1));
  timer.child.kill();
  await timer.status;
  const silent = createServer((socket) => socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    timer = start((silent.address() as AddressInfo).port);
    await once(silent, 'connection'); // the next backup has started, and does not end
    expect(await valueOf('failed')).toBe(1);
    timer.child.kill();
    await timer.status;
  } finally {
    silent.close();
  }
});
