import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reserveBackupName } from './reserve-backup-name.ts';

test('two at once never have the same name, also when one has failed or has finished within the second', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-names-'));
  const names: string[] = [];
  const write = (name: string) => (names.push(name), mkdir(join(folder, name)));
  const failing = reserveBackupName(folder, () => Promise.reject(new Error('a full disk')));
  await expect(failing).rejects.toThrow('a full disk');
  await Promise.all([reserveBackupName(folder, write), reserveBackupName(folder, write)]);
  expect(new Set(names).size).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(names.sort());
  await rm(folder, { recursive: true });
});
