import { styleText } from 'node:util';
import type { Command } from 'commander';
import { isMoment, localTimeIn } from './local-time.ts';
import { ownTimezone } from './options.ts';
import { printable, printableLines, toPrintableJson } from './printable.ts';
import { layOut, lineOf, unset, type TableColumn, type TableLayout } from './table.ts';

/** Whether the command's output is for programs. */
export const isJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints a response as JSON. */
export const printJson = (value: unknown): void => console.log(toPrintableJson(value, 2));

/** Prints a line to stderr, apart from the output that scripts read. */
export const printNotice = (text: string): void => void process.stderr.write(`${printableLines(text)}\n`);

/** Prints a record as names and values with an optional note, or as JSON without it. Each time names its time zone. */
export function printRecord(command: Command, record: object, note?: string): void {
  if (isJson(command)) return printJson(record);
  const timezone = timezoneOf(command);
  const show = displayIn(timezone);
  const fields = Object.entries(record) as [string, unknown][];
  const width = Math.max(...fields.map(([name]) => name.length));
  for (const [name, value] of fields) {
    const zone = isMoment(name, value) ? ` (${timezone})` : '';
    console.log(`${dim(name.padEnd(width))}  ${show(name, value)}${zone}`);
  }
  if (note) console.log(`\n${printableLines(note)}`);
}

/** Prints rows as a table, or as JSON. */
export function printTable<Row extends object>(
  command: Command,
  rows: readonly Row[],
  columns: (keyof Row & string)[],
): void {
  if (isJson(command)) return printJson(rows);
  if (rows.length === 0) return void console.log('none');
  const table = new Table(command, { columns, rows });
  for (const line of [table.head(), ...table.lines(rows)]) console.log(line);
  table.noteConstants();
}

/** A table, laid out by its first rows. */
export class Table<Row extends object> {
  readonly #names: readonly (keyof Row & string)[];
  readonly #show: (name: string, value: unknown) => string;
  readonly #heads: readonly TableColumn[];
  readonly #layout: TableLayout;

  /**
   * @param fixed names of columns that are never dropped or cut, apart from IDs
   * @param isComplete whether `rows` are all
   */
  constructor(
    command: Command,
    {
      columns,
      rows,
      fixed = [],
      isComplete = true,
    }: {
      readonly columns: readonly (keyof Row & string)[];
      readonly rows: readonly Row[];
      readonly fixed?: readonly string[];
      readonly isComplete?: boolean;
    },
  ) {
    const timezone = timezoneOf(command);
    this.#names = columns;
    this.#show = displayIn(timezone);
    const isTime = (name: keyof Row & string): boolean => rows.some((row) => isMoment(name, row[name]));
    this.#heads = columns.map((name) => ({
      name: isTime(name) ? `${name} (${timezone})` : name,
      isFixed: /^id$|Id$/.test(name) || fixed.includes(name),
    }));
    const width = process.stdout.isTTY ? process.stdout.columns : undefined;
    this.#layout = layOut(
      this.#heads,
      rows.map((row) => this.#cellsOf(row)),
      { width, isComplete },
    );
  }

  /** The names of the columns. */
  head(): string {
    return dim(
      lineOf(
        this.#layout,
        this.#heads.map(({ name }) => name),
      ),
    );
  }

  lines(rows: readonly Row[]): string[] {
    return rows.map((row) => lineOf(this.#layout, this.#cellsOf(row)));
  }

  /** Prints what all rows have in common and the table leaves out, to stderr. */
  noteConstants(): void {
    const { constant } = this.#layout;
    if (constant.length > 0)
      printNotice(`In all rows: ${constant.map(([name, value]) => `${name} ${value}`).join(', ')}.`);
  }

  #cellsOf(row: Row): string[] {
    return this.#names.map((name) => this.#show(name, row[name]));
  }
}

const timezoneOf = (command: Command): string =>
  command.optsWithGlobals<{ timezone?: string }>().timezone ?? ownTimezone();

/** Shows values as text of one line. What others have entered, such as the name of a buyer, cannot control the terminal. */
function displayIn(timezone: string): (name: string, value: unknown) => string {
  const toLocalTime = localTimeIn(timezone);
  return (name, value) => {
    if (value === null || value === undefined) return unset;
    if (Array.isArray(value)) return value.length === 0 ? unset : printable(value.map(String).join(', '));
    if (isMoment(name, value)) return toLocalTime(value);
    return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
}

/** Dim on a terminal, plain text anywhere else. */
const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
