import { createReadStream } from 'node:fs';
import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import pg from 'pg';
import { asOwner } from './as-table-owner.ts';
import {
  assertSameSecret,
  readManifest,
  type BackedUpFile,
  type BackedUpUpload,
  type BackupManifest,
  type ListOfUploads,
} from './backup-manifest.ts';
import {
  hasMigrations,
  listTables,
  qualified,
  readMigrationsOf,
  type AppliedMigrations,
  type BackedUpTable,
} from './backup-tables.ts';
import { createFolder } from './create-folder.ts';
import { describeFileFailure } from './describe-file-failure.ts';
import { fingerprintFile } from './fingerprint-file.ts';
import { lockPreparation } from './lock-preparation.ts';
import { recordRestore } from './record-restore.ts';
import { SetupProblem } from './setup-problem.ts';
import { withClient } from './with-client.ts';

interface BackupSource {
  readonly folder: string;
  /** Folder of uploaded files, where they are not in a bucket. */
  readonly uploads?: string | undefined;
  /** Of the root secret under which the platform will run (`backupMarkOf`). */
  readonly secretMark: string;
  /** Runs before anything is changed. No migrations change the logins' passwords from then on until the restore has ended. */
  readonly assertLogins?: () => Promise<void>;
  /** Receives a sentence when another restore, or a process that prepares the database, has to end first. */
  readonly report?: (line: string) => void;
}

/**
 * Restores a backup into a database that has its migrations and no account, in one transaction: all of it, or nothing.
 * No service may run. Checks and triggers of the tables apply, so rows that could not be written are not restored either.
 *
 * @param adminUrl a login that is a member of the owners of the schemas
 * @returns its manifest, with the number of uploaded files also where an earlier version has written it
 * @throws SetupProblem when the database has no tables, when the backup is incomplete or damaged, was written under another secret, or does not fit the database, and when the uploaded files cannot be written
 */
export async function restoreBackup(
  adminUrl: string,
  { folder, uploads, secretMark, assertLogins, report = () => undefined }: BackupSource,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  assertSameSecret(manifest, secretMark);
  for (const table of manifest.tables) await assertIntact(folder, table);
  const uploadCount = await checkUploads(folder, manifest);
  const target = uploadCount > 0 ? uploads : undefined;
  await withClient(adminUrl, async (client) => {
    await lockPreparation(client, report);
    await client.query('begin');
    if (!(await hasMigrations(client)))
      throw new SetupProblem('This database has no tables yet: run tools/deploy/migrate.ts first.');
    const present = await assertFits(client, manifest);
    const { rows } = await client.query('select 1 from gateway.accounts limit 1');
    if (rows.length > 0) throw new SetupProblem('the database has accounts: restore into an empty one.');
    await assertLogins?.();
    if (target !== undefined) await writeUploads(target, () => createFolder(target)); // the rows may take hours
    // What migrations have written is in the backup, too.
    for (const table of present.toReversed()) await asOwner(client, table, () => emptyTable(client, table));
    for (const table of manifest.tables) await asOwner(client, table, () => restoreTable(client, table, folder));
    // Before the commit: a file that no row names does no harm, a row without its file does.
    if (target !== undefined)
      await writeUploads(target, () => cp(join(folder, 'uploads'), target, { recursive: true, force: true }));
    await recordRestore(client, manifest.createdAt);
    await client.query('commit');
  });
  return { ...manifest, uploadCount };
}

/**
 * @returns how many there are
 * @throws SetupProblem when some are missing or damaged, or when the folder of a backup that may have some cannot be read
 */
async function checkUploads(folder: string, manifest: BackupManifest): Promise<number> {
  const { hasUploads, uploadCount, uploadList } = manifest;
  if (!hasUploads || uploadCount === 0) return 0; // what copies it may leave out an empty folder
  const { length: found } = await readdir(join(folder, 'uploads')).catch((failure: Error) => {
    throw new SetupProblem(
      `the pictures of the backup cannot be read (${failure.message}). Let this user read their folder; if it is missing, copy or download ` +
        'all of the backup again.',
      { cause: failure },
    );
  });
  if (uploadList !== undefined) return assertListed(folder, uploadList);
  if (uploadCount !== undefined && found < uploadCount)
    throw new SetupProblem(`the backup has ${found} of its ${uploadCount} pictures: copy or download all of it again.`);
  return found;
}

/** @returns how many uploaded files are listed @throws SetupProblem for the first that is missing or damaged, or for the list */
async function assertListed(folder: string, list: ListOfUploads): Promise<number> {
  await assertIntact(folder, list);
  const lines = (await readFile(join(folder, list.file), 'utf8')).trimEnd().split('\n');
  for (const line of lines) {
    const { name, bytes, sha256 } = JSON.parse(line) as BackedUpUpload;
    await assertIntact(folder, { file: `uploads/${name}`, bytes, sha256 });
  }
  return lines.length;
}

/** @throws SetupProblem */
const writeUploads = (folder: string, write: () => Promise<void>): Promise<void> =>
  write().catch((failure: unknown) => {
    throw describeFileFailure(failure, { variable: 'MIZAN_UPLOADS_FOLDER', folder });
  });

interface StoredFile {
  readonly file: string;
  /** Where it is known. */
  readonly bytes?: number;
  readonly sha256: string;
}

/** @throws SetupProblem */
async function assertIntact(folder: string, { file, bytes, sha256 }: StoredFile): Promise<void> {
  const found = await fingerprintFile(join(folder, file)).catch(() => undefined);
  if (found?.sha256 !== sha256 || (bytes ?? found.bytes) !== found.bytes)
    throw new SetupProblem(
      `${file} of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.`,
    );
}

/** @returns the tables of the database @throws SetupProblem for other migrations than those of the backup */
async function assertFits(client: pg.Client, manifest: BackupManifest): Promise<BackedUpTable[]> {
  const here = await readMigrationsOf(client);
  const [missing, unknown] = [differences(manifest.migrations, here), differences(here, manifest.migrations)];
  if (missing.length + unknown.length > 0)
    throw new SetupProblem(
      'the backup is of another version. Restore it with that version, and upgrade afterwards (docs/operating.md).' +
        (missing.length > 0 ? ` Not applied here: ${shortened(missing)}.` : '') +
        (unknown.length > 0 ? ` Not in the backup: ${shortened(unknown)}.` : '') +
        (unknown.length === 0
          ? ' If this is its version, the migrations have not finished: run tools/deploy/migrate.ts.'
          : ''),
    );
  return listTables(client);
}

/** The first of some migrations, which may be all that there are. */
const shortened = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

const differences = (wanted: AppliedMigrations, given: AppliedMigrations): string[] =>
  Object.entries(wanted).flatMap(([schema, names]) =>
    names.filter((name) => !given[schema]?.includes(name)).map((name) => `${schema}/${name}`),
  );

/** Tables that refuse this, such as the ledger's, are empty in a new database. */
async function emptyTable(client: pg.Client, { schema, name }: BackedUpTable): Promise<void> {
  const { rows } = await client.query(`select 1 from ${qualified(schema, name)} limit 1`);
  if (rows.length > 0) await client.query(`delete from ${qualified(schema, name)}`);
}

async function restoreTable(client: pg.Client, table: BackedUpFile, folder: string): Promise<void> {
  const { schema, name, columns, file, rows: expected, sequences, lastNumbers } = table;
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`copy ${qualified(schema, name)} (${list}) from stdin`));
  await pipeline(createReadStream(join(folder, file)), createGunzip(), copy);
  if (copy.rowCount !== expected)
    throw new SetupProblem(`${schema}.${name} has ${copy.rowCount} rows instead of ${expected}.`);
  for (const [column, sequence] of Object.entries(sequences))
    if (lastNumbers[column] !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [sequence, lastNumbers[column]]);
  await client.query(`analyze ${qualified(schema, name)}`); // plans made for empty tables read every row of an account
}
