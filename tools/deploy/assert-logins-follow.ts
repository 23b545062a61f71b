import { SetupProblem } from '@mizan/stack/setup-problem';
import { compareSecret, type SecretOfDatabase } from './secret-of-database.ts';

/**
 * Refuses a restore while the services could not log in under this root secret, as after migrations under another one.
 *
 * @throws SetupProblem with what to do
 */
export async function assertLoginsFollow(secret: SecretOfDatabase): Promise<void> {
  if ((await compareSecret(secret)) === 'own') return;
  throw new SetupProblem(
    'The logins of the services do not follow from MIZAN_SECRET: the migrations ran under another one. Nothing has been changed. Run ' +
      'tools/deploy/migrate.ts under this one, which gives the logins their passwords while there is no account, and repeat.',
  );
}
