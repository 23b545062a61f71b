import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

test('what fails below its folder is blamed on it, also by a relative path, and what fails elsewhere is not', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'mizan-names-'));
  const folder = join(relative(process.cwd(), parent), 'backups');
  const [elsewhere, beside] = [join(parent, 'uploads'), join(parent, 'backups-of-another')];
  const file = join(parent, 'file');
  await writeFile(file, '');
  const reserve = (work: (path: string) => Promise<unknown>) =>
    reserveBackupName(folder, (name) => work(join(folder, name, 'rows')));
  const isBlamed = { name: 'SetupProblem', message: expect.stringContaining(`${folder} cannot be written (ENOENT: `) };
  await expect(reserve((path) => writeFile(path, ''))).rejects.toMatchObject(isBlamed);
  await expect(reserve((path) => copyFile(file, path))).rejects.toMatchObject(isBlamed);
  for (const path of [elsewhere, beside, join(parent, 'uploads/..backups')])
    await expect(reserve(() => readdir(path))).rejects.toMatchObject({ name: 'Error', code: 'ENOENT', path });
  await rm(parent, { recursive: true });
});
