import { dateRangeOf, encodeCursor, type AmountRange, type Cursor, type DateFilter } from '@mizan/contracts';
import { fragment, storedCount, type Fragment, type Reader } from '@mizan/service-kit';
import type { Counted } from './counted.ts';

/** Which page of a list: by number, or after a cursor. */
export interface PageQuery {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

/** A page of rows, newest first. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  /** Sent back as `cursor` for what follows; null at the end. */
  readonly nextCursor: string | null;
}

/**
 * Reads a page of a table of the merchant and mode. How many rows there are in all is kept where nothing is filtered, and
 * counted where something is.
 *
 * @param filters conditions on columns of the table, each beginning with `and`
 */
export async function readPage<Row extends { id: string; created_at: Date }>(
  reader: Reader,
  table: Counted,
  filters: readonly Fragment[],
  { page = 1, limit, cursor }: PageQuery,
): Promise<RowPage<Row>> {
  const { merchantId, livemode } = reader.scope;
  const matching = filters.reduce(
    (all, filter) => fragment`${all} ${filter}`,
    fragment`from ${tables[table]} where merchant_id = ${merchantId} and livemode = ${livemode}`,
  );
  const after = cursor ? fragment`and (created_at, id) < (${cursor.createdAt}, ${cursor.id})` : fragment``;
  const total = filters.length === 0 ? storedCount(reader, [table]) : fragment`(select count(*) ${matching})`;
  const [rows, counted] = await Promise.all([
    // One more than asked for tells whether a page follows.
    reader.sql<Row>`
      select * ${matching} ${after} order by created_at desc, id desc limit ${limit + 1} offset ${(page - 1) * limit}`,
    reader.one<{ totalCount: number }>`select ${total} as "totalCount"`,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    totalCount: counted?.totalCount ?? 0,
    nextCursor: last && rows.length > limit ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
  };
}

const tables: Readonly<Record<Counted, Fragment>> = {
  balance_transactions: fragment`balance_transactions`,
  charges: fragment`charges`,
  payment_intents: fragment`payment_intents`,
  refunds: fragment`refunds`,
};

/** Rows made on the days that a caller asked for. */
export function createdWithin(reader: Reader, date: DateFilter | undefined, timezone: string): Fragment[] {
  if (!date) return [];
  const { from, to } = dateRangeOf(date, timezone, reader.now);
  return [fragment`and created_at >= ${from} and created_at < ${to}`];
}

/** Rows whose amount lies within the bounds that a caller asked for. */
export function amountWithin(range: AmountRange | undefined): Fragment[] {
  if (!range) return [];
  return [fragment`and amount between ${range.min ?? 0} and ${range.max ?? Number.MAX_SAFE_INTEGER}`];
}

/** The condition when there is a value to compare with. */
export const when = <T>(value: T | undefined, condition: (value: T) => Fragment): Fragment[] =>
  value === undefined ? [] : [condition(value)];
