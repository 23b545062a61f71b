import pg from 'pg';
import { qualified, type BackedUpTable } from './backup-tables.ts';

/**
 * Does something to a table as its owner: an administrator of a managed PostgreSQL has no right to its rows. Functions of its
 * triggers find their tables by the schema's search path, so they run at once and not when the transaction ends.
 */
export async function asOwner(
  client: pg.Client,
  { schema, name }: Pick<BackedUpTable, 'schema' | 'name'>,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(relowner) as owner from pg_class where oid = $1::regclass`,
    [qualified(schema, name)],
  );
  await client.query(`
    set local role ${pg.escapeIdentifier(rows[0]?.owner ?? '')};
    set local search_path = ${pg.escapeIdentifier(schema)};
    set constraints all immediate`);
  await work();
  await client.query('reset role; reset search_path');
}
