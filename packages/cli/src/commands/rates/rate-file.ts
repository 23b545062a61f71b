import { CommandError } from '../../terminal/command-error.ts';

/** A rate of a file, not validated by the API yet. */
export interface FileRate {
  readonly base: string;
  readonly quote: string;
  readonly rate: string | number;
  readonly fetchedAt?: string;
  /** Its place in the file, for error messages: `line 3` or `entry 2`; undefined of one that is an argument. */
  readonly place?: string;
}

const columns = ['base', 'quote', 'rate', 'fetchedAt'] as const;
const required = columns.slice(0, 3);

/**
 * Parses the rates of a file: JSON (an array, or an object with `rates`), or CSV with base, quote, rate and fetchedAt,
 * with or without a header. Blank lines and lines that start with # are ignored.
 *
 * @throws CommandError naming every invalid line
 */
export function parseRateFile(text: string): FileRate[] {
  if (text.startsWith('PK\u0003\u0004')) throw new CommandError('The file is a spreadsheet. Export it as CSV.');
  const rates = /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text);
  if (rates.length === 0) throw new CommandError('The file has no rates.');
  return rates;
}

function fromJson(text: string): FileRate[] {
  const parsed = parse(text);
  const entries: unknown = Array.isArray(parsed) ? parsed : (parsed as { rates?: unknown }).rates;
  if (!Array.isArray(entries)) throw new CommandError('The file must be an array of rates, or an object with `rates`.');
  return collect(
    entries.map((entry: unknown, index) => {
      const place = `entry ${index + 1}`;
      const { base, quote, rate, fetchedAt } = (entry ?? {}) as Partial<Record<keyof FileRate, unknown>>;
      const isRate = typeof rate === 'string' || typeof rate === 'number';
      if (typeof base !== 'string' || typeof quote !== 'string' || !isRate)
        return `${place}: needs base, quote and rate`;
      return { ...upperCased(base, quote), rate, ...(typeof fetchedAt === 'string' ? { fetchedAt } : {}), place };
    }),
  );
}

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch (cause) {
    throw new CommandError(`The file is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function fromCsv(text: string): FileRate[] {
  const numbered = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line, place: `line ${index + 1}` }))
    .filter(({ line }) => !/^\s*(?:#|$)/.test(line));
  const named = /^sep=([;,\t])$/i.exec(numbered[0]?.line ?? '')?.[1]; // as Excel writes and reads it
  const separator = named ?? separatorOf(numbered[0]?.line ?? '');
  const lines = numbered
    .slice(named === undefined ? 0 : 1)
    .map(({ line, place }) => ({ cells: cellsOf(line, separator), place }))
    .filter(({ cells }) => cells.some(Boolean));
  const names = namesOf(lines[0]?.cells ?? []);
  const order = names ?? columns;
  return collect(
    (names ? lines.slice(1) : lines).map(({ cells, place }) => {
      const row = Object.fromEntries(order.map((name, index) => [name, cells[index] ?? '']));
      const { base = '', quote = '', rate = '', fetchedAt = '' } = row;
      const missing = required.filter((name) => !row[name]);
      if (missing.length > 0) return `${place}: has no ${missing.join(', ')}`;
      const isOneTooMany = cells.length === order.length + 1;
      const next = isOneTooMany || fetchedAt ? cells[order.indexOf('rate') + 1] : '';
      const complaint = complaintOf(rate, next) ?? complaintOfTime(fetchedAt);
      if (complaint !== undefined) return `${place}: ${complaint}`;
      if (cells.length > order.length) return `${place}: has ${cells.length} columns instead of ${order.length}`;
      return { ...upperCased(base, quote), rate, ...(fetchedAt ? { fetchedAt } : {}), place };
    }),
  );
}

/** What is wrong with a rate. @param next the cell after it, which its decimals are in where they follow a comma */
function complaintOf(rate: string, next = ''): string | undefined {
  const [, whole, decimals] = /^(\d+),(\d{1,6})$/.exec(/^\d{1,6}$/.test(next) ? `${rate},${next}` : rate) ?? [];
  // 1,234 may be more than a thousand.
  if (decimals?.length === 3)
    return `write the rate ${whole},${decimals} without a comma, with a point before decimals`;
  if (decimals !== undefined) return `write the rate with a decimal point: ${whole}.${decimals}`;
  return /^\d+(\.\d+)?$/.test(rate) ? undefined : `${rate} is not a rate such as 48.5`;
}

const complaintOfTime = (text: string): string | undefined =>
  text === '' || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text)
    ? undefined
    : `${text} is not a time with seconds, such as 2026-11-21T08:00:00Z`;

/** What follows the first cell. Spreadsheets write semicolons or tabs where numbers have a decimal comma. */
const separatorOf = (line: string): string => /[;,\t]/.exec(line)?.[0] ?? ',';

/** The cells of a line. Quotes around a cell are dropped. */
function cellsOf(line: string, separator: string): string[] {
  const outsideOfQuotes = new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`);
  return line.split(outsideOfQuotes).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** The columns of the header, in any order and case; undefined when the first line is not a header. */
function namesOf(cells: readonly string[]): (typeof columns)[number][] | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[_ -]/g, '');
  const names = cells.map((cell) => columns.find((column) => plain(column) === plain(cell)));
  if (!names.includes('base')) return undefined;
  const found = names.filter((name) => name !== undefined);
  const missing = required.filter((name) => !found.includes(name));
  if (missing.length === 0 && found.length === cells.length) return found;
  throw new CommandError('The header must name base, quote, rate and, optionally, fetchedAt.');
}

const upperCased = (base: string, quote: string) => ({ base: base.toUpperCase(), quote: quote.toUpperCase() });

function collect(read: readonly (FileRate | string)[]): FileRate[] {
  const errors = read.filter((each) => typeof each === 'string');
  if (errors.length > 0) throw new CommandError(`No rates were set.\n  ${errors.join('\n  ')}`);
  return read.filter((each) => typeof each !== 'string');
}
