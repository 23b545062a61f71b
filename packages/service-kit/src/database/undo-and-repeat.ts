import pg from 'pg';
import { kitMigrations } from './kit-migration.ts';
import { asOwner, firstOfReleases, type LoadOrm, readMigrations } from './orm.ts';

/** What the kit and the service begin with: without their tables nothing is left to compare. */
const firsts = [Object.keys(kitMigrations)[0], firstOfReleases];

/**
 * Runs every migration but the first ones of kit and service back, the newest first, and forward again. For checks: data is lost.
 *
 * @returns the migration that failed and why; undefined if there was none
 */
export const undoAndRepeat = (load: LoadOrm, ownerUrl: string): Promise<string | undefined> =>
  asOwner(load, ownerUrl, async ({ migrator }) => {
    const names = (await migrator.getExecuted()).map(({ name }) => name);
    if (!firsts.every((first) => first !== undefined && names.includes(first)))
      throw new Error(`bug: ${firsts.join(' or ')} is not among the migrations ${names.join(', ')}`);
    const later = names.filter((name) => !firsts.includes(name));
    const written = await readMigrations(load, ownerUrl);
    // One that only changes rows leaves the schema as it is, also when it is undone.
    const changing = new Set(written.filter(({ statements }) => statements.some(isOfSchema)).map(({ name }) => name));
    for (const name of later.toReversed()) {
      const before = await describeSchema(ownerUrl);
      const failure = await failureOf(() => migrator.down({ migrations: [name] }));
      if (failure !== undefined) return `${name}: down() fails: ${failure}`;
      if (changing.has(name) && (await describeSchema(ownerUrl)) === before) return `${name}: down() undoes nothing`;
    }
    for (const name of later) {
      const failure = await failureOf(() => migrator.up({ migrations: [name] }));
      if (failure !== undefined) return `${name}: up() fails, after its down(): ${failure}`;
    }
    return undefined;
  });

const isOfSchema = (statement: string): boolean => /^\s*(?:create|alter|drop)\b/i.test(statement);

async function failureOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** Columns, constraints, indexes, functions and triggers of the owner's schema. */
async function describeSchema(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await client.connect();
    const { rows } = await client.query(`
      select table_name, column_name, column_default, is_nullable, data_type from information_schema.columns
        where table_schema = current_schema()
      union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select tablename, indexname, indexdef, '', '' from pg_indexes where schemaname = current_schema()
      union all select '', proname, pg_get_functiondef(oid), '', '' from pg_proc
        where pronamespace = current_schema()::regnamespace and prokind <> 'a'
      union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(pg_trigger.oid), '', '' from pg_trigger
        join pg_class on pg_class.oid = tgrelid where relnamespace = current_schema()::regnamespace and not tgisinternal
      order by 1, 2, 3, 4, 5`);
    return JSON.stringify(rows);
  } finally {
    await client.end();
  }
}
