import type { ServiceName } from '@mizan/contracts';
import pg from 'pg';
import { derivePassword } from '../secrets.ts';
import { withClient } from './with-client.ts';

/** Where a service's migrations (`ownerUrl`) and the service itself (`runtimeUrl`) log in. */
export interface ServiceDatabase {
  ownerUrl: string;
  runtimeUrl: string;
}

/** Part of every PostgreSQL: substring search by trigram. */
const extensions = ['pg_trgm'];

const lockKey = 7_302_019; // any constant of ours: one provisioning at a time in a database; other databases have other roles

/**
 * Creates, for each service, a schema and two logins: an owner that migrates only its own schema and a runtime role
 * with row rights on it and nothing elsewhere. Safe to repeat; passwords derive from `rootSecret`.
 *
 * @param adminUrl a login that may create roles in its database
 * @throws Error when the database belongs to another program, before anything is changed
 */
export const provision = <Name extends ServiceName>(
  adminUrl: string,
  rootSecret: string,
  services: readonly Name[],
): Promise<Record<Name, ServiceDatabase>> =>
  withClient(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [lockKey]);
    const { rows } = await admin.query<{ name: string }>('select current_database() as name');
    const database = rows[0]?.name ?? '';
    await assertOwn(admin, { database, services });
    await admin.query(extensions.map((name) => `create extension if not exists ${name} with schema public`).join(';'));
    const logins = services.map(
      (service) => [service, databaseOf({ adminUrl, rootSecret, database, service })] as const,
    );
    for (const service of services) await provisionOne(admin, { rootSecret, database, service });
    return Object.fromEntries(logins) as Record<Name, ServiceDatabase>;
  });

/**
 * A variable such as DATABASE_URL may have been set for a program that runs beside the platform. Tables of extensions, and
 * the schemas that providers of databases have beside `public`, belong to no program.
 */
async function assertOwn(
  admin: pg.Client,
  { database, services }: { readonly database: string; readonly services: readonly string[] },
): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('public.%I', relname) as name
     from pg_class
     where relkind in ('r', 'p') and relnamespace = to_regnamespace('public')
       and not exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
       and not exists (
         select from pg_namespace join pg_roles on pg_roles.oid = nspowner where rolname = any($1))
     order by 1 limit 1`,
    [services.map((service) => roleNames(database, service).owner)],
  );
  if (rows[0] === undefined) return;
  throw new Error(
    `the database ${database} has the table ${rows[0].name}, which is not of Mizan: it may belong to another program. Name an empty database, or move that table to another schema.`,
  );
}

const roleNames = (database: string, service: string) => ({
  owner: `${database}_${service}_owner`,
  app: `${database}_${service}_app`,
});

/** What a service's logins follow from. */
interface Logins {
  readonly rootSecret: string;
  readonly database: string;
  readonly service: ServiceName;
}

/** The two logins of a service, computed without touching the server. */
export function databaseOf({
  adminUrl,
  rootSecret,
  database,
  service,
}: Logins & { adminUrl: string }): ServiceDatabase {
  const login = (role: string): string => {
    const url = new URL(adminUrl);
    url.username = encodeURIComponent(role);
    url.password = derivePassword(rootSecret, role);
    return url.href;
  };
  const { owner, app } = roleNames(database, service);
  return { ownerUrl: login(owner), runtimeUrl: login(app) };
}

async function provisionOne(admin: pg.Client, { rootSecret, database, service }: Logins): Promise<void> {
  const { owner, app } = roleNames(database, service);
  const [db, schema] = [pg.escapeIdentifier(database), pg.escapeIdentifier(service)];
  const [ownerId, appId] = [pg.escapeIdentifier(owner), pg.escapeIdentifier(app)];
  for (const [role, id] of [
    [owner, ownerId],
    [app, appId],
  ] as const) {
    const password = pg.escapeLiteral(derivePassword(rootSecret, role));
    const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [role]);
    await admin.query(`${rowCount ? 'alter' : 'create'} role ${id} login password ${password}`);
  }
  await admin.query(`
    grant ${ownerId} to current_user;
    revoke all on database ${db} from public;
    grant connect on database ${db} to ${ownerId}, ${appId};
    create schema if not exists ${schema} authorization ${ownerId};
    revoke all on schema ${schema} from public;
    grant usage on schema ${schema} to ${appId};
    alter default privileges for role ${ownerId} in schema ${schema} grant select, insert, update, delete on tables to ${appId};
    alter default privileges for role ${ownerId} in schema ${schema} grant usage on sequences to ${appId};
    alter role ${ownerId} in database ${db} set search_path = ${schema};
    alter role ${ownerId} in database ${db} set lock_timeout = '500ms';
    alter role ${appId} in database ${db} set search_path = ${schema};
    alter role ${appId} in database ${db} set statement_timeout = '5s';
    alter role ${appId} in database ${db} set lock_timeout = '3s';
    alter role ${appId} in database ${db} set idle_in_transaction_session_timeout = '10s';
  `);
}
