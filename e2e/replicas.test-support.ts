import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@jest/globals';
import type { ServiceName } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import type { DevFile } from '@mizan/stack/dev-file';
import { repositoryRoot } from '@mizan/stack/home';
import { startNats } from '@mizan/stack/nats';
import { freePort } from '@mizan/stack/ports';
import { startPostgres, type RunningServer } from '@mizan/stack/postgres';

/** A server that can be taken away and comes back on its address. */
interface Server {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** What `npm start` runs with two replicas of every service, and the servers behind it. */
export interface ReplicatedStack {
  readonly dev: DevFile;
  readonly postgres: Server;
  readonly nats: Server;
  /** Runs `npm run simulate` to its end. */
  simulate(...args: string[]): Promise<Simulation>;
  /** Runs `npm run demo` to its end. */
  demo(...args: string[]): Promise<{ readonly status: number | null; readonly printed: string }>;
  /** Runs `npm run simulate` for as long as `body` takes. */
  simulateDuring(body: () => Promise<void>, ...args: string[]): Promise<Simulation>;
  /** Restarts every replica of these services, one at a time, as a deployment does. */
  restart(services: readonly ServiceName[]): Promise<void>;
  stop(): Promise<void>;
}

/** What `simulate --json` says. */
export interface Simulation {
  readonly status: number | null;
  readonly requests: number;
  readonly serverErrors: number;
  readonly networkErrors: number;
  readonly payments: number;
  readonly missing: readonly unknown[];
  readonly examples: readonly string[];
}

/** Starts everything with ports and a state folder of its own. @param options of `npm start` */
export async function startReplicatedStack(
  env: Record<string, string> = {},
  ...options: readonly string[]
): Promise<ReplicatedStack> {
  const home = mkdtempSync(join(tmpdir(), 'mizan-replicas-'));
  const postgres = await restartable((port) =>
    startPostgres({ folder: join(home, 'pg'), logFile: join(home, 'pg.log'), durable: false, port }),
  );
  const nats = await restartable((port) =>
    startNats({ folder: join(home, 'bus'), logFile: join(home, 'bus.log'), port }),
  );
  const all = {
    ...process.env,
    MIZAN_HOME: home,
    MIZAN_PORT: String(await freePort()),
    MIZAN_REPLICAS: '2',
    MIZAN_RATE_LIMIT: 'off',
    MIZAN_TRACE_RATIO: '0',
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    LOG_LEVEL: 'warn',
    ...env,
  };
  const run = (script: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [script, ...args], {
      cwd: repositoryRoot,
      env: all,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const platform = run('tools/start.ts', ...options);
  await new Promise<void>((ready, failed) => {
    platform.once('exit', (code) => failed(new Error(`npm start ended with ${code}`)));
    lines(platform, (line) => line.startsWith('ready') && ready());
  });
  const readDev = () => JSON.parse(readFileSync(join(home, 'dev.json'), 'utf8')) as DevFile;
  const startSimulation = (...args: string[]) => {
    const child = run('tools/simulate.ts', '--strict', '--json', ...args);
    const out: string[] = [];
    lines(child, (line) => void out.push(line));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const result = async (): Promise<Simulation> => ({
      status: await ended,
      ...(JSON.parse(out.join('\n')) as Omit<Simulation, 'status'>),
    });
    return { child, result };
  };
  return {
    get dev() {
      return readDev();
    },
    postgres,
    nats,
    simulate: (...args) => startSimulation(...args).result(),
    demo: async (...args) => {
      const child = run('tools/demo.ts', ...args);
      const out: string[] = [];
      lines(child, (line) => void out.push(line));
      const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { status, printed: out.join('\n') };
    },
    simulateDuring: async (body, ...args) => {
      const { child, result } = startSimulation('--duration', '0', ...args);
      await body().finally(() => child.kill('SIGTERM'));
      return result();
    },
    restart: async (services) => {
      for (const service of services)
        for (const [index, { pid, url }] of readDev().services[service].replicas.entries()) {
          process.kill(pid, 'SIGTERM');
          await eventually(async () => {
            expect(readDev().services[service].replicas[index]?.pid).not.toBe(pid);
            expect((await fetch(`${url}/readyz`)).status).toBe(200);
          });
        }
    },
    stop: async () => {
      const ended = new Promise((resolve) => platform.once('exit', resolve));
      platform.kill('SIGTERM');
      await ended;
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function lines(child: ChildProcess, onLine: (line: string) => void): void {
  if (child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
}

async function restartable(launch: (port: number) => Promise<RunningServer>): Promise<Server & { url: string }> {
  const port = await freePort();
  let running: RunningServer | undefined = await launch(port);
  return {
    url: running.url,
    stop: async () => {
      await running?.stop();
      running = undefined;
    },
    start: async () => {
      running ??= await launch(port);
    },
  };
}

/** The sum of a metric's series that match, for each replica of a service. */
export async function readMetric(dev: DevFile, service: ServiceName, series: RegExp): Promise<number[]> {
  const texts = await Promise.all(
    dev.services[service].replicas.map(({ url }) => fetch(`${url}/metrics`).then((response) => response.text())),
  );
  return texts.map((text) =>
    text
      .split('\n')
      .filter((line) => series.test(line))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
  );
}
