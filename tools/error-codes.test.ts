import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { errorCodes } from '@mizan/contracts';

const folders = ['services', 'packages/service-kit/src', 'packages/contracts/src', 'e2e'];

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);
const textOf = (names: string[]): string => names.map((name) => readFileSync(name, 'utf8')).join('\n');
const isTest = (name: string): boolean => name.endsWith('.test.ts');
const tests = textOf(files.filter((name) => isTest(name) && !name.includes('errors.test')));
const isOfTests = (name: string): boolean =>
  isTest(name) || name.endsWith('.test-support.ts') || name.startsWith('e2e');
const sources = textOf(files.filter((name) => !isOfTests(name) && !name.includes('contracts/src/operations')));

test('every error code of the contract is thrown somewhere', () => {
  const isThrown = (code: string) => new RegExp(`(Problem\\(|failWith\\(|code: |refusal: )\\s*'${code}'`).test(sources);
  expect(errorCodes.filter((code) => !isThrown(code))).toEqual([]);
});

test('every error code is expected by a test', () => {
  expect(errorCodes.filter((code) => !tests.includes(code))).toEqual([]);
});
