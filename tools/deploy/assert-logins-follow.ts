import { SetupProblem } from '@mizan/stack/setup-problem';
import { compareSecret, type SecretOfDatabase } from './secret-of-database.ts';

/**
 * Refuses a restore while the services could not log in under this root secret, as after migrations under another one, or have no logins.
 *
 * @throws SetupProblem with what to do
 */
export async function assertLoginsFollow(secret: SecretOfDatabase): Promise<void> {
  const compared = await compareSecret(secret);
  if (compared === 'own') return;
  if (compared === 'unknown')
    throw new SetupProblem(
      'This database has tables, but no logins of the services: the migrations have not run since it was renamed or copied. Nothing has been ' +
        'changed. Create an empty database, run tools/deploy/migrate.ts there under this MIZAN_SECRET, and repeat.',
    );
  throw new SetupProblem(
    'The logins of the services do not follow from MIZAN_SECRET: the migrations ran under another one. Nothing has been changed. Run ' +
      'tools/deploy/migrate.ts under this one, which gives the logins their passwords while there is no account, and repeat.',
  );
}
