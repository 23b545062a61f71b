import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOfEmptyPlatform, readManifest } from './backup-manifest.ts';

/** What ends the name of a folder that is still being written or downloaded. */
export const unfinishedEnd = '.unfinished';
const dayMs = 24 * 3_600_000;

/** The time at which a backup was started, to the second, in UTC: names in order are times in order. */
export const nameOfBackup = (startedAt: Date): string =>
  `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Whether a text is the name of a backup. */
export const isBackupName = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/.test(text);

/** In milliseconds. */
export function ageOfBackup(name: string): number {
  const [day, time = ''] = name.split('T');
  return Date.now() - new Date(`${day}T${time.replaceAll('-', ':')}`).getTime();
}

/** Names of complete backups, newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  return newestFirst(await readdir(folder).catch(() => []));
}

/** Those of some names that are names of backups, each once, newest first. */
export const newestFirst = (names: readonly string[]): string[] =>
  [...new Set(names)].filter(isBackupName).sort().reverse();

/**
 * Removes all backups but the newest. While the platform has no account, only backups without accounts count: its database may be one
 * that was lost, and the others are what is going to be restored.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const names = await listBackups(folder);
  const empty: string[] = [];
  for (const name of names) if (await isEmpty(join(folder, name))) empty.push(name);
  const counted = names[0] !== undefined && empty.includes(names[0]) ? empty : names;
  for (const old of counted.slice(keep)) await rm(join(folder, old), { recursive: true, force: true });
}

const isEmpty = (backup: string): Promise<boolean> => readManifest(backup).then(isOfEmptyPlatform, () => false);

/**
 * Removes what a process that was stopped has left: after a day it is not in progress any more. Another backup may finish or
 * remove one of them meanwhile.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((each) => each.endsWith(unfinishedEnd))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(join(folder, name), { recursive: true, force: true });
  }
}
