import { serviceNames } from '@mizan/contracts';
import pg from 'pg';

/** A table of a service. Partitions are not among them: their rows are those of the table that they divide. */
export interface BackedUpTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** Sequences of identity and serial columns, by column. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** Which migrations each schema has: rows fit into tables of the same migrations only. */
export type AppliedMigrations = Readonly<Record<string, readonly string[]>>;

/** The table in which a service's migrations are recorded: the migrations that make the tables fill it. */
const ledgerOfMigrations = 'migrations';

export const qualified = (schema: string, name: string): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** The tables of all services, each after those that it refers to. @throws Error when references form a ring */
export async function listTables(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { refersTo: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       coalesce((select jsonb_object_agg(a.attname, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null), '{}') as sequences,
       array(select distinct format('%s.%s', rn.nspname, rc.relname) from pg_constraint f
         join pg_class rc on rc.oid = f.confrelid join pg_namespace rn on rn.oid = rc.relnamespace
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $2
     order by 1, 2`,
    [serviceNames, ledgerOfMigrations],
  );
  const ordered: BackedUpTable[] = [];
  const done = new Set<string>();
  for (let waiting = rows; waiting.length > 0;) {
    const ready = waiting.filter(({ refersTo }) => refersTo.every((each) => done.has(each)));
    if (ready.length === 0) throw new Error(`bug: ${waiting.map(({ name }) => name).join(', ')} refer to each other`);
    for (const { refersTo: _refersTo, ...table } of ready) ordered.push(table);
    for (const { schema, name } of ready) done.add(`${schema}.${name}`);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Whether the migrations of any service have been applied. */
export async function hasMigrations(client: pg.Client): Promise<boolean> {
  const tables = serviceNames.map((schema) => qualified(schema, ledgerOfMigrations));
  const { rows } = await client.query('select from unnest($1::text[]) as name where to_regclass(name) is not null', [
    tables,
  ]);
  return rows.length > 0;
}

/** The migrations that each service's schema has. */
export async function readMigrationsOf(client: pg.Client): Promise<AppliedMigrations> {
  const applied: Record<string, string[]> = {};
  for (const schema of serviceNames) {
    const table = qualified(schema, ledgerOfMigrations);
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
    applied[schema] = rows.map(({ name }) => name);
  }
  return applied;
}
