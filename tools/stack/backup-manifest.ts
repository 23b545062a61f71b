import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppliedMigrations, BackedUpTable } from './backup-tables.ts';
import type { Fingerprint } from './fingerprint-file.ts';
import { SetupProblem } from './setup-problem.ts';

/** `manifest.json` of a backup: written last, so a folder without it is not a backup. */
export interface BackupManifest {
  readonly format: 1;
  readonly createdAt: string;
  /** Of the root secret that the rows are sealed under (`backupMarkOf`). Backups of earlier versions have none. */
  readonly secretMark?: string;
  readonly migrations: AppliedMigrations;
  readonly tables: readonly BackedUpFile[];
  readonly hasUploads: boolean;
  /** Backups of earlier versions do not say. */
  readonly uploadCount?: number;
  /** Backups of earlier versions have none. */
  readonly uploadList?: ListOfUploads;
}

/**
 * A file beside the manifest with a line of JSON, a `BackedUpUpload`, for each uploaded file. The manifest is read whenever backups are
 * listed, so it must not grow with the pictures.
 */
export interface ListOfUploads {
  readonly file: string;
  /** Of the list itself, hexadecimal. */
  readonly sha256: string;
}

/** An uploaded file, in the folder `uploads` beside the manifest. */
export interface BackedUpUpload extends Fingerprint {
  readonly name: string;
}

/** The rows of a table, in a file beside the manifest. */
export interface BackedUpFile extends BackedUpTable {
  readonly file: string;
  /** Of the file as it is stored, hexadecimal. */
  readonly sha256: string;
  readonly rows: number;
  /** The last number of each sequence, by column; at least that of the newest row. */
  readonly lastNumbers: Readonly<Record<string, string | null>>;
}

export const manifestFile = 'manifest.json';

/** @throws SetupProblem when the folder is not a complete backup, or one of a later version */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => {
    throw new SetupProblem(`${folder} is not a complete backup: it has no ${manifestFile}.`);
  });
  return parseManifest(text, folder);
}

/** @param where shown in errors @throws SetupProblem */
export function parseManifest(text: string, where: string): BackupManifest {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(text) as BackupManifest;
  } catch {
    throw new SetupProblem(`${where} is damaged: its ${manifestFile} is not JSON.`);
  }
  if (manifest.format !== 1) throw new SetupProblem(`${where} was written by a later version.`);
  return manifest;
}

/** A backup without a mark passes: its secret cannot be known. @throws SetupProblem when it was written under another secret */
export function assertSameSecret({ secretMark }: BackupManifest, expected: string): void {
  if (secretMark === undefined || secretMark === expected) return;
  throw new SetupProblem(
    'the backup was written under another MIZAN_SECRET than the one that is set here. Its API keys, credentials of providers ' +
      'and webhook secrets could never be read. Nothing has been changed. Set MIZAN_SECRET to the secret of the platform ' +
      'that wrote the backup, and repeat from tools/deploy/migrate.ts on, which gives the logins of the services their passwords ' +
      'under it. (docker compose run --rm restore does both; in Kubernetes print and apply the Secrets before the Job migrations.)',
  );
}

/** How many rows of all tables. */
export const rowsOf = ({ tables }: BackupManifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Whether and how many uploaded files are in a backup. For people they are pictures. */
export function describeUploads({ hasUploads, uploadCount }: BackupManifest): string {
  if (!hasUploads) return 'without pictures';
  if (uploadCount === undefined) return 'with pictures';
  return `with ${uploadCount} ${uploadCount === 1 ? 'picture' : 'pictures'}`;
}

/** Whether the platform had no account yet: nothing to restore. */
export const isOfEmptyPlatform = ({ tables }: BackupManifest): boolean =>
  tables.every(({ schema, name, rows }) => schema !== 'gateway' || name !== 'accounts' || rows === 0);
