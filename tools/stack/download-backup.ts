import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupBucket } from './backup-bucket.ts';
import { unfinishedEnd } from './backup-folder.ts';
import { assertSameSecret, type BackupManifest } from './backup-manifest.ts';
import { createFolder } from './create-folder.ts';
import { describeFileFailure } from './describe-file-failure.ts';
import { SetupProblem } from './setup-problem.ts';
import { bytesOf, inMib, transferFiles, type Report } from './transfer-files.ts';

interface Download {
  readonly name: string;
  /** Where the backups of this machine are; one of the same name is replaced. */
  readonly folder: string;
  /** Of the root secret under which it is going to be restored (`backupMarkOf`). */
  readonly secretMark: string;
  readonly report: Report;
  readonly progressMs?: number;
}

/**
 * Downloads a backup beside those of this machine. Its folder appears when everything is there.
 *
 * @throws SetupProblem before anything is downloaded when it was written under another secret, and when the folder cannot be written
 */
export async function downloadBackup(bucket: BackupBucket, download: Download): Promise<void> {
  const { name, folder, secretMark } = download;
  const manifest = await bucket.readManifest(name);
  assertSameSecret(manifest, secretMark);
  const files = await bucket.listFiles(name);
  for (const file of files.keys()) assertInside(file);
  try {
    await transferInto(bucket, { files, manifest }, download);
  } catch (failure) {
    throw describeFileFailure(failure, { variable: 'MIZAN_BACKUP_FOLDER', folder });
  }
}

interface BackupInBucket {
  readonly manifest: BackupManifest;
  /** Sizes in bytes, by path below the folder of the backup. */
  readonly files: ReadonlyMap<string, number>;
}

async function transferInto(
  bucket: BackupBucket,
  { files, manifest }: BackupInBucket,
  download: Download,
): Promise<void> {
  const { name, folder, report, progressMs } = download;
  const [target, unfinished] = [join(folder, name), join(folder, `${name}${unfinishedEnd}`)];
  await rm(unfinished, { recursive: true, force: true });
  await createFolder(unfinished);
  if (manifest.hasUploads) await createFolder(join(unfinished, 'uploads')); // a bucket has no empty folders
  report(`${name}: downloading ${files.size} files, ${inMib(bytesOf(files))} MiB, from ${bucket.address}.`);
  const transfer = async (file: string, bytes: number): Promise<void> => {
    const path = join(unfinished, file);
    await createFolder(dirname(path));
    await bucket.download({ name, file, path });
    const { size } = await stat(path);
    if (size !== bytes) throw new SetupProblem(`${file} has ${size} bytes instead of ${bytes}.`);
  };
  await transferFiles({ files, transfer, title: name, report, ...(progressMs === undefined ? {} : { progressMs }) });
  await rm(target, { recursive: true, force: true });
  await rename(unfinished, target);
}

/** A key of the bucket must not lead to another place of this machine. */
function assertInside(file: string): void {
  const parts = file.split('/');
  const isKnown = parts.length === 1 || (parts.length === 2 && parts[0] === 'uploads');
  if (!isKnown || parts.some((part) => ['', '.', '..'].includes(part)) || file.includes('\0'))
    throw new SetupProblem(
      `the backup has a file that no backup has: ${JSON.stringify(file)}. Nothing has been downloaded.`,
    );
}
