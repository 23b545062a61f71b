import { fragment, json, type Fragment } from '@mizan/service-kit';

/**
 * The rows as a source for `insert into <table> select * from …`: every column of the table is taken by its name, so
 * that a row type and its table cannot drift apart in a list of columns.
 *
 * @param table an empty record of the table: fragment`null::charges`
 */
export const rowsOf = (table: Fragment, rows: readonly object[]): Fragment =>
  fragment`jsonb_populate_recordset(${table}, ${json(rows)})`;
