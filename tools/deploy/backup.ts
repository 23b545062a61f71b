/**
 * Backs up the database and the uploaded files into a folder of `MIZAN_BACKUP_FOLDER`, while the platform runs, removes the oldest
 * backups, and uploads what is missing to the bucket of `MIZAN_BACKUP_S3_BUCKET`, if one is set. With `--every <hours>` it stays and
 * does so at that interval; with `--list` it shows what there is.
 *
 * Environment: see `backup-env.ts`.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ageOfBackup, listBackups, removeOldBackups, removeUnfinished } from '@mizan/stack/backup-folder';
import { describeUploads, rowsOf } from '@mizan/stack/backup-manifest';
import { SetupProblem, describeFailure } from '@mizan/stack/setup-problem';
import { uploadBackups } from '@mizan/stack/upload-backups';
import { writeBackup } from '@mizan/stack/write-backup';
import { assertOwnSecret } from './assert-own-secret.ts';
import { environmentHelp, printBackups, readBackupEnv, type BackupEnv } from './backup-env.ts';
import { readFailure, recordOutcome } from './backup-outcome.ts';
import { reserveBackupName } from './reserve-backup-name.ts';
import { serveBackupMetrics } from './serve-backup-metrics.ts';
import { runOnce } from './run-once.ts';

const hourMs = 3_600_000;
const mostHours = 24 * 24; // a timer of Node can wait for less than 25 days
const retryHours = 0.25;
const reminder =
  'backup: MIZAN_SECRET is not part of a backup, and without it a backup is worthless. Keep a copy of it in another place.';

const usage = `Usage: tools/deploy/backup.ts [--every <hours>]

Backs up the database and the uploaded pictures while the platform runs.

  --every <hours>  stay, do so at this interval of at most ${mostHours}, and serve /metrics on MIZAN_LISTEN_PORT
  --list           show the backups there are

${environmentHelp}`;

await runOnce('backup', async () => {
  const { values } = parseArgs({
    options: { every: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const env = await readBackupEnv(); // a wrong setting stops the container when it starts
  if (values.list) return printBackups(env);
  const hours = Number(values.every);
  if (values.every !== undefined && !(hours > 0 && hours <= mostHours))
    throw new SetupProblem(`--every: must be a number of hours, at most ${mostHours}.`);
  console.log(reminder);
  if (values.every === undefined) return recordOutcome(env.folder, () => backUp(env, -Infinity));
  await backUpEvery(hours * hourMs, env);
});

async function backUpEvery(intervalMs: number, env: BackupEnv): Promise<never> {
  let hasFailed = (await readFailure(env.folder)) !== undefined; // of a run before a restart
  const probes = await serveBackupMetrics({ folder: env.folder, intervalMs, hasFailed: () => hasFailed });
  console.log(`backup: metrics are at ${probes.url}/metrics.`);
  try {
    for (;;) {
      hasFailed = await recordOutcome(env.folder, () => backUp(env, intervalMs)).then(
        () => false,
        (failure: unknown) => {
          console.error(`backup: ${describeFailure(failure)}`);
          return true;
        },
      );
      const dueMs = intervalMs - (await ageOfNewest(env.folder));
      await delay(Math.min(Math.max(hasFailed ? retryHours * hourMs : dueMs, 0), intervalMs));
    }
  } finally {
    await probes.stop(); // a process that answers and backs up nothing would look healthy
  }
}

/**
 * Writes a backup, unless the newest is younger than that: after a restart, or when only the upload has failed. Then uploads what
 * the bucket does not have.
 *
 * @param youngestMs minus infinity to write one in any case
 * @throws SetupProblem before anything is written when `MIZAN_SECRET` is not the secret of this platform
 */
async function backUp(env: BackupEnv, youngestMs: number): Promise<void> {
  const { adminUrl, folder, uploads, keep, secretMark, bucket } = env;
  if ((await ageOfNewest(folder)) >= youngestMs) {
    await removeUnfinished(folder); // first: it may be what has filled the disk
    await assertOwnSecret(env);
    await reserveBackupName(folder, async (name) => {
      const manifest = await writeBackup(adminUrl, { folder: join(folder, name), uploads, secretMark });
      const pictures = `${describeUploads(manifest)}${uploads === undefined ? ': MIZAN_UPLOADS_FOLDER is not set' : ''}`;
      console.log(`backup: ${name} has ${rowsOf(manifest)} rows of ${manifest.tables.length} tables, ${pictures}.`);
    });
    await removeOldBackups(folder, keep);
  }
  const report = (line: string) => console.log(`backup: ${line}`);
  if (bucket !== undefined) await uploadBackups(bucket, { folder, keep, secretMark, report });
}

/** In milliseconds; infinite where there is no backup. */
async function ageOfNewest(folder: string): Promise<number> {
  const [newest] = await listBackups(folder);
  return newest === undefined ? Infinity : ageOfBackup(newest);
}
