import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openHome } from './home.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

test('git ignores a new state folder, and a .gitignore that was there before stays as it is', () => {
  const folder = makeTemporaryFolder('mizan-home-');
  try {
    openHome(join(folder, 'new'));
    expect(readFileSync(join(folder, 'new', '.gitignore'), 'utf8')).toBe('*\n');
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
    openHome(folder);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a state folder that cannot be created is named, with the variable that chooses another', () => {
  const folder = makeTemporaryFolder('mizan-home-');
  try {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openHome(join(folder, 'file', 'home'))).toThrow(
      /^The folder of the stack, .*file\/home, cannot be created: .*\. Set MIZAN_HOME to another one\.$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
