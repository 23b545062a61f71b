import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import { freshLog } from './fresh-log.ts';
import { freePort } from './ports.ts';
import { startServiceProcess, whenReady, type ServiceProcess } from './service-process.ts';
import { SetupProblem } from './setup-problem.ts';

const readyTimeoutMs = 60_000; // a cold cache on a slow laptop
const graceMs = 25_000; // a service drains for at most 20 s on its own
const shortestRestartMs = 200;
const longestRestartMs = 5_000;

/** Every service as a child process, each restarted when it dies. */
export interface Fleet {
  /** Base of each service's own HTTP address; it survives a restart, the process id does not. */
  readonly urls: Record<ServiceName, string>;
  pids(): Record<ServiceName, number>;
  /** @throws SetupProblem with the end of its log when a service does not come up */
  ready(): Promise<void>;
  /** The gateway first, so that nothing new comes in, then the others together. */
  stop(): Promise<void>;
}

/**
 * Starts the services.
 *
 * @param options.envs what each service needs beyond its own address and those of the others; its keys say which start
 * @param options.onRestart called with a sentence when a service died and runs again
 */
export async function startFleet(options: {
  logs: string;
  envs: Record<ServiceName, Record<string, string | undefined>>;
  onRestart: (sentence: string) => void;
}): Promise<Fleet> {
  const serviceNames = Object.keys(options.envs) as ServiceName[];
  const byName = <T>(make: (name: ServiceName) => T) =>
    Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>;
  const ports = await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const));
  const urls = byName((name) => `http://127.0.0.1:${ports.find(([each]) => each === name)?.[1]}`);
  const siblings = Object.fromEntries(serviceNames.map((name) => [`MIZAN_${name.toUpperCase()}_URL`, urls[name]]));
  const logFiles = byName((name) => freshLog(options.logs, name));
  const running = {} as Record<ServiceName, ServiceProcess>;
  let stopping = false;

  const launch = (name: ServiceName) => {
    const listen = { MIZAN_LISTEN_HOST: '127.0.0.1', MIZAN_LISTEN_PORT: new URL(urls[name]).port };
    running[name] = startServiceProcess(name, { ...siblings, ...listen, ...options.envs[name] }, logFiles[name]);
  };
  const keepAlive = async (name: ServiceName) => {
    for (let waitMs = shortestRestartMs; ; waitMs = Math.min(waitMs * 2, longestRestartMs)) {
      const startedAt = Date.now();
      const how = await running[name].ended;
      if (stopping) return;
      if (Date.now() - startedAt > longestRestartMs) waitMs = shortestRestartMs;
      await delay(waitMs);
      if (stopping) return;
      launch(name);
      options.onRestart(`${name} ${how}; started again (log: ${logFiles[name]})`);
    }
  };

  for (const name of serviceNames) launch(name);
  return {
    urls,
    pids: () => byName((name) => running[name].pid),
    async ready() {
      await Promise.all(
        serviceNames.map((name) =>
          whenReady(urls[name], running[name].ended, readyTimeoutMs).catch((failure: Error) => {
            throw new SetupProblem(
              `${name} ${failure.message}. The end of ${logFiles[name]}:\n${lastLines(logFiles[name])}`,
            );
          }),
        ),
      );
      for (const name of serviceNames) void keepAlive(name);
    },
    async stop() {
      stopping = true;
      await running.gateway.stop(graceMs);
      await Promise.all(serviceNames.map((name) => running[name].stop(graceMs)));
    },
  };
}

const lastLines = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n');
