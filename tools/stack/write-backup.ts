import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import pg from 'pg';
import { unfinishedEnd } from './backup-folder.ts';
import { manifestFile, type BackedUpFile, type BackupManifest } from './backup-manifest.ts';
import { listTables, qualified, readMigrationsOf, type BackedUpTable } from './backup-tables.ts';
import { copyUploads, describeUnreadable } from './copy-uploads.ts';
import { createFolder } from './create-folder.ts';
import { withClient } from './with-client.ts';

interface BackupTarget {
  /** Must not exist; appears when the backup is complete. */
  readonly folder: string;
  /** Folder of uploaded files, where they are not in a bucket. */
  readonly uploads?: string | undefined;
  /** Of the root secret of the platform (`backupMarkOf`). */
  readonly secretMark: string;
}

/**
 * Writes all rows of all services as they were at one moment, while the platform runs, and the uploaded files.
 *
 * One REPEATABLE READ transaction sees one moment of the whole database, so an outbox, an inbox and the ledger of other schemas
 * agree. Nothing is locked; removing old partitions waits until it has finished. A backup that fails leaves nothing.
 *
 * @param adminUrl a login that may read every schema
 * @throws SetupProblem also, before anything is written, when the folder of uploaded files cannot be read
 */
export async function writeBackup(
  adminUrl: string,
  { folder, uploads, secretMark }: BackupTarget,
): Promise<BackupManifest> {
  if (uploads !== undefined) await assertReadable(uploads);
  const unfinished = `${folder}${unfinishedEnd}`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await createFolder(unfinished);
    const rows = await writeRows(adminUrl, unfinished);
    // After the rows: a file that a row names is there, one that no row names yet does no harm.
    const hasUploads = uploads !== undefined;
    const copied = hasUploads ? await copyUploads(uploads, unfinished) : { uploadCount: 0 };
    const manifest: BackupManifest = { format: 1, ...rows, secretMark, hasUploads, ...copied };
    await writeFile(join(unfinished, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, folder);
    return manifest;
  } catch (failure) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined); // it may be what has filled the disk
    throw failure;
  }
}

/** Writes the rows of all tables, over a connection that is closed before anything else is copied. */
const writeRows = (
  adminUrl: string,
  folder: string,
): Promise<Pick<BackupManifest, 'createdAt' | 'migrations' | 'tables'>> =>
  withClient(adminUrl, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ now: Date }>('select now()');
    const migrations = await readMigrationsOf(client);
    const tables: BackedUpFile[] = [];
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, folder));
    await client.query('commit');
    return { createdAt: (rows[0]?.now ?? new Date()).toISOString(), migrations, tables };
  });

async function writeTable(client: pg.Client, table: BackedUpTable, folder: string): Promise<BackedUpFile> {
  const { schema, name, columns, sequences } = table;
  const file = `${schema}.${name}.copy.gz`;
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyTo(`copy (select ${list} from ${qualified(schema, name)}) to stdout`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(copy, createGzip(), hashed, createWriteStream(join(folder, file), { mode: 0o600 }));
  const lastNumbers: Record<string, string | null> = {};
  for (const [column, sequence] of Object.entries(sequences)) {
    const { rows } = await client.query<{ last: string | null }>(
      'select pg_sequence_last_value($1::regclass) as last',
      [sequence],
    );
    lastNumbers[column] = rows[0]?.last ?? null;
  }
  return { ...table, file, sha256: hash.digest('hex'), rows: copy.rowCount, lastNumbers };
}

/** A folder that is named and cannot be read must not pass for one without pictures. @throws SetupProblem */
async function assertReadable(uploads: string): Promise<void> {
  const opened = await opendir(uploads).catch((failure: Error) => {
    throw describeUnreadable(uploads, failure);
  });
  await opened.close();
}
