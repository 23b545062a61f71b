/**
 * Restores a backup into a new database: `tools/deploy/restore.ts [--from bucket] [name]`, the newest unless one is named. With
 * `--list` it shows what there is. Runs after the migrations and before any service.
 *
 * Environment: see `backup-env.ts`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isBackupName, listBackups } from '@mizan/stack/backup-folder';
import { describeUploads, readManifest, rowsOf } from '@mizan/stack/backup-manifest';
import { downloadBackup } from '@mizan/stack/download-backup';
import { restoreBackup } from '@mizan/stack/restore-backup';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { assertLoginsFollow } from './assert-logins-follow.ts';
import { environmentHelp, printBackups, readBackupEnv, type BackupEnv } from './backup-env.ts';
import { runOnce } from './run-once.ts';

const usage = `Usage: tools/deploy/restore.ts [--from bucket] [name]

Restores a backup into a database that has its tables and no account. Run tools/deploy/migrate.ts first.

  name           of the backup, such as 2026-12-01T03-00-00Z; the newest unless one is named
  --from bucket  download it from the bucket first; by default it is one of this machine
  --list         show the backups there are

${environmentHelp}`;

await runOnce('restore', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string', default: 'volume' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const env = await readBackupEnv();
  if (values.list) return printBackups(env);
  const [wanted = 'latest'] = positionals;
  const name = await chooseBackup(env, { from: values.from, wanted });
  await restore(env, name);
});

function report(line: string): void {
  console.log(`restore: ${line}`);
}

/** @returns the name of a backup that is in the volume, downloaded if it is wanted from the bucket @throws SetupProblem */
async function chooseBackup(env: BackupEnv, { from, wanted }: { from: string; wanted: string }): Promise<string> {
  const { folder, bucket, secretMark } = env;
  if (from !== 'volume' && from !== 'bucket') throw new SetupProblem('--from: must be volume or bucket.');
  if (wanted !== 'latest' && !isBackupName(wanted))
    throw new SetupProblem(`${JSON.stringify(wanted)} is not the name of a backup: --list shows them.`);
  if (from === 'volume') return choose(await listBackups(folder), wanted, folder);
  if (bucket === undefined) throw new SetupProblem('--from bucket: MIZAN_BACKUP_S3_BUCKET is not set.');
  const { complete } = await bucket.listBackups();
  const name = choose(complete, wanted, bucket.address);
  await downloadBackup(bucket, { name, folder, secretMark, report });
  return name;
}

function choose(names: readonly string[], wanted: string, place: string): string {
  const name = wanted === 'latest' ? names[0] : names.find((each) => each === wanted);
  if (name === undefined)
    throw new SetupProblem(`there is no backup${wanted === 'latest' ? '' : ` ${wanted}`} in ${place}.`);
  return name;
}

async function restore(env: BackupEnv, name: string): Promise<void> {
  const { adminUrl, folder: backups, uploads, secretMark } = env;
  const folder = join(backups, name);
  if ((await readManifest(folder)).secretMark === undefined)
    console.error(
      `restore: ${name} is of a version that did not record which MIZAN_SECRET it needs. If another one is set here, no API key ` +
        'will work and no credentials can be read.',
    );
  const manifest = await restoreBackup(adminUrl, {
    folder,
    uploads,
    secretMark,
    assertLogins: () => assertLoginsFollow(env),
    report,
  });
  const isLeftOut = manifest.uploadCount !== 0 && uploads === undefined;
  const pictures = isLeftOut ? 'without its pictures (MIZAN_UPLOADS_FOLDER is not set)' : describeUploads(manifest);
  console.log(
    `restore: ${name} is restored: ${rowsOf(manifest)} rows, ${pictures}, as of ${manifest.createdAt}. Next: start with an empty NATS.`,
  );
  console.log(
    'restore: payouts are not exported and older refunds not sent until `mizan restored release`: compare first what your bank and the ' +
      'providers have carried out since the backup (docs/operating.md).',
  );
}
