import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceName } from '@mizan/contracts';
import { databaseOf, deriveServiceEnv, IdentityMinter } from '@mizan/service-kit';
import { writeTrustBundle } from '@mizan/stack/certificates';
import { startNats, wipeNats } from '@mizan/stack/nats';
import { freePort } from '@mizan/stack/ports';
import { startPostgres, type RunningServer } from '@mizan/stack/postgres';
import { possibleDataFolders } from '@mizan/stack/postgres-place';
import pg from 'pg';
import type { DevFile } from '@mizan/stack/dev-file';
import { floorSchema } from './floor/schema.ts';

/** One platform, as `npm start` runs it, and the floor beside it on the same Postgres. */
export interface BenchStack {
  readonly dev: DevFile;
  /** Folder of the development authority that the platform and the floor trust. */
  readonly authority: string;
  readonly floorUrl: string;
  readonly floorPid: number;
  /** Signs as the gateway does, for asking a service past it. */
  readonly gatewayIdentity: IdentityMinter;
  /** Signs as a service does, for calling another as it would. */
  identitiesOf(service: ServiceName): IdentityMinter;
  readonly admin: pg.Pool;
  /** Where a service logs in to its database. */
  runtimeUrlOf(service: ServiceName): string;
  /** `wipe` deletes every stream of the stopped server. */
  readonly nats: { readonly url: string; stop(): Promise<void>; start(): Promise<void>; wipe(): Promise<void> };
  /** Process ids of everything that belongs to the platform, by name. */
  processes(): Record<string, number>;
  /** Stops the platform and starts it again; seconds until it said that it was ready. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

const root = new URL('..', import.meta.url).pathname;
const readyTimeoutMs = 90_000;
/** Rate limits count every request, as in production, and none is reached by what one machine can send. */
const distantLimits = Object.fromEntries(
  [
    ...['TEST_PER_SECOND', 'TEST_BURST', 'LIVE_PER_SECOND', 'LIVE_BURST', 'CONCURRENT', 'CONNECTIONS'],
    ...['ADDRESS_PER_SECOND', 'ADDRESS_BURST', 'BAD_KEYS_PER_SECOND', 'BAD_KEYS_BURST', 'UPDATES_PER_HOUR'],
    ...['TEST', 'LIVE'].flatMap((mode) => [`${mode}_EVENT_BYTES_PER_SECOND`, `${mode}_EVENT_BYTES_BURST`]),
  ].map((name) => [`MIZAN_RATE_LIMIT_${name}`, name.includes('BYTES') ? String(2 ** 40) : '1000000']),
);

/** Starts a fresh stack with durable storage, as production has it: six processes, or one. */
export async function startStack(env: Record<string, string>, isSingle = false): Promise<BenchStack> {
  const home = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  const postgres = await startPostgres({
    folder: join(home, 'postgres'),
    logFile: join(home, 'postgres.log'),
    durable: true,
  });
  const natsPort = await freePort();
  const natsOptions = { folder: join(home, 'nats'), logFile: join(home, 'nats.log'), port: natsPort };
  let nats: RunningServer | undefined = await startNats(natsOptions);
  const admin = new pg.Pool({ connectionString: postgres.url, max: 4 });
  const port = String(await freePort());
  const launch = () =>
    launchPlatform(
      {
        ...env,
        MIZAN_HOME: home,
        MIZAN_PORT: port,
        DATABASE_URL: postgres.url,
        NATS_URL: `nats://127.0.0.1:${natsPort}`,
        ...distantLimits,
        LOG_LEVEL: 'info',
      },
      isSingle,
    );
  let platform = await launch();
  await admin.query(floorSchema);
  const authority = join(home, 'ca');
  const floor = await launchFloor(postgres.url, await writeTrustBundle(authority));
  const dev = (): DevFile => JSON.parse(readFileSync(join(home, 'dev.json'), 'utf8')) as DevFile;

  const rootSecret = readFileSync(join(home, 'secret'), 'utf8').trim();
  const identitiesOf = (service: ServiceName): IdentityMinter =>
    new IdentityMinter(service, deriveServiceEnv(rootSecret, service).MIZAN_IDENTITY_PRIVATE_KEY ?? '');

  return {
    gatewayIdentity: identitiesOf('gateway'),
    identitiesOf,
    get dev() {
      return dev();
    },
    authority,
    floorUrl: floor.url,
    floorPid: floor.child.pid ?? -1,
    admin,
    runtimeUrlOf: (service) =>
      databaseOf({ adminUrl: postgres.url, rootSecret, database: new URL(postgres.url).pathname.slice(1), service })
        .runtimeUrl,
    nats: {
      url: `nats://127.0.0.1:${natsPort}`,
      stop: async () => {
        await nats?.stop();
        nats = undefined;
      },
      start: async () => {
        nats ??= await startNats(natsOptions);
      },
      wipe: async () => wipeNats(natsOptions.folder),
    },
    processes: () => Object.fromEntries(Object.entries(dev().services).map(([name, { pid }]) => [name, pid])),
    restart: async () => {
      await end(platform.child);
      platform = await launch();
      return platform.seconds;
    },
    stop: async () => {
      await end(floor.child);
      await end(platform.child);
      await admin.end();
      await nats?.stop();
      await postgres.stop();
      for (const folder of [home, ...possibleDataFolders(join(home, 'postgres'))])
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launchPlatform(
  env: Record<string, string>,
  isSingle: boolean,
): Promise<{ child: ChildProcess; seconds: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['tools/start.ts', ...(isSingle ? ['--single'] : [])], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await lineFrom(child, /ready/);
  return { child, seconds: (performance.now() - startedAt) / 1000 };
}

async function launchFloor(databaseUrl: string, trust: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['bench/floor/server.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_EXTRA_CA_CERTS: trust },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url } = JSON.parse(await lineFrom(child, /"url"/)) as { url: string };
  return { child, url };
}

function lineFrom(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the process did not get ready in time')), readyTimeoutMs);
    child.once('exit', (code) => reject(new Error(`the process ended with code ${code}`)));
    if (!child.stdout) return reject(new Error('bug: no standard output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!wanted.test(line)) return;
      clearTimeout(timer);
      resolve(line);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
