import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';

const home = mkdtempSync(join(tmpdir(), 'mizan-trace-'));
const trace = (...args: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, MIZAN_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/trace.ts', ...args], {
    cwd: repositoryRoot,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each(['--help', '-h'])('npm run trace -- %s prints how to use it, also while no stack runs', (option) => {
  expect(trace(option)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run trace \[<id>\]\n/),
    stderr: '',
  });
});

test('an option that does not exist is named, and not taken for an ID', () => {
  expect(trace('--last')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^mizan: Unknown option '--last'/),
  });
  rmSync(home, { recursive: true });
});
