import { styleText } from 'node:util';

/** Prints a line to stderr, apart from the output that scripts read. */
export const printNotice = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints a record as names and values with an optional note, or as JSON without it. */
export function printRecord(record: Readonly<Record<string, unknown>>, isJson: boolean, note?: string): void {
  if (isJson) return void console.log(JSON.stringify(record, null, 2));
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) console.log(`${dim(name.padEnd(width))}  ${display(value)}`);
  if (note) console.log(`\n${note}`);
}

/** Prints rows as a table, or as JSON. */
export function printTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
  isJson: boolean,
): void {
  if (isJson) return void console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return void console.log('none');
  const cells = rows.map((row) => columns.map((column) => display(row[column])));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
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
