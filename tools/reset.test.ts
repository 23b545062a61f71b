import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockHome } from '@mizan/stack/home-lock';
import { openHome, repositoryRoot } from '@mizan/stack/home';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mizan-reset-'));
  mkdirSync(join(home, 'postgres'));
  mkdirSync(join(home, 'providers')); // what stand-ins remember of buyers
  writeFileSync(join(home, 'secret'), 'secret');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const isKept = () => ['postgres', 'providers', 'secret'].some((name) => existsSync(join(home, name)));

async function reset(args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, MIZAN_HOME: home, ...settings };
  const child = spawn(process.execPath, ['tools/reset.ts', ...args], { cwd: repositoryRoot, env });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, stdout, stderr };
}

test('it deletes the data and the secret', async () => {
  expect(await reset()).toEqual({
    status: 0,
    stdout: `Cleared ${home}. The next npm start creates a new platform.\n`,
    stderr: '',
  });
  expect(isKept()).toBe(false);
});

test.each(['--help', '-h'])('%s prints what would be deleted, and deletes nothing', async (option) => {
  const { status, stdout, stderr } = await reset([option]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^npm run reset: deletes the data, logs, keys and secret /);
  expect(isKept()).toBe(true);
});

test.each([
  ['--hepl', 'mizan: unknown argument --hepl. Did you mean --help? Nothing was deleted.\n'],
  ['/tmp/other', 'mizan: unknown argument /tmp/other. npm run reset takes none. Nothing was deleted.\n'],
])('the unknown argument %s is refused, and nothing is deleted', async (argument, stderr) => {
  expect(await reset([argument])).toEqual({ status: 1, stdout: '', stderr });
  expect(isKept()).toBe(true);
});

test('a running stack keeps its folder', async () => {
  const release = lockHome(openHome(home));
  const { status, stderr } = await reset();
  release();
  expect([status, stderr]).toEqual([1, expect.stringContaining(`a stack is running from ${home}`)]);
  expect(isKept()).toBe(true);
});

const kept =
  'The database postgres://db:5432/mizan keeps its data, in the schemas gateway, catalog, customers, checkout, payments, webhooks.';
const drop = 'Drop these schemas before npm start uses it again.';

test('a database of which the last start says that it is external is named as kept, and no new platform is promised', async () => {
  writeFileSync(join(home, 'dev.json'), JSON.stringify({ externalDatabase: 'postgres://db:5432/mizan' }));
  const stdout = `Cleared ${home}. ${kept} What is encrypted there needs the secret that was deleted. ${drop}\n`;
  expect(await reset()).toEqual({ status: 0, stdout, stderr: '' });
  expect(isKept()).toBe(false);
});

test('so is the one of the variable where no start has left its file, without its password', async () => {
  rmSync(join(home, 'secret')); // as with MIZAN_SECRET
  const { stdout } = await reset([], { DATABASE_URL: 'postgres://admin:s3cret@db:5432/mizan?password=s3cret' });
  expect(stdout).toBe(`Cleared ${home}. ${kept} ${drop}\n`);
});

test('a database that the last start has not used is not named: it may be of another program', async () => {
  writeFileSync(join(home, 'dev.json'), '{}');
  const { stdout } = await reset([], { DATABASE_URL: 'postgres://db:5432/parcels' });
  expect(stdout).toBe(`Cleared ${home}. The next npm start creates a new platform.\n`);
});
