import { join } from 'node:path';
import { databaseOf } from '@mizan/service-kit';
import { listBackups } from '@mizan/stack/backup-folder';
import { isOfEmptyPlatform, readManifest } from '@mizan/stack/backup-manifest';
import { SetupProblem } from '@mizan/stack/setup-problem';
import pg from 'pg';
import type { BackupEnv } from './backup-env.ts';

const invalidPassword = '28P01'; // https://www.postgresql.org/docs/current/errcodes-appendix.html

/**
 * Refuses a root secret that is not the one of this platform, before a backup is written under it: the true one would not restore it.
 *
 * @throws SetupProblem when a service could not log in under it or has no login yet, or when the newest backup here was written under another one
 */
export async function assertOwnSecret(env: BackupEnv): Promise<void> {
  if (!(await canLogIn(env)))
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

/** Whether the password that follows from the secret opens the login of a service. Only a refused password says that it does not. */
async function canLogIn({ adminUrl, rootSecret }: BackupEnv): Promise<boolean> {
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const { runtimeUrl } = databaseOf({ adminUrl, rootSecret, database, service: 'gateway' });
  const client = new pg.Client({ connectionString: runtimeUrl });
  try {
    await client.connect();
    return true;
  } catch (failure) {
    if ((failure as { readonly code?: string }).code !== invalidPassword) return true;
    await assertLoginExists(adminUrl, decodeURIComponent(new URL(runtimeUrl).username));
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL answers a login that does not exist as it answers a wrong password. */
async function assertLoginExists(adminUrl: string, login: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
    if (rowCount === 0)
      throw new SetupProblem(
        'This database has no logins of the services yet, so there is nothing to back up: start the platform first, or run ' +
          'tools/deploy/migrate.ts.',
      );
  } finally {
    await client.end();
  }
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
