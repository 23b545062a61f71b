import { type Fragment, fragment, json } from '@mizan/service-kit';

/**
 * The rows as a source for `insert into <table> select * from …`: every column of the table is taken by its name, so
 * that a row type and its table cannot drift apart in a list of columns.
 *
 * @param table an empty record of the table: fragment`null::charges`
 */
export const rowsOf = (table: Fragment, rows: readonly object[]): Fragment =>
  fragment`jsonb_populate_recordset(${table}, ${json(rows)})`;
/** Tables whose rows are counted as they are added; none of them ever loses a row. */
export type Counted = 'balance_transactions' | 'charges' | 'payment_intents' | 'refunds';

/** One more row in each of `lists`. */
export const oneMore = (...lists: readonly Counted[]): ReadonlyMap<Counted, number> =>
  new Map(lists.map((list) => [list, 1]));
