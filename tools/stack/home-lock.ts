import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { commandOf } from './processes.ts';
import { SetupProblem } from './setup-problem.ts';

/**
 * Claims the state folder for this process, so that two stacks never share one database directory. A claim that a
 * killed run left behind is taken over.
 *
 * @returns a function that releases the folder
 * @throws SetupProblem when a living stack holds it
 */
export function lockHome(home: Home): () => void {
  const file = home.path('launcher.pid');
  const claim = `${process.pid}\n${commandOf(process.pid)}\n`;
  try {
    writeFileSync(file, claim, { flag: 'wx' });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    const pid = holderOf(home);
    if (pid !== undefined) {
      throw new SetupProblem(
        `Already running from ${home.root} (process ${pid}). For a second stack set MIZAN_HOME and MIZAN_PORT.`,
      );
    }
    writeFileSync(file, claim);
  }
  return () => rmSync(file, { force: true });
}

/** The process whose stack uses this state folder now, if any. */
export function holderOf(home: Home): number | undefined {
  try {
    const [pid, command] = readFileSync(home.path('launcher.pid'), 'utf8').split('\n');
    return command && commandOf(Number(pid)) === command ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
