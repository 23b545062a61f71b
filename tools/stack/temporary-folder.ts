import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder in the system's temporary directory. Others may pass through it, because PostgreSQL runs as another user
 * where we are root; what is secret inside must say so itself.
 */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
