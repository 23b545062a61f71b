import { join } from 'node:path';
import { listBackups } from '@mizan/stack/backup-folder';
import { isOfEmptyPlatform, readManifest } from '@mizan/stack/backup-manifest';
import { SetupProblem } from '@mizan/stack/setup-problem';
import type { BackupEnv } from './backup-env.ts';
import { compareSecret } from './secret-of-database.ts';

/**
 * Refuses a root secret that is not the one of this platform, before a backup is written under it: the true one would not restore it.
 *
 * @throws SetupProblem when a service could not log in under it or has no login yet, or when the newest backup here was written under another one
 */
export async function assertOwnSecret(env: BackupEnv): Promise<void> {
  const compared = await compareSecret(env);
  if (compared === 'unknown')
    throw new SetupProblem(
      'This database has no logins of the services yet, so there is nothing to back up: start the platform first, or run ' +
        'tools/deploy/migrate.ts.',
    );
  if (compared === 'other')
    throw new SetupProblem(
      'MIZAN_SECRET is not the secret of this platform: its services log in with other passwords than those that follow from it. ' +
        'Nothing has been written, because no one could restore it. Set MIZAN_SECRET to the secret of the platform, and repeat.',
    );
  const { folder, secretMark } = env;
  const newest = await newestMark(folder);
  if (newest !== undefined && newest.secretMark !== secretMark)
    throw new SetupProblem(
      `${newest.name} in ${folder} was written under another MIZAN_SECRET than the one that is set here. Nothing has been written. ` +
        'Set MIZAN_SECRET to its old value, or, if that backup is of another platform, move the backups to another folder.',
    );
}

/** Of the newest backup with accounts that has a mark; one of a new platform may have been written before the secret was set. */
async function newestMark(folder: string): Promise<{ name: string; secretMark: string } | undefined> {
  for (const name of await listBackups(folder)) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest?.secretMark === undefined || isOfEmptyPlatform(manifest)) continue;
    return { name, secretMark: manifest.secretMark };
  }
  return undefined;
}
