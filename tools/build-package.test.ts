import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';

test('an archive of a fresh clone: the dependencies that are missing are named in one line', () => {
  const clone = makeTemporaryFolder('mizan-clone-');
  const script = join(clone, 'tools', 'build-package.mjs');
  cpSync(join(repositoryRoot, 'tools', 'build-package.mjs'), script);
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: clone, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^mizan: the dependencies are missing\. Install them first: \(cd \S+ && npm ci\)\n$/),
  ]);
  rmSync(clone, { recursive: true });
});
