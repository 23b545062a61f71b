import { operatorTokenOf } from '@mizan/stack/secrets';
import { SetupProblem } from '@mizan/stack/setup-problem';

/** What provisioning needs and no service ever sees. */
export interface SetupEnv {
  /** An administrator's login: may create roles and owns the database. */
  readonly adminUrl: string;
  /** Root of every derived secret. */
  readonly rootSecret: string;
  /** What the gateway accepts from the operator. */
  readonly operatorToken: string;
  /** Before the stream's name and every subject, for several platforms on one NATS. */
  readonly busPrefix: string;
}

const fewestCharacters = 32;

/**
 * Reads `DATABASE_URL`, `MIZAN_SECRET`, `MIZAN_OPERATOR_TOKEN` (derived from the secret when empty) and `MIZAN_BUS_PREFIX`.
 *
 * @throws SetupProblem naming what is missing, never a value
 */
export function readSetupEnv(env: NodeJS.ProcessEnv = process.env): SetupEnv {
  const adminUrl = env['DATABASE_URL'] ?? '';
  const rootSecret = env['MIZAN_SECRET'] ?? '';
  if (!URL.canParse(adminUrl) || !/^postgres(ql)?:$/.test(new URL(adminUrl).protocol))
    throw new SetupProblem(
      'DATABASE_URL: must be the postgres:// URL of a login that may create roles. Percent-encode characters such as / # ? @ in its password.',
    );
  if (new URL(adminUrl).pathname.length < 2) throw new SetupProblem('DATABASE_URL: must name the database.');
  if (rootSecret === '')
    throw new SetupProblem('MIZAN_SECRET: not set. It is the root of the secrets of the installation.');
  if (rootSecret.length < fewestCharacters)
    throw new SetupProblem(`MIZAN_SECRET: must have at least ${fewestCharacters} characters.`);
  const operatorToken = env['MIZAN_OPERATOR_TOKEN'] || operatorTokenOf(rootSecret);
  if (operatorToken.length < fewestCharacters)
    throw new SetupProblem(`MIZAN_OPERATOR_TOKEN: must have at least ${fewestCharacters} characters.`);
  return { adminUrl, rootSecret, operatorToken, busPrefix: env['MIZAN_BUS_PREFIX'] ?? '' };
}
