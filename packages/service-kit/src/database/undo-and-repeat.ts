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

const isOfSchema = (statement: string): boolean => /^\s*(?:create|alter|drop|grant|revoke)\b/i.test(statement);

async function failureOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** What there is in the owner's schema: each part with what migrations change of it. */
async function describeSchema(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await client.connect();
    const { rows } = await client.query(`
      with schema as (select current_schema()::regnamespace as own)
      select 'relation' as kind, oid::regclass::text as name,
          row(relkind, reloptions, relacl, relrowsecurity, relforcerowsecurity, pg_get_viewdef(oid))::text as definition
        from pg_class, schema where relnamespace = own
      union all select 'column', attrelid::regclass || '.' || attname,
          row(format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attcollation::regcollation, attacl,
            pg_get_expr(adbin, adrelid))::text
        from schema, pg_attribute join pg_class on pg_class.oid = attrelid
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = own and attnum > 0 and not attisdropped
      union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        from pg_constraint, schema where connamespace = own
      union all select 'index', indexname, indexdef from pg_indexes where schemaname = current_schema()
      union all select 'policy', tablename || '.' || policyname, row(permissive, roles, cmd, qual, with_check)::text
        from pg_policies where schemaname = current_schema()
      union all select 'sequence', sequencename,
          row(data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)::text
        from pg_sequences where schemaname = current_schema()
      union all select 'label', enumtypid::regtype || '.' || enumlabel, enumsortorder::text
        from schema, pg_enum join pg_type on pg_type.oid = enumtypid where typnamespace = own
      union all select 'function', pg_proc.oid::regprocedure::text, row(pg_get_functiondef(pg_proc.oid), proacl)::text
        from pg_proc, schema where pronamespace = own and prokind <> 'a'
      union all select 'trigger', tgrelid::regclass || '.' || tgname, row(pg_get_triggerdef(pg_trigger.oid), tgenabled)::text
        from schema, pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = own and not tgisinternal
      order by 1, 2, 3`);
    return JSON.stringify(rows);
  } finally {
    await client.end();
  }
}
