import {
  csvRecord,
  currencyDecimals,
  endOfReport,
  localDay,
  reportColumns,
  reportPeriodOf,
  type Currency,
  type ReportName,
  type ReportQuery,
} from '@mizan/contracts';
import { formatMinor } from '@mizan/money';
import type { Download, DownloadContext, Identity, Reader, Table } from '@mizan/service-kit';
import { claimDownload } from './claim-download.ts';
import { readRows } from './read-rows.ts';

/** Pieces are written at this size, characters: small enough for a slow client to read each within a minute. */
const pieceLength = 64 * 1024;

/** What a report is of. */
export interface ReportOf<Row, Item> {
  readonly name: ReportName;
  readonly table: Table<Row>;
  /** The rows as list items. */
  readonly toItems: (reader: Reader, rows: readonly Row[]) => readonly Item[] | Promise<readonly Item[]>;
  /** What `amountDecimal` shows, minor units. */
  readonly amountOf: (item: Item) => number;
}

/** Whose key downloads it, and which period. */
export interface ReportInput {
  readonly identity: Pick<Identity, 'keyId'>;
  readonly query: ReportQuery;
}

/** Opens a report as a file. @throws Problem `rate_limit`: the key is downloading a report already */
export async function openReport<
  Row extends { readonly id: string; readonly createdAt: Date },
  Item extends { readonly currency: Currency },
>(context: DownloadContext, { identity, query }: ReportInput, report: ReportOf<Row, Item>): Promise<Download> {
  if (identity.keyId === undefined) throw new Error('bug: a report is downloaded without a key');
  const period = reportPeriodOf(query);
  const days = [period.from, period.to].map((at) => localDay(at, query.timezone));
  const claim = await claimDownload(context.autocommit, identity.keyId);
  return {
    filename: `${report.name}_${days.join('_')}.csv`,
    open: (gone) => piecesOf(context.reader, { report, period, gone, lost: claim.lost }),
    close: () => claim.release(),
  };
}

interface Opened<Row, Item> {
  readonly report: ReportOf<Row, Item>;
  readonly period: ReturnType<typeof reportPeriodOf>;
  readonly gone: AbortSignal;
  readonly lost: AbortSignal;
}

async function* piecesOf<
  Row extends { readonly id: string; readonly createdAt: Date },
  Item extends { readonly currency: Currency },
>(reader: Reader, { report, period, gone, lost }: Opened<Row, Item>): AsyncGenerator<string> {
  const columns: readonly string[] = reportColumns[report.name];
  const paths = columns.map((column) => column.split('.'));
  let piece = csvRecord(columns);
  let count = 0;
  for await (const rows of readRows(reader, report.table, period)) {
    if (gone.aborted) return;
    if (lost.aborted) throw new Error('the claim of the download was lost');
    for (const item of await report.toItems(reader, rows)) {
      const decimal = formatMinor(report.amountOf(item), currencyDecimals[item.currency]);
      piece += csvRecord(paths.map((path) => (path[0] === 'amountDecimal' ? decimal : cellOf(item, path))));
      count += 1;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + endOfReport(count);
}

/** The value at a path of an item. */
function cellOf(item: object, path: readonly string[]): string | number | boolean | null {
  let value: unknown = item;
  for (const name of path) {
    if (value === null || value === undefined) return null;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return toCell(value);
}

/** Objects and lists are JSON; of a list of objects that have IDs, the IDs. */
function toCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const ids = value.map((each: unknown) => (hasId(each) ? each.id : undefined));
  return ids.every((id) => id !== undefined) ? ids.join(' ') : JSON.stringify(value);
}

const hasId = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
