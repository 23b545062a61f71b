import { serviceNames } from '@mizan/contracts';
import { databaseOf } from '@mizan/service-kit';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { withClient } from '@mizan/stack/with-client';
import type pg from 'pg';
import { databaseNameOf, type SecretOfDatabase } from './secret-of-database.ts';

const nothingChanged =
  'The logins of the services in this database do not follow from MIZAN_SECRET. Nothing was changed.';

/**
 * Refuses to give the logins of the services the passwords of another root secret where someone could miss the former ones: under
 * another secret a platform would start, refuse every key, and could not read what is encrypted. Without an account there is nothing to read.
 *
 * @throws SetupProblem with what to do, when the database has an account, when the logins, which belong to the whole server, are
 *   used in another database, or when a service is connected
 */
export function assertPasswordsMayChange({ adminUrl, rootSecret }: SecretOfDatabase): Promise<void> {
  const logins = namesOfLogins({ adminUrl, rootSecret });
  return withClient(adminUrl, async (admin) => {
    if (await existsAccount(admin)) throw new SetupProblem(withAccounts);
    const others = await findOtherDatabases(admin, logins);
    if (others.length > 0) throw new SetupProblem(inOtherDatabases(others));
    const connected = await findConnected(admin, logins);
    if (connected.length > 0) throw new SetupProblem(whileConnected(connected));
  });
}

const withAccounts = [
  nothingChanged,
  '- If it is not the secret of this platform, set it to its old value. npm start keeps it in the folder MIZAN_HOME.',
  '- If it is, the logins have lost their passwords, as after a restore of roles without them: run tools/deploy/migrate.ts --reset-passwords once.',
  `- To begin with an empty platform, also where only demo accounts are there, drop the schemas ${serviceNames.join(', ')} first.`,
].join('\n');

const inOtherDatabases = (names: readonly string[]): string =>
  [
    `${nothingChanged} They are also used in ${names.join(', ')}, and what runs there could not log in with other passwords.`,
    '- If MIZAN_SECRET is not the secret of that platform, set it to its old value.',
    '- For a platform with another secret, create a database of another name, and set DATABASE_URL to it.',
    '- If the platform there is not needed any more, drop its database, and repeat.',
  ].join('\n');

const whileConnected = (logins: readonly string[]): string =>
  [
    `${nothingChanged} This database has no account, so the logins may get other passwords, but ${logins.join(', ')} is connected.`,
    '- If MIZAN_SECRET is not the secret of what runs there, set it to its old value.',
    '- If it is to be, stop the services and repeat. Compose: docker compose down. Kubernetes: kubectl -n mizan scale deployment --all --replicas 0. ' +
      'npm start: end it.',
  ].join('\n');

const namesOfLogins = ({ adminUrl, rootSecret }: SecretOfDatabase): string[] =>
  serviceNames
    .map((service) => databaseOf({ adminUrl, rootSecret, database: databaseNameOf(adminUrl), service }))
    .flatMap(({ ownerUrl, runtimeUrl }) => [ownerUrl, runtimeUrl])
    .map((url) => decodeURIComponent(new URL(url).username));

const [undefinedTable, undefinedSchema, denied] = ['42P01', '3F000', '42501']; // https://www.postgresql.org/docs/current/errcodes-appendix.html

async function existsAccount(admin: pg.Client): Promise<boolean> {
  try {
    return (await admin.query('select from gateway.accounts limit 1')).rowCount !== 0;
  } catch (failure) {
    const { code } = failure as { readonly code?: string };
    if (code === undefinedTable || code === undefinedSchema) return false;
    if (code === denied) return true; // who may not look must not decide that there is none
    throw failure;
  }
}

/** Where a login owns or may do something: after a database is renamed or copied, its logins go with it. */
async function findOtherDatabases(admin: pg.Client, logins: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select distinct pg_database.datname as name
     from pg_shdepend
     join pg_roles on pg_roles.oid = pg_shdepend.refobjid
     join pg_database on pg_database.oid =
       case when pg_shdepend.classid = 'pg_database'::regclass then pg_shdepend.objid else pg_shdepend.dbid end
     where pg_shdepend.refclassid = 'pg_authid'::regclass
       and pg_roles.rolname = any($1) and pg_database.datname <> current_database()
     order by 1`,
    [logins],
  );
  return rows.map(({ name }) => name);
}

/** Logins with a connection: what uses it goes on under the former secret until it ends. */
async function findConnected(admin: pg.Client, logins: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    'select distinct usename as name from pg_stat_activity where usename = any($1) order by 1',
    [logins],
  );
  return rows.map(({ name }) => name);
}
