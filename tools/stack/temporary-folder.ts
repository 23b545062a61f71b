import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder in the system's temporary directory. Other users may traverse it, because PostgreSQL runs as another user
 * when this process is root; secret files in it need permissions of their own.
 */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
