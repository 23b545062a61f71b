import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupProblem } from './setup-problem.ts';

/** The folder that holds `package.json`, `services/` and `packages/`. */
export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where a stack keeps everything it writes; see {@link openHome}. */
export interface Home {
  readonly root: string;
  /** One file per process, started afresh by every run; the run before is kept as `<name>.previous.log`. */
  readonly logs: string;
  readonly ca: string;
  readonly nats: string;
  /** For scripts: addresses, process ids and keys of the running stack. */
  readonly devFile: string;
  path(...parts: string[]): string;
}

/** The state folder as an absolute path: `MIZAN_HOME`, relative to the repository, or `.mizan`. */
export const homePath = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(repositoryRoot, env['MIZAN_HOME'] || '.mizan');

/** Creates the state folder when it is missing and names the places in it. @throws SetupProblem when it cannot be created */
export function openHome(root: string = homePath()): Home {
  const path = (...parts: string[]) => join(root, ...parts);
  const home = { root, logs: path('logs'), ca: path('ca'), nats: path('nats'), devFile: path('dev.json'), path };
  try {
    for (const folder of [home.logs, home.ca, home.nats]) mkdirSync(folder, { recursive: true });
    ignoreInGit(path('.gitignore'));
  } catch (thrown) {
    throw new SetupProblem(
      `The folder of the stack, ${root}, cannot be created: ${(thrown as Error).message}. Set MIZAN_HOME to another one.`,
    );
  }
  return home;
}

/** The folder holds keys and may be inside a clone; a file that was there before stays as it is. */
function ignoreInGit(file: string): void {
  try {
    writeFileSync(file, '*\n', { flag: 'wx' });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}

/** The log file of a process, empty for this run; that of the previous run is kept beside it. */
export function freshLog(folder: string, name: string): string {
  const file = join(folder, `${name}.log`);
  if (existsSync(file)) renameSync(file, join(folder, `${name}.previous.log`));
  return file;
}
