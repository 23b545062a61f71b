import { databaseOf } from '@mizan/service-kit';
import { withClient } from '@mizan/stack/with-client';

const invalidPassword = '28P01'; // https://www.postgresql.org/docs/current/errcodes-appendix.html

/** An administrator's login, which names the database, and the root secret that is to be its. */
export interface SecretOfDatabase {
  readonly adminUrl: string;
  readonly rootSecret: string;
}

/**
 * Whether the logins of the services follow from this root secret: `other` if they follow from another one, `unknown` if there
 * are none yet. Only a refused password says that they do not: a server that trusts everyone tells nothing.
 */
export async function compareSecret({ adminUrl, rootSecret }: SecretOfDatabase): Promise<'own' | 'other' | 'unknown'> {
  const { runtimeUrl } = databaseOf({ adminUrl, rootSecret, database: databaseNameOf(adminUrl), service: 'gateway' });
  try {
    return await withClient(runtimeUrl, () => Promise.resolve('own' as const));
  } catch (failure) {
    const { cause } = failure as { readonly cause?: { readonly code?: string } };
    if (cause?.code !== invalidPassword) return 'own';
    return (await existsLogin(adminUrl, decodeURIComponent(new URL(runtimeUrl).username))) ? 'other' : 'unknown';
  }
}

/** The database that an administrator's login names. */
export const databaseNameOf = (adminUrl: string): string => decodeURIComponent(new URL(adminUrl).pathname.slice(1));

/** PostgreSQL answers a login that does not exist as it answers a wrong password. */
const existsLogin = (adminUrl: string, login: string): Promise<boolean> =>
  withClient(
    adminUrl,
    async (client) => (await client.query('select from pg_roles where rolname = $1', [login])).rowCount !== 0,
  );
