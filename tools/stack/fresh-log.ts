import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** The log file of a process, empty for this run; what the run before wrote is kept beside it once. */
export function freshLog(folder: string, name: string): string {
  const file = join(folder, `${name}.log`);
  if (existsSync(file)) renameSync(file, join(folder, `${name}.previous.log`));
  return file;
}
