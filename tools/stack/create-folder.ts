import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, for this user only, unless it is there. The recursive `mkdir` of Node never ends where a parent that
 * exists answers ENOENT, as `/proc` does: it takes the parent for missing, finds it, and tries again.
 *
 * @throws NodeJS.ErrnoException of the step that failed
 */
export async function createFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await createFolder(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST' || !(await isFolder(path))) throw failure; // another process may have created it meanwhile
  });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
