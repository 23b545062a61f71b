import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listBackups, nameOfBackup, unfinishedEnd } from '@mizan/stack/backup-folder';
import { createFolder } from '@mizan/stack/create-folder';
import { describeFileFailure } from '@mizan/stack/describe-file-failure';

const secondMs = 1_000;

/**
 * Does something with the name of a new backup, which no other process takes meanwhile: names are times to the second, so the second
 * of two that start at once waits for the next.
 *
 * @throws SetupProblem when the folder cannot be created or written
 */
export async function reserveBackupName<Result>(
  folder: string,
  work: (name: string) => Promise<Result>,
): Promise<Result> {
  try {
    await createFolder(folder);
    for (;;) {
      const name = nameOfBackup(new Date());
      const reservation = join(folder, `${name}.reserved${unfinishedEnd}`); // removed like a backup whose process was killed
      if (await isCreated(reservation))
        try {
          if (!(await listBackups(folder)).includes(name)) return await work(name);
        } finally {
          await rm(reservation, { recursive: true, force: true });
        }
      await delay(secondMs - (Date.now() % secondMs));
    }
  } catch (failure) {
    throw describeFileFailure(failure, { variable: 'MIZAN_BACKUP_FOLDER', folder });
  }
}

/** Creating a folder is the one step that only one of two processes can do. */
const isCreated = (folder: string): Promise<boolean> =>
  mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EEXIST') return false;
      throw failure;
    },
  );
