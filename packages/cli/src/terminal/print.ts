import { styleText } from 'node:util';
import type { Command } from 'commander';

/** Whether the command's output is for programs. */
export const isJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints a response as JSON. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** Prints a line to stderr, apart from the output that scripts read. */
export const printNotice = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints a record as names and values with an optional note, or as JSON without it. */
export function printRecord(command: Command, record: object, note?: string): void {
  if (isJson(command)) return printJson(record);
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) console.log(`${dim(name.padEnd(width))}  ${display(value)}`);
  if (note) console.log(`\n${note}`);
}

/** Prints rows as a table, or as JSON. */
export function printTable<Row extends object>(
  command: Command,
  rows: readonly Row[],
  columns: (keyof Row & string)[],
): void {
  if (isJson(command)) return printJson(rows);
  if (rows.length === 0) return void console.log('none');
  const cells = rows.map((row) => columns.map((column) => display(row[column])));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const padded = (row: readonly string[]): string[] => row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
  const line = (row: readonly string[]): string => padded(row).join('  ').trimEnd();
  console.log(dim(line(columns)));
  for (const row of cells) console.log(line(row));
}

const display = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Dim on a terminal, plain text anywhere else. */
const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
