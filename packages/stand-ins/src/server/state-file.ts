import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a stand-in remembers: plain JSON. Rows of the collections that grow have an id. */
export interface State {
  readonly version: number;
}
type Row = Readonly<{ id: string | number }>;
type Collection<T> = { [K in keyof T]: T[K] extends readonly Row[] ? K : never }[keyof T] & string;

export interface KeptState<T> {
  readonly state: T;
  /** Marks a row of a growing collection as new or changed; everything else is found by itself. */
  mark(collection: Collection<T>, row: Row): void;
  /** Writes what has changed. Without a file it does nothing. */
  save(): void;
}

export interface OpenOptions<T> {
  /** Of a file that survives a restart; without it everything is kept in memory only. */
  readonly path: string | undefined;
  /** Makes the state of a new stand-in. */
  readonly create: () => T;
  /** The collections whose rows are written one by one: the others are written whole. */
  readonly collections: readonly Collection<T>[];
}

/** A line of the file: a row of a collection, or the whole value of another part of the state. */
type Line = { readonly in: string; readonly row: Row } | { readonly set: string; readonly value: unknown };

/**
 * Opens what a stand-in remembers. The file has a line for each change, so that a change costs the same however much is
 * kept; it is compacted when it is opened, in a file of its own that is renamed into place. A line that was cut off by the
 * end of the process belongs to a request that was never answered.
 *
 * @throws Error when the file is there and cannot be read: it is never overwritten
 */
export function openState<T extends State>({ path, create, collections }: OpenOptions<T>): KeptState<T> {
  if (path === undefined) return { state: create(), mark: () => undefined, save: () => undefined };
  const state = create();
  if (existsSync(path)) replay(path, state, collections);
  const marked = new Map<string, Set<Row>>(collections.map((name) => [name, new Set<Row>()]));
  const written = new Map<string, string>();
  const changedLines = (): string[] => {
    const rows = [...marked].flatMap(([name, changed]) => [...changed].map((row) => lineOf({ in: name, row })));
    for (const changed of marked.values()) changed.clear();
    const parts = Object.entries(state)
      .filter(([name]) => !marked.has(name))
      .map(([name, value]) => [name, lineOf({ set: name, value })] as const)
      .filter(([name, line]) => written.get(name) !== line);
    for (const [name, line] of parts) written.set(name, line);
    return [...rows, ...parts.map(([, line]) => line)];
  };
  for (const name of collections) for (const row of state[name] as readonly Row[]) marked.get(name)?.add(row);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, changedLines().join(''), { mode: 0o600 }); // it holds keys
  renameSync(`${path}.new`, path);
  return {
    state,
    mark: (collection, row) => void marked.get(collection)?.add(row),
    save: () => {
      const lines = changedLines();
      if (lines.length > 0) appendFileSync(path, lines.join(''));
    },
  };
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

/** Brings a new state to where the file ends. */
function replay<T extends State>(path: string, state: T, collections: readonly Collection<T>[]): void {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1); // behind the last newline is nothing, or a cut line
  const parts = state as Record<string, unknown>;
  const rows = new Map(collections.map((name) => [name as string, new Map<Row['id'], Row>()]));
  const { version } = state;
  parts['version'] = undefined; // the file must say it
  try {
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      if ('row' in line) rows.get(line.in)?.set(line.row.id, line.row);
      else parts[line.set] = line.value;
    }
  } catch {
    parts['version'] = undefined; // reported below, like another version
  }
  if (lines.length === 0 || state.version !== version)
    throw new Error(`${path} is not the state of this stand-in. Delete it to start with an empty account.`);
  for (const [name, found] of rows) parts[name] = [...found.values()];
}
