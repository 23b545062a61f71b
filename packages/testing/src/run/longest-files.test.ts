import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { longestFiles } from './longest-files.ts';

test('every name leads to exactly one file', () => {
  const files = globSync('{packages,services,tools,e2e}/**/*.test.ts', {
    cwd: repositoryRoot,
    exclude: (name) => name === 'node_modules',
  });
  for (const name of longestFiles)
    expect([name, files.filter((file) => `/${file}`.endsWith(`/${name}`)).length]).toEqual([name, 1]);
});
