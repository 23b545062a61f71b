import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';

const documents = globSync(['*.md', 'docs/**/*.md', '{services,packages,examples}/*/README.md', 'tools/*/README.md'], {
  cwd: repositoryRoot,
}).filter((path) => path !== 'CHANGELOG.md');
const folders = 'bench|deploy|docs|e2e|examples|packages|services|tools';

/** Paths in code marks that start at the root or, in a README, at its own `src`; braces and stars are globs. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(new RegExp(`\`((?:${folders}|src)/[^\`\\s<…]+)\``, 'g'))].map(([, path]) => path ?? '');
/** Targets of links, without those on the web or at an address of the running platform. */
const linkedPaths = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !/^([a-z]+:|\/)/.test(path));

const exists = (path: string): boolean =>
  /[*{]/.test(path) ? globSync(path, { cwd: repositoryRoot }).length > 0 : existsSync(join(repositoryRoot, path));

/** What a document names and the repository does not have. */
function missingIn(document: string, text = readFileSync(join(repositoryRoot, document), 'utf8')): string[] {
  const folder = dirname(document);
  const named = namedPaths(text).map((path) => (path.startsWith('src/') ? join(folder, path) : path));
  return [...named, ...linkedPaths(text).map((path) => join(folder, path))].filter((path) => !exists(path));
}

test('every file and folder that the documentation names exists', () => {
  expect(documents.length).toBeGreaterThan(40);
  expect(documents.flatMap((document) => missingIn(document).map((path) => `${document}: ${path}`))).toEqual([]);
});

test('a file that does not exist is found, by name, by pattern and by link', () => {
  const text = 'See `packages/gone.ts`, `services/{gone,lost}/*.ts` and [this](gone.md), not `packages/contracts`.';
  expect(missingIn('docs/guide.md', text)).toEqual(['packages/gone.ts', 'services/{gone,lost}/*.ts', 'docs/gone.md']);
});
