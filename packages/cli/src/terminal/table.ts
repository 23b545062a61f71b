/** What a table knows of one of its columns. */
export interface TableColumn {
  readonly name: string;
  /** Never dropped and never cut: IDs and amounts. */
  readonly isFixed: boolean;
}

interface LaidOutColumn {
  readonly index: number;
  readonly width: number;
  readonly isCut: boolean;
}

/** Which columns of a table are printed, and how wide. */
export interface TableLayout {
  readonly columns: readonly LaidOutColumn[];
  /** Names and values of columns that are not printed since all rows have the same. */
  readonly constant: readonly (readonly [name: string, value: string])[];
}

/** What stands for a value that is not set. */
export const unset = '–';

const gap = 2;
/** A cut text says at least this much. */
const cutWidthMin = 8;
/** A word, number, time or address, which would be useless in part. */
const isWhole = (cell: string): boolean => /^(?:[\w.:–-]*|\d{4}-\d{2}-\d{2} \d{2}:\d{2}|\w+:\/\/\S+)$/.test(cell);

/**
 * Fits a table into a terminal: drops columns that are empty in all rows, then as many as necessary of those that have the same
 * in all rows, the last first, then cuts the longest free text.
 *
 * @param width of the terminal; undefined for a pipe, where nothing is dropped or cut
 * @param isComplete whether these are all rows; otherwise none is known to be the same in all
 */
export function layOut(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { width, isComplete }: { readonly width: number | undefined; readonly isComplete: boolean },
): TableLayout {
  const cellsOf = (index: number): string[] => rows.map((row) => row[index] ?? '');
  let kept: LaidOutColumn[] = columns.map(({ name }, index) => ({
    index,
    width: Math.max(name.length, ...cellsOf(index).map((cell) => cell.length)),
    isCut: false,
  }));
  const excess = (): number => (width === undefined ? 0 : totalOf(kept) - width);
  const constant: [string, string][] = [];
  const isSame = (index: number): boolean =>
    columns[index]?.isFixed === false && new Set(cellsOf(index)).size === 1 && isComplete;
  if (excess() > 0) kept = kept.filter(({ index }) => !isSame(index) || rows[0]?.[index] !== unset);
  const same = rows.length > 1 ? kept.filter(({ index }) => isSame(index)) : [];
  for (let last = same.pop(); last !== undefined && excess() > 0; last = same.pop()) {
    const { index } = last;
    constant.unshift([columns[index]?.name ?? '', rows[0]?.[index] ?? '']);
    kept = kept.filter((column) => column.index !== index);
  }
  const isFree = (index: number): boolean => columns[index]?.isFixed === false && !cellsOf(index).every(isWhole);
  for (let over = excess(); over > 0; over = excess()) {
    const longest = kept.filter(({ index }) => isFree(index)).reduce(wider, { index: -1, width: 0, isCut: false });
    const cut = Math.max(cutWidthMin, longest.width - over);
    if (cut >= longest.width) break;
    kept = kept.map((column) => (column.index === longest.index ? { ...column, width: cut, isCut: true } : column));
  }
  return { columns: kept, constant };
}

/** A line of the table. Only columns that the layout has cut are cut: rows that come later may be wider than those laid out. */
export const lineOf = ({ columns }: TableLayout, cells: readonly string[]): string =>
  columns
    .map(({ index, width, isCut }) => {
      const cell = cells[index] ?? '';
      return isCut && cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
    })
    .join(' '.repeat(gap))
    .trimEnd();

const totalOf = (columns: readonly LaidOutColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width + gap, -gap);

const wider = (one: LaidOutColumn, other: LaidOutColumn): LaidOutColumn => (other.width > one.width ? other : one);
