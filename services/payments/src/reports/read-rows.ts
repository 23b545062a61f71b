import { constant, fragment, own, type Reader, type Table } from '@mizan/service-kit';

/** Rows that are read and rendered at a time: about 10 ms in which the process does nothing else. */
const rowsPerPage = 250;

interface CreatedRow {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * The rows of a tenant's table that were created in a period, oldest first, page by page. Each page is a statement of its own
 * that starts after the last row of the one before, so that no snapshot stays open; rows that are added meanwhile neither
 * repeat nor hide others.
 *
 * @param period from inclusive, to exclusive
 */
export async function* readRows<Row extends CreatedRow>(
  reader: Reader,
  table: Table<Row>,
  { from, to }: { readonly from: Date; readonly to: Date },
): AsyncGenerator<readonly Row[]> {
  const name = constant(table.name);
  let last: CreatedRow | undefined;
  for (;;) {
    const after = last ? fragment`(created_at, id) > (${last.createdAt}, ${last.id})` : fragment`created_at >= ${from}`;
    const rows = await reader.sql<Row>`
      select ${table.columns} from ${name}
      where ${own(reader)} and ${after} and created_at < ${to}
      order by created_at, id limit ${rowsPerPage}`;
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return;
  }
}
