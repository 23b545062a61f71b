import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface KeptState<T> {
  readonly state: T;
  /** Writes the state; a reader sees the former file or the new one, never a part. Without a path it does nothing. */
  save(): void;
}

/**
 * Opens what a stand-in remembers.
 *
 * @param path of a JSON file that survives a restart; without it everything is kept in memory only
 * @param create makes the state of a new stand-in
 * @throws Error when the file is there and cannot be read: it is never overwritten
 */
export function openState<T extends { readonly version: number }>(
  path: string | undefined,
  create: () => T,
): KeptState<T> {
  if (path === undefined) return { state: create(), save: () => undefined };
  const created = create();
  const state = existsSync(path) ? parseState(path, created) : created;
  const save = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 }); // it holds keys
    renameSync(`${path}.new`, path);
  };
  save();
  return { state, save };
}

function parseState<T extends { readonly version: number }>(path: string, created: T): T {
  const text = readFileSync(path, 'utf8');
  try {
    const parsed = JSON.parse(text) as T;
    if (parsed.version === created.version) return parsed;
  } catch {
    // reported below, like a file of another version
  }
  throw new Error(`${path} is not the state of this stand-in. Delete it to start with an empty account.`);
}
