import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { startOtlpReceiver } from '@mizan/stack/otlp-receiver';

const home = mkdtempSync(join(tmpdir(), 'mizan-trace-'));
afterAll(() => rmSync(home, { recursive: true }));

async function trace(...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, MIZAN_HOME: home };
  const child = spawn(process.execPath, ['tools/trace.ts', ...args], { cwd: repositoryRoot, env });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, stdout, stderr };
}

test.each(['--help', '-h'])('npm run trace -- %s prints how to use it, also while no stack runs', async (option) => {
  expect(await trace(option)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run trace \[<id>\]\n/),
    stderr: '',
  });
});

test('an option that does not exist is named, and not taken for an ID', async () => {
  expect(await trace('--last')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^mizan: Unknown option '--last'/),
  });
});

test('a request without a trace may be one that the gateway refused itself', async () => {
  const receiver = await startOtlpReceiver();
  try {
    writeFileSync(join(home, 'traces.json'), JSON.stringify({ url: receiver.url }));
    const { status, stderr } = await trace('req_00Vc9avz');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^mizan: no recent trace matches req_00Vc9avz; .+ refuses itself, for their key, .+\n$/),
    ]);
  } finally {
    await receiver.close();
  }
});
