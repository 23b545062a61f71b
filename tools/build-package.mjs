/**
 * Builds the published package in the current folder: ECMAScript modules in `dist/esm`, CommonJS in `dist/cjs`, each with
 * its declarations, and one copy of the API's types for both. `npm pack` and `npm publish` run it. It installs the
 * dependencies of the repository first if they are missing.
 */
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installDependencies, InstallProblem, root } from './install-dependencies.mjs';

const run = promisify(execFile);
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const compile = (...options) => run(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options]);
const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

await installDependencies().catch((failure) => {
  if (!(failure instanceof InstallProblem)) throw failure;
  console.error(`mizan: ${failure.message}`);
  process.exit(1);
});

// The compiler explains itself on standard output.
await Promise.all([compile('--outDir', 'dist/esm'), compile('--outDir', 'dist/cjs', ...commonJs)]).catch(
  ({ stdout, message }) => {
    console.error(stdout || message);
    process.exit(1);
  },
);
await writeFile('dist/cjs/package.json', '{ "type": "commonjs" }\n');

// Types of a CommonJS file are for modules as well; the other way around TypeScript refuses.
const [, , typesFile] = process.argv;
if (typesFile) {
  await copyFile(typesFile, 'dist/types.d.cts');
  for (const format of ['esm', 'cjs'])
    await writeFile(`dist/${format}/types.d.ts`, "export type * from '../types.d.cts';\n");
} else {
  await writeFile('dist/types.d.cts', "export type * from '../types.d.cts';\n");
}
