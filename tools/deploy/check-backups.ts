/**
 * The health check of the timer: `tools/deploy/check-backups.ts <hours>`. Fails while the last backup or its upload has failed, or
 * when the newest is an hour older than the interval.
 *
 * Environment: `MIZAN_BACKUP_FOLDER`.
 */
import { ageOfBackup, listBackups } from '@mizan/stack/backup-folder';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { readFailure } from './backup-outcome.ts';
import { runOnce } from './run-once.ts';

const hourMs = 3_600_000;

await runOnce('check-backups', async () => {
  const folder = process.env['MIZAN_BACKUP_FOLDER'] ?? '';
  const failure = await readFailure(folder);
  if (failure !== undefined) throw new SetupProblem(`the last backup failed: ${failure.trim()}`);
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new SetupProblem('there is no backup yet.');
  if (ageOfBackup(newest) > (Number(process.argv[2]) + 1) * hourMs)
    throw new SetupProblem(`the newest backup is ${newest}.`);
  console.log(`check-backups: the newest backup is ${newest}.`);
});
