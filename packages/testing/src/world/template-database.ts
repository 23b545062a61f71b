import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServiceName } from '@mizan/contracts';
import { databaseOf, deriveServiceEnv, provision, ServiceSecrets } from '@mizan/service-kit';
import type { AnyService, ServiceDatabase } from '@mizan/service-kit';
import pg from 'pg';
import type { TestRun } from '../run/test-run.ts';
import type { DemoAccounts } from '@mizan/stack/dev-file';

/** A database of one test file, with the schemas of its services. */
export interface TestDatabase {
  /** An administrator's login. */
  readonly adminUrl: string;
  readonly logins: Record<ServiceName, ServiceDatabase>;
  readonly accounts: DemoAccounts | undefined;
  drop(): Promise<void>;
}

/**
 * Copies a migrated and seeded database. The first file of a run that needs a set of services migrates them; every other
 * copies files, which takes a tenth of a second.
 */
export async function createDatabase(
  run: TestRun,
  adminUrl: string,
  services: readonly AnyService[],
  name: string,
): Promise<TestDatabase> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const template = `${run.prefix}_${fingerprint(services)}`;
    const accounts = await createTemplate(run, admin, adminUrl, template, services);
    // A copy through the WAL, the default, takes four times as long.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    await copySettings(admin, template, name);
    const url = inDatabase(adminUrl, name);
    const logins = services.map((service) => [
      service.name,
      databaseOf({ adminUrl: url, rootSecret: run.rootSecret, database: template, service: service.name }),
    ]);
    return {
      adminUrl: url,
      accounts,
      logins: Object.fromEntries(logins) as Record<ServiceName, ServiceDatabase>,
      drop: () => dropDatabase(adminUrl, name),
    };
  } finally {
    await admin.end();
  }
}

/**
 * Equal for equal services: migrations do not change during a run. Services of one name differ in the function that loads
 * their tables; calling it would load the mapper, a third of a second for every test file.
 */
const fingerprint = (services: readonly AnyService[]): string =>
  hash(
    'sha256',
    services
      .map(({ name, orm }) => `${name} ${orm}`)
      .sort()
      .join('\n'),
  ).slice(0, 8);

interface Finished {
  accounts?: DemoAccounts;
}

/** Creates the template unless this run has it; a second worker waits for the first. */
async function createTemplate(
  run: TestRun,
  admin: pg.Client,
  adminUrl: string,
  template: string,
  services: readonly AnyService[],
) {
  const finishedFile = run.path(`${template}.json`);
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
  try {
    if (existsSync(finishedFile)) return (JSON.parse(readFileSync(finishedFile, 'utf8')) as Finished).accounts;
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.query(`create database ${template}`);
    const names = services.map((service) => service.name);
    const logins = await provision(inDatabase(adminUrl, template), run.rootSecret, names);
    const { migrate } = await import('@mizan/service-kit/schema'); // the mapper: see `fingerprint`
    await Promise.all(services.map((service) => migrate(service.orm, logins[service.name].ownerUrl)));
    const accounts = names.includes('gateway')
      ? await seedAccounts(logins.gateway.runtimeUrl, run.rootSecret)
      : undefined;
    writeFileSync(finishedFile, JSON.stringify({ accounts } satisfies Finished));
    return accounts;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', [template]);
  }
}

type Seed = (gatewayDatabaseUrl: string, secrets: ServiceSecrets) => Promise<DemoAccounts>;

/** Runs the gateway's own seeding, as `npm start` does. Found by name, because the gateway's tests use this harness too. */
async function seedAccounts(gatewayDatabaseUrl: string, rootSecret: string): Promise<DemoAccounts> {
  const { seedDemoAccounts } = (await import('@mizan/gateway/operator/seed-demo-accounts' as string)) as {
    seedDemoAccounts: Seed;
  };
  return seedDemoAccounts(
    gatewayDatabaseUrl,
    new ServiceSecrets(deriveServiceEnv(rootSecret, 'gateway')['MIZAN_SERVICE_SECRET'] ?? ''),
  );
}

/** The settings of a role in one database (its search path, its timeouts) are not part of a copy. */
async function copySettings(admin: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await admin.query<{ role: string; setting: string }>(
    `select quote_ident(rolname) as role, unnest(setconfig) as setting
       from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
      where d.datname = $1`,
    [from],
  );
  for (const { role, setting } of rows) {
    const [parameter = '', ...value] = setting.split('=');
    const text = parameter === 'search_path' ? value.join('=') : pg.escapeLiteral(value.join('='));
    await admin.query(`alter role ${role} in database ${to} set ${parameter} = ${text}`);
  }
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`).finally(() => admin.end());
}

function inDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
