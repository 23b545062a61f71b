import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EntitySchema } from '@mikro-orm/core';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { ServiceName } from '@mizan/contracts';
import type pg from 'pg';
import { kitMigrations, kitTables } from './kit-migration.ts';
import { withClient } from './with-client.ts';

/** A service's tables, in its `mikro-orm.config.ts`. */
export interface OrmDefinition {
  /** Also the name of the Postgres schema. */
  service: ServiceName;
  entities: EntitySchema[];
  /** Folder of the service's migrations: `new URL('./migrations/', import.meta.url)`. */
  migrations: URL;
}

/** Loads a service's `mikro-orm.config.ts`: only what migrates a schema needs the mapper, never the running service. */
export type LoadOrm = () => Promise<{ readonly default: OrmDefinition }>;

/** Declares a service's entities and migrations. */
export const defineOrm = (definition: OrmDefinition): OrmDefinition => definition;

function optionsOf(definition: OrmDefinition, url: string): Options {
  return defineConfig({
    clientUrl: url,
    schema: definition.service,
    entities: definition.entities,
    // An entity-less service (one that keeps only the kit's tables) is legitimate.
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    schemaGenerator: { skipTables: kitTables, managementDbName: new URL(url).pathname.slice(1) },
    ignoreUndefinedInQuery: false,
    forceUtcTimezone: true,
    allowGlobalContext: false,
  });
}

type MigrationClass = new (...args: never[]) => Migration;

async function migrationsOf(definition: OrmDefinition): Promise<{ name: string; class: MigrationClass }[]> {
  const folder = fileURLToPath(definition.migrations);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const own = files.map(async (file) => {
    const module = (await import(pathToFileURL(`${folder}/${file}`).href).catch((cause: Error) => {
      throw new Error(`${file}: ${cause.message}`, { cause });
    })) as Record<string, MigrationClass>;
    const [first] = Object.values(module);
    if (!first) throw new Error(`bug: ${file} exports no migration`);
    return { name: basename(file, '.ts'), class: first };
  });
  const kit = Object.entries(kitMigrations).map(([name, written]) => ({ name, class: written }));
  return [...kit, ...(await Promise.all(own))];
}

/** Runs `work` with the mapper logged in as the schema's owner. */
export async function asOwner<T>(load: LoadOrm, ownerUrl: string, work: (orm: MikroORM) => Promise<T>): Promise<T> {
  const { default: definition } = await load();
  const orm = await MikroORM.init({
    ...optionsOf(definition, ownerUrl),
    migrations: {
      migrationsList: (await migrationsOf(definition)) as never,
      tableName: 'migrations',
      path: fileURLToPath(definition.migrations),
      pathTs: fileURLToPath(definition.migrations),
      emit: 'ts',
      snapshot: false,
      silent: true,
      allOrNothing: false, // each in its own transaction, since an index that is built concurrently allows none
    },
    pool: { min: 0, max: 1 }, // what a migration sets for its session holds for its next statement
  });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

/**
 * Brings the service's schema up to date. Run by a job or by the launcher, never by a racing replica; a second run at the
 * same time waits for the first and finds nothing to do.
 */
export const migrate = (load: LoadOrm, ownerUrl: string): Promise<number> =>
  asOwner(load, ownerUrl, (orm) =>
    withClient(ownerUrl, async (lock) => {
      // Polled: an index that is built concurrently waits for every running statement, so a blocking lock would deadlock.
      const name = `migrate:${orm.config.get('schema')}`;
      while (!(await isLocked(lock, name))) await wait(lockPollMs);
      await refuseUnreleased(lock);
      const applied = await orm.migrator.up().catch((thrown: unknown) => failedMigration(orm, thrown));
      await lock.query('select 1'); // without its connection it was not the only run, and must not count as done
      return applied.length;
    }),
  );

/**
 * Names the migration that failed, which the mapper's error does not: the first that is still pending. A frequent cause is that the
 * database has others, so they are named as well.
 *
 * @throws always
 */
async function failedMigration(orm: MikroORM, thrown: unknown): Promise<never> {
  const [failed] = await orm.migrator.getPending().catch(() => []);
  if (!failed || !(thrown instanceof Error)) throw thrown;
  const failure = `${failed.name}: ${thrown.message}`;
  const unknown = await unknownMigrations(orm).catch(() => []);
  if (unknown.length === 0) throw new Error(failure, { cause: thrown });
  throw new Error(
    `${failure}. The database also has migrations that this version lacks: ${unknown.join(', ')}. They are of a newer release or ` +
      'another branch, or their files were renamed. Use the version that has them; a local stack can start again with npm run reset.',
    { cause: thrown },
  );
}

/** The applied migrations that this version does not have. */
async function unknownMigrations(orm: MikroORM): Promise<string[]> {
  const known = new Set(orm.config.get('migrations').migrationsList?.map(({ name }) => name));
  const applied = await orm.migrator.getExecuted();
  return applied.map(({ name }) => name).filter((name) => !known.has(name));
}

const lockPollMs = 100;

/** The first migration that releases share; before it each development version had names of its own. */
export const firstOfReleases = '20261122000000_initial';

/** Migrations were squashed before the first release. @throws when the schema was made by a version before that */
async function refuseUnreleased(client: pg.Client): Promise<void> {
  const { rows: known } = await client.query<{ known: boolean }>(
    `select to_regclass('migrations') is not null as known`,
  );
  if (!known[0]?.known) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const own = rows.map(({ name }) => name).filter((name) => !name.startsWith('0000'));
  if (own.length > 0 && !own.includes(firstOfReleases))
    throw new Error(
      'This database was made by an unreleased version and cannot be migrated. Delete it: npm run reset.',
    );
}

async function isLocked(client: pg.Client, name: string): Promise<boolean> {
  const locking = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isLocked"';
  return (await client.query<{ isLocked: boolean }>(locking, [name])).rows[0]?.isLocked === true;
}

/** The statements by which the entities differ from the migrated schema; empty when they are in step. */
export const pendingSchemaChanges = (load: LoadOrm, ownerUrl: string): Promise<string> =>
  asOwner(load, ownerUrl, async (orm) => (await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true })).trim());

/** The statements of the service's migrations, for checks; none is run. */
export const readMigrations = (
  load: LoadOrm,
  ownerUrl: string,
): Promise<{ name: string; statements: string[]; isTransactional: boolean; canBeUndone: boolean }[]> =>
  asOwner(load, ownerUrl, async (orm) => {
    const migrations = await migrationsOf((await load()).default);
    return Promise.all(
      migrations.map(async ({ name, class: Written }) => {
        const migration = new Written(...([orm.em.getDriver(), orm.config] as never[]));
        await migration.up();
        const statements = migration.getQueries().filter((each) => typeof each === 'string');
        const canBeUndone = migration.down !== Migration.prototype.down;
        return { name, statements, isTransactional: migration.isTransactional(), canBeUndone };
      }),
    );
  });

/** Writes the next migration from what the entities and the migrated schema differ by. */
export const createMigration = (load: LoadOrm, ownerUrl: string): Promise<string> =>
  asOwner(load, ownerUrl, async (orm) => (await orm.migrator.create()).fileName);

/** The migrations that this version needs and its schema lacks; those of a later one do not count: schemas only expand. */
export async function missingMigrations(load: LoadOrm, runtimeUrl: string): Promise<string[]> {
  const { default: definition } = await load();
  const needed = (await migrationsOf(definition)).map(({ name }) => name);
  return withClient(runtimeUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return needed.filter((name) => !applied.has(name));
  });
}

/** An entity's table, for the code that is generated from it. */
export interface TableDescription {
  /** The entity's name, which its exported constant ends with `Entity`, or is. */
  readonly entity: EntitySchema;
  readonly name: string;
  /** In the order of the entity. */
  readonly columns: readonly { readonly property: string; readonly column: string; readonly type: string }[];
}

/** The tables that a service's entities describe; nothing is opened. */
export async function describeTables(load: LoadOrm): Promise<TableDescription[]> {
  const { default: definition } = await load();
  const orm = await MikroORM.init({
    ...optionsOf(definition, 'postgres://unused@127.0.0.1:1/unused'),
    connect: false,
  } as never);
  try {
    return definition.entities.map((entity) => {
      const meta = orm
        .getMetadata()
        .getAll()
        .values()
        .find(({ className }) => className === entity.meta.className);
      if (!meta) throw new Error(`bug: ${entity.meta.className} is no entity`);
      const columns = meta.props
        .filter(({ fieldNames }) => fieldNames?.length === 1)
        .map(({ name, fieldNames, columnTypes }) => ({
          property: name,
          column: fieldNames[0] ?? '',
          type: columnTypes[0] ?? '',
        }));
      return { entity, name: meta.tableName, columns };
    });
  } finally {
    await orm.close();
  }
}
