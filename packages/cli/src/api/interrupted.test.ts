import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { serve } from './server.test-support.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that %s ends during a change prints the key to repeat it with',
  async (signal) => {
    let interrupt = (_key: unknown): void => undefined;
    const sent = new Promise((resolve) => (interrupt = resolve));
    const baseUrl = await serve((request) => interrupt(request.headers['idempotency-key'])); // never answers
    const args = ['--base-url', baseUrl, '--api-key', 'sk_test_1', 'customers', 'create', '--name', 'Mona Adel'];
    const command = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [printed, ended] = [text(command.stderr), once(command, 'exit')];
    const key = await Promise.race([sent, ended]);
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(await printed).toBe(
      `\nmizan: It is not known whether the command took effect. Repeat it within 24 hours with this key, so that it cannot take effect twice:\n  --idempotency-key ${String(key)}\n`,
    );
  },
);

test('a download that a signal ends leaves no part of its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-interrupted-'));
  const file = join(folder, 'payments.csv');
  let start = (_started: unknown): void => undefined;
  const started = new Promise((resolve) => (start = resolve));
  const baseUrl = await serve((_request, response) => {
    response.write('id\r\n'); // and never ends
    start('started');
  });
  const period = ['--from', '2026-01-01', '--to', '2026-02-01'];
  const args = ['--base-url', baseUrl, '--api-key', 'sk_test_1', 'reports', 'payments', ...period, '--output', file];
  const command = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
  const ended = once(command, 'exit');
  await Promise.race([started, ended]);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^payments\.csv\.[0-9a-f]{12}\.part$/)]);
  command.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
