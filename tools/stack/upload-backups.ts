import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BackupBucket } from './backup-bucket.ts';
import { ageOfBackup, listBackups, newestFirst } from './backup-folder.ts';
import { isOfEmptyPlatform, manifestFile, readManifest } from './backup-manifest.ts';
import { SetupProblem } from './setup-problem.ts';
import { bytesOf, inMib, transferFiles, type Report } from './transfer-files.ts';

interface Upload {
  /** The backups of this machine. */
  readonly folder: string;
  /** How many the bucket keeps. */
  readonly keep: number;
  /** Of the root secret of this platform (`backupMarkOf`). */
  readonly secretMark: string;
  readonly report: Report;
  readonly progressMs?: number;
  /** Of large files, at least 5 MiB. */
  readonly partBytes?: number;
}

const dayMs = 24 * 3_600_000;

/**
 * Uploads the backups that the bucket does not have, the newest first, and removes the oldest from it: of those here and there it
 * then has the newest. What an upload that was interrupted has left is completed. Nothing is removed when an upload fails.
 *
 * A backup of a platform without accounts is not uploaded, and while it is the newest one, nothing is removed: on a new machine it would
 * take the place of the real one, before that is restored.
 *
 * @throws SetupProblem also when the bucket has backups of a platform with another secret
 */
export async function uploadBackups(bucket: BackupBucket, upload: Upload): Promise<void> {
  const { folder, keep, secretMark, report } = upload;
  const { complete, incomplete } = await bucket.listBackups();
  const [newest] = complete;
  if (newest !== undefined) await assertOwn(bucket, newest, secretMark);

  const here: string[] = [];
  const empty: string[] = [];
  const all = await listBackups(folder);
  for (const name of all.filter((each) => !complete.includes(each)))
    (isOfEmptyPlatform(await readManifest(join(folder, name))) ? empty : here).push(name);
  for (const name of empty) report(`${name} is not uploaded: the platform had no account yet.`);
  const kept = newestFirst([...complete, ...here]).slice(0, keep);
  for (const name of here.filter((each) => kept.includes(each))) await uploadBackup(bucket, name, upload);

  if (all[0] !== undefined && empty.includes(all[0])) return; // what is there may be restored yet
  const leftovers = incomplete.filter((name) => !here.includes(name) && ageOfBackup(name) > dayMs);
  for (const name of [...complete.filter((each) => !kept.includes(each)), ...leftovers]) await bucket.remove(name);
}

/** Two platforms in one place would remove each other's backups. */
async function assertOwn(bucket: BackupBucket, newest: string, secretMark: string): Promise<void> {
  const { secretMark: found } = await bucket.readManifest(newest);
  if (found !== undefined && found !== secretMark)
    throw new SetupProblem(
      `${bucket.address} has backups of a platform with another MIZAN_SECRET. Nothing has been uploaded or removed. ` +
        'Set MIZAN_BACKUP_S3_PREFIX to a place of its own for this platform, or, if they are its own, set MIZAN_SECRET to its old value.',
    );
}

async function uploadBackup(bucket: BackupBucket, name: string, upload: Upload): Promise<void> {
  const { folder, report, progressMs, partBytes } = upload;
  const files = await filesOf(join(folder, name));
  const there = await bucket.listFiles(name);
  const missing = new Map([...files].filter(([file, bytes]) => file !== manifestFile && there.get(file) !== bytes));
  report(`${name}: uploading ${missing.size + 1} files, ${inMib(bytesOf(missing))} MiB, to ${bucket.address}.`);
  const transfer = (file: string) => bucket.upload({ name, file, path: join(folder, name, file) }, partBytes);
  await transferFiles({
    files: missing,
    transfer,
    title: name,
    report,
    ...(progressMs === undefined ? {} : { progressMs }),
  });
  await transfer(manifestFile); // last: it makes the backup complete
  report(`${name} is in ${bucket.address}.`);
}

/** Sizes in bytes, by path below the folder. */
async function filesOf(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = paths.map(async (path) => [relative(folder, path), (await stat(path)).size] as const);
  return new Map(await Promise.all(sizes));
}
