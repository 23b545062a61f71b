/** A cell that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/;
const number = /^-?\d+(\.\d+)?$/;
const quoted = /[",\r\n]/;

/**
 * A record of a CSV file (RFC 4180) with its line end. Null and undefined are empty cells. Text that a spreadsheet would run
 * as a formula gets an apostrophe, which marks it as text; numbers, negative ones included, stay numbers.
 */
export const csvRecord = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value;
  return safe !== value || quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
