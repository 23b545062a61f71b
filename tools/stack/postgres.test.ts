import { afterAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { commandOf, waitUntilGone } from './processes.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const folder = makeTemporaryFolder('mizan-stack-');
const options = { folder: join(folder, 'postgres'), logFile: join(folder, 'postgres.log'), durable: false };
const serverPid = () => Number(readFileSync(join(options.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const accepts = async (url: string) => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.destroy();
};

test('starts, takes connections, stops, and starts again on the same data and password', async () => {
  const first = await startPostgres(options);
  await accepts(first.url);
  await first.stop();
  const second = await startPostgres(options);
  await accepts(second.url);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  await second.stop();
  expect(existsSync(join(options.folder, 'data', 'postmaster.pid'))).toBe(false);
});

test('the server ends when its launcher is killed', async () => {
  const launcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `(await import('${import.meta.dirname}/postgres.ts')).startPostgres(${JSON.stringify(options)}).then(() => console.log('up'))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(launcher.stdout, 'data');
  const pid = serverPid();
  expect(commandOf(pid)).toContain('postgres');
  launcher.kill('SIGKILL');
  expect(await waitUntilGone(pid, 10_000)).toBe(true);
});

test('a second start on data whose server still runs stops that server first', async () => {
  const orphan = await startPostgres(options);
  const pid = serverPid();
  const next = await startPostgres(options);
  await expect(orphan.ended).resolves.toBe('exited with 0');
  expect(serverPid()).not.toBe(pid);
  await next.stop();
});
