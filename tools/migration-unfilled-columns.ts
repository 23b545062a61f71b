import { describeTables, type LoadOrm } from '@mizan/service-kit/schema';
import { withClient } from '@mizan/stack/with-client';

/** Each column that must have a value, and that PostgreSQL does not fill by itself. */
const required = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'
  order by table_name, ordinal_position`;

/**
 * Finds the columns for which no insert has a value, because no entity has them any more: one line each, with the statement that lets
 * them be null. Tables without an entity are left out: what writes those names the columns itself.
 *
 * @param ownerUrl of the service's database, after its migrations
 */
export async function findUnfilledColumns(load: LoadOrm, ownerUrl: string): Promise<string[]> {
  const { default: definition } = await load();
  const known = Map.groupBy(await describeTables(load), ({ name }) => name);
  const { rows } = await withClient(ownerUrl, (owner) =>
    owner.query<{ table: string; column: string }>(required, [definition.service]),
  );
  return rows
    .filter(({ table, column }) => {
      const described = known.get(table);
      return described && !described.some(({ columns }) => columns.some((each) => each.column === column));
    })
    .map(
      ({ table, column }) =>
        `every insert into ${table} fails: ${column} must have a value, and no entity has it. If no running release reads it any more, let it be null: alter table "${table}" alter column "${column}" drop not null;`,
    );
}
