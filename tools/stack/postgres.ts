import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGuarded } from './guarded-process.ts';
import { freePort } from './ports.ts';
import { requirePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresPlace, type PostgresPlace } from './postgres-place.ts';
import { commandOf, waitUntilGone } from './processes.ts';
import { SetupProblem } from './setup-problem.ts';

export interface RunningServer {
  readonly url: string;
  /** Resolves when it ends, with how it ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Tuned for six services with small pools on a developer's machine; `durable` decides about the disk and is for data that stays. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_duration_statement: '500',
  log_parameter_max_length: '0', // values are people's: e-mail addresses, fingerprints
};
/** Plans made for an empty table may be slow for a full one, so new tables are analyzed within seconds. */
const durableSettings = { autovacuum_naptime: '5s' };
const stopTimeoutMs = 20_000; // a checkpoint on a slow disk
const startTimeoutMs = 60_000; // recovery after a crash reads what was written since the last checkpoint
/** For tests: data need not survive them, and several platforms share the server. */
const testSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '1000' };

/**
 * Starts the embedded PostgreSQL on 127.0.0.1, creating its data on first use. A server that a killed run left behind on
 * the same data is stopped first; the caller makes sure that no live run uses them.
 *
 * @param options.folder what its data live in; see `choosePostgresPlace` for when they live elsewhere
 * @param options.durable false loses data on a power cut in exchange for speed: tests only
 * @throws SetupProblem when it cannot be installed, reached or started
 */
export async function startPostgres(options: {
  folder: string;
  logFile: string;
  durable: boolean;
  port?: number;
}): Promise<RunningServer> {
  const place = choosePostgresPlace(options.folder, await requirePostgresBinaries());
  const { binaries, dataFolder, user } = place;
  const data = join(dataFolder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(place, data);
  await stopLeftover(data);
  const stale = readRunState(data);

  const password = readFileSync(join(dataFolder, 'password'), 'utf8').trim();
  const port = await freePort(options.port);
  const flags = Object.entries({ ...settings, ...(options.durable ? durableSettings : testSettings) });
  const server = startGuarded({
    command: binaries.postgres,
    args: ['-D', data, '-p', String(port), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    stopSignal: 'INT',
    logFile: options.logFile,
    cwd: '/',
    ...user,
  });
  const url = `postgres://mizan:${password}@127.0.0.1:${port}/mizan`;
  await becomesReady(data, stale, server.ended, options.logFile);
  return { url, ended: server.ended, stop: () => server.stop(stopTimeoutMs) };
}

/** Builds the data aside and renames them, so that an interrupted first start leaves nothing half done. */
async function initialise(place: PostgresPlace, data: string): Promise<void> {
  const { binaries, dataFolder, user } = place;
  const passwordFile = join(dataFolder, 'password');
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);

  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=mizan', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run(place, binaries.initdb, ['-D', unfinished, ...access, ...locale, '--no-sync', '--no-instructions']);
  await run(
    place,
    binaries.postgres,
    ['--single', '-D', unfinished, '-c', 'fsync=off', 'postgres'],
    'CREATE DATABASE mizan;',
  );
  renameSync(unfinished, data);
}

/** Runs one of PostgreSQL's own programs to its end. @throws SetupProblem with the reason that it wrote */
async function run(place: PostgresPlace, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, { ...place.user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.stdin.end(input);
  const code = await new Promise((ended, failed) => child.once('error', failed).once('close', ended));
  if (code === 0) return;
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  throw new SetupProblem(`PostgreSQL could not create its data in ${place.dataFolder}: ${reason}`);
}

/** Stops a server that a killed run left running. */
async function stopLeftover(data: string): Promise<void> {
  const pid = Number(readRunState(data)?.[0]);
  if (!pid || !commandOf(pid).includes(data)) return;
  process.kill(pid, 'SIGINT');
  if (await waitUntilGone(pid, stopTimeoutMs)) return;
  throw new SetupProblem(`A PostgreSQL left behind by an earlier run (process ${pid}) does not stop.`);
}

/** The lines of the server's own process file: id, folder, start time, …, state. A crash leaves the file behind. */
function readRunState(data: string): string[] | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined;
}

/** Waits for the line that the server writes into its process file once it takes connections. */
async function becomesReady(
  data: string,
  stale: string[] | undefined,
  ended: Promise<string>,
  logFile: string,
): Promise<void> {
  let end: string | undefined;
  void ended.then((how) => (end = how));
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const state = readRunState(data);
    const isOurs = state !== undefined && (state[0] !== stale?.[0] || state[2] !== stale?.[2]);
    if (isOurs && state[7]?.trim() === 'ready') return;
    if (end !== undefined) throw new SetupProblem(`PostgreSQL ${end}: see ${logFile}.`);
    if (Date.now() > deadline)
      throw new SetupProblem(`PostgreSQL is not ready after ${startTimeoutMs / 1000} s: see ${logFile}.`);
    await delay(10);
  }
}
