import { join } from 'node:path';
import { backupMarkOf } from '@mizan/service-kit/backup-mark';
import { BackupBucket } from '@mizan/stack/backup-bucket';
import { listBackups, newestFirst } from '@mizan/stack/backup-folder';
import { describeUploads, readManifest } from '@mizan/stack/backup-manifest';
import { readBucketSettings } from '@mizan/stack/bucket-settings';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { readSetupEnv } from './setup-env.ts';

/** The last lines of the usage of `backup` and `restore`. */
export const environmentHelp = `It reads DATABASE_URL, MIZAN_SECRET, MIZAN_BACKUP_FOLDER, MIZAN_BACKUP_KEEP (7 by default), MIZAN_UPLOADS_FOLDER and, for a bucket,
MIZAN_BACKUP_S3_BUCKET, _ENDPOINT, _REGION, _PREFIX, _PATH_STYLE, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY.`;

/** What backing up and restoring have in common. */
export interface BackupEnv {
  /** An administrator's login. */
  readonly adminUrl: string;
  /** The backups of this machine. */
  readonly folder: string;
  /** Folder of uploaded files, where they are not in a bucket. */
  readonly uploads: string | undefined;
  /** How many backups are kept. */
  readonly keep: number;
  readonly rootSecret: string;
  /** What a backup says about the root secret (`backupMarkOf`). */
  readonly secretMark: string;
  /** Where backups are kept besides. */
  readonly bucket: BackupBucket | undefined;
}

/**
 * Reads `DATABASE_URL`, `MIZAN_SECRET`, `MIZAN_BACKUP_FOLDER`, `MIZAN_BACKUP_KEEP` (7 unless set), `MIZAN_UPLOADS_FOLDER` and
 * `MIZAN_BACKUP_S3_…` (`@mizan/stack/bucket-settings`).
 *
 * @throws SetupProblem naming what is missing, never a value
 */
export async function readBackupEnv(env: NodeJS.ProcessEnv = process.env): Promise<BackupEnv> {
  const { adminUrl, rootSecret } = readSetupEnv(env);
  const folder = env['MIZAN_BACKUP_FOLDER'];
  if (!folder) throw new SetupProblem('MIZAN_BACKUP_FOLDER is not set.');
  const keep = Number(env['MIZAN_BACKUP_KEEP'] || 7);
  if (!Number.isInteger(keep) || keep < 1) throw new SetupProblem('MIZAN_BACKUP_KEEP: must be a whole number from 1.');
  const settings = readBucketSettings(env);
  return {
    adminUrl,
    folder,
    uploads: env['MIZAN_UPLOADS_FOLDER'] || undefined,
    keep,
    rootSecret,
    secretMark: backupMarkOf(rootSecret),
    bucket: settings && (await BackupBucket.open(settings)),
  };
}

/**
 * Prints the names of all backups, newest first, with what each has of pictures, and with a bucket also where each is.
 *
 * @throws SetupProblem after those of this machine when the bucket cannot be read
 */
export async function printBackups({ folder, bucket }: BackupEnv): Promise<void> {
  const here = await listBackups(folder);
  let failure: unknown;
  const inBucket = await bucket?.listBackups().catch((thrown: unknown) => {
    failure = thrown;
  });
  const there = inBucket?.complete ?? [];
  const describe = async (name: string): Promise<string> => {
    const isHere = here.includes(name);
    const reading = isHere || !bucket ? readManifest(join(folder, name)) : bucket.readManifest(name);
    const columns = [name, await reading.then(describeUploads, () => 'cannot be read')];
    const places = [isHere ? 'volume' : '', there.includes(name) ? 'bucket' : ''];
    if (bucket) columns.push(places.filter((place) => place !== '').join(', '));
    return columns.join('  ');
  };
  const lines = await Promise.all(newestFirst([...here, ...there]).map(describe));
  console.log(lines.join('\n') || 'none');
  if (failure !== undefined) throw failure;
}
