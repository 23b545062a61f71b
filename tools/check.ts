/**
 * `npm run check`: everything that must hold besides the tests. Ends with one line per check and a non-zero status when
 * any of them failed. `npm run check -- lint types` runs only the named ones.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closestName } from '@mizan/contracts';
import { repositoryRoot } from '@mizan/stack/home';
import { captureCommand } from './run-command.ts';
import { judgeCanary } from './judge-canary.ts';

interface Check {
  readonly command: string;
  readonly args: readonly string[];
  /** Returns what is wrong, or undefined; by default the exit status decides. */
  readonly judge?: (outcome: { status: number; output: string }) => string | undefined;
  /** What to do when it fails, where its output does not say so. */
  readonly remedy?: string;
}

const has = (path: string) => existsSync(join(repositoryRoot, path));
const page = 'packages/checkout-page/tsconfig.json';
const browserPage = 'packages/checkout-page/src/browser/tsconfig.json';

const structureRules = ['floors', 'operations', 'state', 'parameters', 'lint', 'columns', 'dependencies', 'tenancy'];

/** Longest first: two run at a time. */
const checks: Record<string, Check> = {
  lint: { command: 'nx', args: ['run-many', '-t', 'lint'] },
  types: { command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  'types of the page': { command: 'tsc', args: ['--noEmit', '-p', page] },
  'types in browsers': { command: 'tsc', args: ['--noEmit', '-p', browserPage] },
  migrations: { command: 'node', args: ['tools/check-migrations.ts'] },
  format: {
    command: 'prettier',
    args: ['--check', '--log-level', 'warn', '.'],
    remedy: 'npm run format lays them out.',
  },
  ...(has('tools/docs/generate.ts') && { docs: { command: 'node', args: ['tools/docs/generate.ts', '--check'] } }),
  documents: { command: 'node', args: ['tools/docs/lint.ts'] },
  kubernetes: { command: 'node', args: ['tools/kubernetes/check.ts'] },
  structure: { command: 'node', args: ['tools/structure/check.ts', ...structureRules] },
  releases: { command: 'node', args: ['tools/released/check.ts'] },
  words: { command: 'node', args: ['tools/words/check.ts'] },
  /** That the rules of `lint` still refuse what crosses a boundary; the code itself is checked by `lint`. */
  'boundary canary': { command: 'nx', args: ['run', 'boundary-canary:lint-canary'], judge: judgeCanary },
};

const unlessZero: NonNullable<Check['judge']> = ({ status, output }) =>
  status === 0 ? undefined : output.trim() || `exit status ${status}`;

async function run(name: string, check: Check): Promise<boolean> {
  const started = performance.now();
  const outcome = await captureCommand(check.command, check.args);
  const problem = (check.judge ?? unlessZero)(outcome);
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${problem === undefined ? '✓' : '✗'} ${name.padEnd(18)} ${seconds.padStart(7)}`);
  if (problem !== undefined) console.log(`\n${[problem, check.remedy].filter(Boolean).join('\n')}\n`);
  return problem === undefined;
}

const requested = process.argv.slice(2);
if (requested.includes('--help')) {
  console.log(
    `Usage: npm run check [-- <name>…]\n\nRuns all checks, or the named ones: ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(0);
}
const unknown = requested.filter((name) => !(name in checks));
if (unknown.length > 0) {
  const meant = closestName(unknown[0] ?? '', Object.keys(checks));
  const hint = meant === undefined ? `Choose from ${Object.keys(checks).join(', ')}.` : `Did you mean \`${meant}\`?`;
  console.error(`No such check: ${unknown.join(', ')}. ${hint}`);
  process.exit(2);
}
const queue = Object.entries(checks).filter(([name]) => requested.length === 0 || requested.includes(name));
const total = queue.length;
let failed = 0;
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) if (!(await run(...next))) failed++;
};
await Promise.all([worker(), worker()]);
const counted = `${total} check${total === 1 ? '' : 's'}`;
console.log(
  failed === 0 ? `\n${total === 1 ? counted : `All ${counted}`} passed.` : `\n${failed} of ${counted} failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;
