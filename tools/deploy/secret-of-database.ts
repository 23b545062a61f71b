import { databaseOf } from '@mizan/service-kit';
import pg from 'pg';

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
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const { runtimeUrl } = databaseOf({ adminUrl, rootSecret, database, service: 'gateway' });
  const client = new pg.Client({ connectionString: runtimeUrl });
  try {
    await client.connect();
    return 'own';
  } catch (failure) {
    if ((failure as { readonly code?: string }).code !== invalidPassword) return 'own';
    return (await existsLogin(adminUrl, decodeURIComponent(new URL(runtimeUrl).username))) ? 'other' : 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL answers a login that does not exist as it answers a wrong password. */
const existsLogin = (adminUrl: string, login: string): Promise<boolean> =>
  exists(adminUrl, 'select from pg_roles where rolname = $1', login);

/** Whether the database has the tables of a platform. */
export const hasPlatform = (adminUrl: string): Promise<boolean> =>
  exists(adminUrl, 'select where to_regclass($1) is not null', 'gateway.accounts');

async function exists(adminUrl: string, sql: string, value: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(sql, [value])).rowCount !== 0;
  } finally {
    await client.end();
  }
}
