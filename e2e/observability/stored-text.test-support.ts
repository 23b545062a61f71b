import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@mizan/contracts';
import type { World } from '@mizan/testing';

/** Every row of every table of the six schemas, as text, with what is stored as bytes in the clear. */
export async function tablesOf(world: World): Promise<string> {
  const tables = await Promise.all(
    serviceNames.map(async (schema) => {
      const db = world.db(schema);
      const { rows } = await db.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE'`,
        [schema],
      );
      return Promise.all(
        rows.map(async ({ name }) => {
          await db.query(`set bytea_output = 'escape'`);
          const { rows: texts } = await db.query<{ text: string }>(`select t::text as text from ${schema}."${name}" t`);
          return texts.map(({ text }) => `${schema}.${name}: ${text}`).join('\n');
        }),
      );
    }),
  );
  return tables.flat().join('\n');
}

/** The files of the bus's store, byte for byte. */
export const busStoreOf = (world: World): string =>
  readdirSync(world.nats.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
