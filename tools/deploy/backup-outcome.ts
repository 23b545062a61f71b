import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '@mizan/stack/create-folder';
import { describeFailure } from '@mizan/stack/setup-problem';

const fileName = 'last-failure';

/** Does something and leaves its failure in the folder, where the health check of the timer finds it, until it succeeds. */
export async function recordOutcome(folder: string, work: () => Promise<void>): Promise<void> {
  const file = join(folder, fileName);
  try {
    await work();
    await rm(file, { force: true });
  } catch (failure) {
    await createFolder(folder)
      .then(() => writeFile(file, `${new Date().toISOString()} ${describeFailure(failure)}\n`, { mode: 0o600 }))
      .catch(() => undefined); // of a full disk, say: what failed first matters
    throw failure;
  }
}

/** The failure that nothing has made good since. */
export const readFailure = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, fileName), 'utf8').catch(() => undefined);
