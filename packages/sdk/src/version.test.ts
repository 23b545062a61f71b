import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { version } from './version.ts';

test('the version that requests name is that of the package', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ version });
});
