import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackedUpUpload, BackupManifest } from './backup-manifest.ts';
import { fingerprintFile } from './fingerprint-file.ts';
import { SetupProblem } from './setup-problem.ts';

/** In a backup. */
const listFile = 'uploads.jsonl';

/**
 * Copies the uploaded files into a backup, and lists what it has copied. Files that are still being written have no row, and those that
 * are deleted meanwhile are not needed.
 *
 * @throws SetupProblem
 */
export async function copyUploads(
  from: string,
  backup: string,
): Promise<Pick<BackupManifest, 'uploadCount' | 'uploadList'>> {
  await mkdir(join(backup, 'uploads'), { mode: 0o700 });
  const names = await readdir(from).catch((failure: Error) => {
    throw describeUnreadable(from, failure); // it has gone since the start
  });
  const list = await open(join(backup, listFile), 'wx', 0o600);
  let uploadCount = 0;
  try {
    for (const name of names.filter((each) => !each.endsWith('.part'))) {
      const copy = join(backup, 'uploads', name);
      if (!(await isCopied(join(from, name), copy))) continue;
      const upload: BackedUpUpload = { name, ...(await fingerprintFile(copy)) };
      await list.appendFile(`${JSON.stringify(upload)}\n`);
      uploadCount += 1;
    }
  } finally {
    await list.close();
  }
  const { sha256 } = await fingerprintFile(join(backup, listFile));
  return { uploadCount, uploadList: { file: listFile, sha256 } };
}

/** @returns whether the file was still there @throws SetupProblem */
async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (failure) {
    const { code, message } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new SetupProblem(
      `an uploaded picture cannot be copied (${message}). Let this user read all of MIZAN_UPLOADS_FOLDER, which has files only, and ` +
        'see that the disk of MIZAN_BACKUP_FOLDER has room.',
      { cause: failure },
    );
  }
}

export const describeUnreadable = (uploads: string, cause: Error): SetupProblem =>
  new SetupProblem(
    `MIZAN_UPLOADS_FOLDER: the uploaded pictures in ${uploads} cannot be read (${cause.message}), so nothing has been backed up. ` +
      'Set it to the folder of catalog, which you create if nothing has been uploaded yet, or unset it if the pictures are in a bucket.',
    { cause },
  );
