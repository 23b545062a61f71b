import { countedRowsMax, type Currency } from '@mizan/contracts';
import type { Command } from 'commander';
import { pageMax, readPages, type List, type Page } from '../../api/read-list.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { toCsv, toCsvRows } from '../../terminal/csv.ts';
import { decimalOf } from '../../terminal/money.ts';
import { writeTo } from '../../terminal/output.ts';
import { isJson, printNotice, printRecord, Table } from '../../terminal/print.ts';
import { toPrintableJson } from '../../terminal/printable.ts';
import { rowsOnTerminal, type ListOptions } from './listing.ts';

/** What is shown of an object: values by name. Those named in `money` are minor units of `currency`. */
export interface Shown<Name extends string> {
  readonly columns: readonly Name[];
  readonly money: readonly NoInfer<Name>[];
  /** Those of `money` that a narrow terminal has in the note below the table while they are the same in all rows, such as nothing refunded. */
  readonly moneyOfNote?: readonly NoInfer<Name>[];
}

type Row<Name extends string> = Readonly<Record<Name, unknown>> & { readonly currency?: Currency };

/** What `printList` prints, and of which list. */
interface PrintedList<Item, Name extends string, Listed> {
  readonly list: List;
  /** What is printed of each object of the list, where it is not the object itself; undefined if nothing. */
  readonly itemOf?: (listed: Listed) => Item | undefined;
  readonly toRow: (item: Item) => Row<Name>;
  readonly shown: Shown<Name>;
  /** What the API cannot filter by. */
  readonly matches?: ((item: Item) => boolean) | undefined;
  /** Printed to standard error if the list is empty. */
  readonly noteIfNone?: string | undefined;
}

/** How much of a list was printed. */
interface Progress {
  count: number;
  /** Of the whole list; undefined where the API does not know it. */
  totalCount?: number;
  hasMore: boolean;
}

type Batches<Item> = AsyncIterable<readonly Item[]>;

/** Rows by which a table is laid out; no more are in memory at once. */
const laidOutRowsMax = 1_000;

/**
 * Prints a list as a table, as CSV, or as the API returned it, while its pages arrive. It prints all rows, or as many as `--limit`
 * says. A table on a terminal has the first rows only; a line below it says that more follow.
 */
export async function printList<
  Item extends { readonly id: string },
  Name extends string,
  Listed extends { readonly id: string } = Item,
>(
  command: Command,
  { list, itemOf, toRow, shown, matches, noteIfNone }: PrintedList<Item, Name, Listed>,
): Promise<void> {
  const { limit, all, csv: isCsv } = command.opts<ListOptions>();
  if (isJson(command) && isCsv) throw new CommandError('Choose one of --json and --csv.');
  const isForPerson = !isJson(command) && !isCsv && process.stdout.isTTY;
  const most = limit ?? (isForPerson && !all ? rowsOnTerminal : Number.POSITIVE_INFINITY);
  const progress: Progress = { count: 0, hasMore: false };
  const isFiltered = matches !== undefined || itemOf !== undefined;
  const pages = readPages<Listed>(command, list, isFiltered ? pageMax : Math.min(pageMax, most));
  const toItem = itemOf ?? ((listed: Listed) => listed as unknown as Item);
  const select = (listed: readonly Listed[]): readonly Item[] =>
    listed.map(toItem).filter((item): item is Item => item !== undefined && (matches?.(item) ?? true));
  const batches = take(pages, { most, select, isFiltered, progress });
  if (isJson(command)) await writeAll(jsonOf(batches));
  else if (isCsv) await writeAll(csvOf(batches, toRow, shown));
  else
    await printTableOf(
      command,
      mapped(batches, (item) => withDecimals(toRow(item), shown)),
      shown,
    );
  if (isForPerson && progress.hasMore) printNotice(moreText(progress));
  if (noteIfNone !== undefined && progress.count === 0) printNotice(noteIfNone);
}

/** The selected items of the pages, until there are enough of them. */
async function* take<Item, Listed>(
  pages: AsyncIterable<Page<Listed>>,
  {
    most,
    select,
    isFiltered,
    progress,
  }: {
    readonly most: number;
    readonly select: (listed: readonly Listed[]) => readonly Item[];
    readonly isFiltered: boolean;
    readonly progress: Progress;
  },
): AsyncGenerator<readonly Item[]> {
  for await (const { data, totalCount, isLast } of pages) {
    const found = select(data);
    const items = found.slice(0, most - progress.count);
    progress.count += items.length;
    progress.hasMore = items.length < found.length || !isLast;
    if (!isFiltered) progress.totalCount = totalCount;
    yield items;
    if (progress.count >= most) return;
  }
}

/** `20 of 46 shown. --limit N or --all shows more.` */
export function moreText({ count, totalCount }: Omit<Progress, 'hasMore'>): string {
  if (totalCount === undefined || totalCount <= count) return 'More follow: use --all or --limit N.';
  const total = totalCount.toLocaleString('en') + (totalCount === countedRowsMax ? ' or more' : '');
  return `${count.toLocaleString('en')} of ${total} shown. --limit N or --all shows more.`;
}

async function* mapped<Item, Result>(batches: Batches<Item>, map: (item: Item) => Result) {
  for await (const items of batches) yield items.map(map);
}

/** Writes texts to standard output until its reader has read enough. */
async function writeAll(texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) if (!(await writeTo(process.stdout, text))) return;
}

/** One array, as `JSON.stringify` would indent it. */
async function* jsonOf(batches: Batches<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const items of batches) {
    let text = '';
    for (const item of items) {
      text += `${before}\n  ${toPrintableJson(item, 2).replaceAll('\n', '\n  ')}`;
      before = ',';
    }
    yield text;
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* csvOf<Item, Name extends string>(
  batches: Batches<Item>,
  toRow: (item: Item) => Row<Name>,
  shown: Shown<Name>,
): AsyncGenerator<string> {
  const columns = [...shown.columns, ...shown.money.map((name) => `${name}Decimal`)];
  yield toCsv<string>(columns, []);
  const cells = mapped(batches, (item) => {
    const row = toRow(item);
    const texts = withDecimals(row, shown);
    return { ...row, ...Object.fromEntries(shown.money.map((name) => [`${name}Decimal`, texts[name]])) };
  });
  for await (const rows of cells) yield toCsvRows<string>(columns, rows);
}

/** Lays a table out by its first rows, and prints these and those that follow. */
async function printTableOf<Name extends string>(
  command: Command,
  batches: Batches<Record<Name, unknown>>,
  { columns, money, moneyOfNote = [] }: Shown<Name>,
): Promise<void> {
  const fixed = money.filter((name) => !moneyOfNote.includes(name));
  const first: Record<Name, unknown>[] = [];
  let table: Table<Record<Name, unknown>> | undefined;
  const layOut = (isComplete: boolean) => new Table(command, { columns, rows: first, fixed, isComplete });
  const write = (lines: readonly string[]) => writeTo(process.stdout, lines.map((line) => `${line}\n`).join(''));
  for await (const rows of batches) {
    if (table) {
      if (!(await write(table.lines(rows)))) return;
      continue;
    }
    first.push(...rows);
    if (first.length < laidOutRowsMax) continue;
    table = layOut(false);
    if (!(await write([table.head(), ...table.lines(first)]))) return;
  }
  if (table) return;
  if (first.length === 0) return void (await write(['none']));
  table = layOut(true);
  if (await write([table.head(), ...table.lines(first)])) table.noteConstants();
}

/** Prints an object as names and values, amounts in major units, or as the API returned it. */
export function printShown<Item extends object, Name extends string>(
  command: Command,
  { item, row, shown, note }: { item: Item; row: Row<Name>; shown: Shown<NoInfer<Name>>; note?: string },
): void {
  printRecord(command, isJson(command) ? item : withDecimals(row, shown), note);
}

function withDecimals<Name extends string>(row: Row<Name>, { columns, money }: Shown<Name>): Record<Name, unknown> {
  const { currency } = row;
  const entries = columns.map((name) => {
    const value: unknown = row[name];
    const isMoney = money.includes(name) && typeof value === 'number' && currency !== undefined;
    return [name, isMoney ? decimalOf({ amount: value, currency }) : value];
  });
  return Object.fromEntries(entries) as Record<Name, unknown>;
}
