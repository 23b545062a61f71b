import { serviceNames, type ServiceName } from '@mizan/contracts';
import { databaseOf, deriveBusEnv, deriveBusKeeperEnv, deriveServiceEnv } from '@mizan/service-kit';
import { SetupProblem } from '@mizan/stack/setup-problem';
import type { SetupEnv } from './setup-env.ts';

/**
 * The secret settings of each service: its own database login, its own signing key, every service's public key, its own
 * secret, its bus credentials. All are derived from the root secret, so they can be derived again at any time and need no other safe place.
 */
export async function secretSettings({
  adminUrl,
  rootSecret,
  operatorToken,
  busPrefix,
}: SetupEnv): Promise<Record<ServiceName, Record<string, string>>> {
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const entries = serviceNames.map(async (name) => [
    name,
    {
      DATABASE_URL: databaseOf({ adminUrl, rootSecret, database, service: name }).runtimeUrl,
      ...deriveServiceEnv(rootSecret, name),
      ...(await deriveBusEnv(rootSecret, name, busPrefix)),
      ...(busPrefix ? { MIZAN_BUS_PREFIX: busPrefix } : {}),
      ...(name === 'gateway' ? { MIZAN_OPERATOR_TOKEN: operatorToken } : {}),
    },
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<ServiceName, Record<string, string>>;
}

/** The secret settings of the bus keeper: its credentials for the bus. */
export const keeperSettings = async ({ rootSecret, busPrefix }: SetupEnv): Promise<Record<string, string>> => ({
  ...(await deriveBusKeeperEnv(rootSecret, busPrefix)),
  ...(busPrefix ? { MIZAN_BUS_PREFIX: busPrefix } : {}),
});

/**
 * Settings as a file for Node's `--env-file`. Quoted, because JSON and URLs contain what would end a bare value.
 *
 * @throws SetupProblem naming one that cannot be quoted
 */
export function envFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (/['\n]/.test(value)) throw new SetupProblem(`${name}: must not contain an apostrophe or a line break.`);
    return `${name}='${value}'\n`;
  });
  return lines.join('');
}
