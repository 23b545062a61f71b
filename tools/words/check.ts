/**
 * Looks for refused words (`refused-words.ts`) in names, strings and prose. `node tools/words/check.ts` reads the whole
 * repository, `node tools/words/check.ts services/checkout README.md` only what is named; `--counts` prints no lines.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';
import { findRefusedWords, unusedExceptions } from './find-refused-words.ts';

const readable = /\.(ts|tsx|mts|mjs|js|md)$/;
/** Migrations are history, and what was released is compared with what was written then. */
const unread = /\/migrations\/|^docs\/released\//;

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', ...paths],
  {
    cwd: repositoryRoot,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) => readable.test(path) && !unread.test(path));

const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(services|packages)\//.test(path) ? 2 : 1)
    .join('/');

const counts = new Map<string, number>();
for (const path of files) {
  let source: string;
  try {
    source = readFileSync(join(repositoryRoot, path), 'utf8');
  } catch {
    continue; // deleted and not yet committed
  }
  for (const { line, word, use } of findRefusedWords(path, source)) {
    if (!process.argv.includes('--counts')) console.log(`${path}:${line}: ${word} → ${use}`);
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
}
for (const [folder, count] of counts) console.log(`${String(count).padStart(5)}  ${folder}`);
const needless = paths.length === 0 ? unusedExceptions() : [];
for (const { word, path } of needless) console.log(`Delete the exception for ${word} in ${path}: nothing needs it.`);
if (counts.size > 0 || needless.length > 0) process.exitCode = 1;
else console.log('No refused words.');
