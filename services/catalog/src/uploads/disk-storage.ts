import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Storage } from './storage.ts';

/** Files in one folder. A file appears under its name only when it is completely on disk. */
export class DiskStorage implements Storage {
  readonly #folder: string;

  /** @param folder created when it does not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await mkdir(this.#folder, { recursive: true });
    try {
      const file = await open(partOf(path), 'w');
      try {
        await file.writeFile(bytes);
        await file.sync(); // otherwise a power failure could leave the name without the bytes
      } finally {
        await file.close();
      }
      await rename(partOf(path), path);
    } catch (failure) {
      await rm(partOf(path), { force: true });
      throw failure;
    }
    await syncFolder(this.#folder);
  }

  async open(key: string): Promise<Readable | undefined> {
    try {
      return (await open(this.#pathOf(key), 'r')).createReadStream();
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failure;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await Promise.all([path, partOf(path)].map((each) => rm(each, { force: true })));
  }

  #pathOf(key: string): string {
    if (!/^\w[\w.-]*$/.test(key)) throw new Error(`bug: invalid storage key ${key}`);
    return join(this.#folder, key);
  }
}

const partOf = (path: string): string => `${path}.part`;

/** Makes the new name itself survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
