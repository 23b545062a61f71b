import { afterAll, afterEach, expect, test } from '@jest/globals';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { holderOf, lockHome } from './home-lock.ts';
import { openHome } from './home.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const home = openHome(makeTemporaryFolder('mizan-home-'));
const file = home.path('launcher.pid');
afterAll(() => rmSync(home.root, { recursive: true }));
afterEach(() => rmSync(file, { force: true }));

test('a state folder in use is refused with one line that names the process', () => {
  const release = lockHome(home);
  expect(() => lockHome(home)).toThrow(`process ${process.pid}`);
  expect(holderOf(home)).toBe(process.pid);
  release();
  expect(existsSync(file)).toBe(false);
});

test('a claim is taken over when its process id now belongs to something else', () => {
  writeFileSync(file, `${process.pid}\nsome other command\n`);
  expect(holderOf(home)).toBeUndefined();
  lockHome(home)();
});
