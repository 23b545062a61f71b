import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readInput } from './read-input.ts';

test.each([
  ['UTF-8', Buffer.from('قهوة')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFقهوة')],
  ['UTF-16 as Excel writes it', Buffer.from('\uFEFFقهوة', 'utf16le')],
])('a file in %s is read as its text', async (_encoding, bytes) => {
  const file = join(mkdtempSync(join(tmpdir(), 'mizan-input-')), 'file');
  writeFileSync(file, bytes);
  expect(await readInput(file)).toBe('قهوة');
});
