import { csvRecord } from '@mizan/contracts';
import { printableLines } from './printable.ts';

type Rows<Column extends string> = readonly Readonly<Partial<Record<Column, unknown>>>[];

/** Rows as CSV (RFC 4180), the names of the columns first; objects and lists are JSON. Of control characters, only line breaks and tabs stay. */
export const toCsv = <Column extends string>(columns: readonly Column[], rows: Rows<Column>): string =>
  csvRecord([...columns]) + toCsvRows(columns, rows);

/** The same without the names of the columns: what continues a file. */
export const toCsvRows = <Column extends string>(columns: readonly Column[], rows: Rows<Column>): string =>
  rows.map((row) => csvRecord(columns.map((column) => textOf(row[column])))).join('');

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : printableLines(typeof value === 'object' ? JSON.stringify(value) : String(value));
