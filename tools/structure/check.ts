/**
 * `node tools/structure/check.ts [--root <folder>] [--under services/checkout] [--all] [name…]`: the rules of structure that no compiler knows. Prints one
 * line per rule with the number of breaches, and the first of them; `--all` prints every one, `--under` only those of a folder.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@mizan/stack/home';
import { readFloors } from './floors.ts';
import { judgeStructureCanary } from './judge-canary.ts';
import { measure, rules } from './rules.ts';
import type { Owners } from './operations.ts';
import { readSources } from './repository.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: repositoryRoot },
    under: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !(name in rules));
if (unknown.length > 0) {
  console.error(`No such rule: ${unknown.join(', ')}. Choose from ${Object.keys(rules).join(', ')}.`);
  process.exit(2);
}

const { root } = values;
const { operations } = (await import(pathToFileURL(join(root, 'packages/contracts/src/index.ts')).href)) as {
  operations: Record<string, { service: string }>;
};
const owners: Owners = Object.fromEntries(Object.entries(operations).map(([name, { service }]) => [name, service]));
const repository = { root, sources: readSources(root), floors: await readFloors(root), owners };

const numb = await judgeStructureCanary();
if (numb.length > 0)
  console.log(`✗ canary: a rule has changed what it finds\n${numb.map((line) => `    ${line}`).join('\n')}`);
let failed = numb.length > 0 ? 1 : 0;
for (const name of Object.keys(rules).filter((name) => positionals.length === 0 || positionals.includes(name))) {
  const { breaches: found, note } = await measure(name, repository);
  const breaches = found.filter(({ path }) => path.startsWith(values.under));
  if (breaches.length > 0) failed++;
  console.log(
    `${breaches.length === 0 ? '✓' : '✗'} ${name.padEnd(14)} ${String(breaches.length).padStart(4)}${note ? `   ${note}` : ''}`,
  );
  const shown = values.all || positionals.length > 0 ? breaches : breaches.slice(0, 5);
  for (const { path, line, message } of shown) console.log(`    ${path}:${line} ${message}`);
  if (shown.length < breaches.length) console.log(`    … ${breaches.length - shown.length} more (--all)`);
}
process.exitCode = failed === 0 ? 0 : 1;
