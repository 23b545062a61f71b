import { findPostgresBinaries } from '@mizan/stack/postgres-binaries';
import { startPostgres } from '@mizan/stack/postgres';
import pg from 'pg';
import { prefersContainers, startPostgresContainer } from './containers.ts';
import type { TestRun } from './test-run.ts';

/** The one PostgreSQL of a run and how to stop it. */
export interface RunPostgres {
  /** An administrator's login. */
  readonly url: string;
  close(): Promise<void>;
}

/** `DATABASE_URL` when it is set, else the embedded server, else (or with `MIZAN_TEST_CONTAINERS=1`) a container. */
export async function openPostgres(run: TestRun): Promise<RunPostgres> {
  const external = process.env['DATABASE_URL'];
  if (external) return { url: external, close: () => dropEverything(external, run.prefix) };
  if (prefersContainers() || !(await findPostgresBinaries())) return startPostgresContainer();
  const server = await startPostgres({
    folder: run.path('postgres'),
    logFile: run.path('logs', 'postgres.log'),
    durable: false,
  });
  return { url: server.url, close: () => server.stop() };
}

/** Removes every database and role of this run from a server that is not ours. */
async function dropEverything(url: string, prefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const named = async (sql: string) =>
      (await admin.query<{ name: string }>(sql, [`${prefix}%`])).rows.map(({ name }) => pg.escapeIdentifier(name));
    for (const name of await named('select datname as name from pg_database where datname like $1'))
      await admin.query(`drop database ${name} with (force)`);
    for (const name of await named('select rolname as name from pg_roles where rolname like $1'))
      await admin.query(`drop role ${name}`);
  } finally {
    await admin.end();
  }
}
