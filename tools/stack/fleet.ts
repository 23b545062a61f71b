import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import { Balancer } from './balancer.ts';
import { freshLog } from './home.ts';
import { freePort } from './ports.ts';
import { startServiceProcess, whenReady, type ServiceProcess } from './service-process.ts';
import { SetupProblem } from './setup-problem.ts';

const readyTimeoutMs = 60_000; // a cold cache on a slow laptop
const graceMs = 25_000; // a service drains for at most 20 s on its own
const shortestRestartMs = 200;
const longestRestartMs = 5_000;
const drainDelayMs = 2_000; // twice as long as a service keeps a connection that it does not use

/** One process of a service. */
export interface FleetReplica {
  /** Its own HTTP address; it survives a restart, the process id does not. */
  readonly url: string;
  readonly pid: number;
}

/** Every service as a child process, or several, each restarted when it dies. */
export interface Fleet {
  /** The address of each service: its only process, or the balancer before its replicas. */
  readonly urls: Record<ServiceName, string>;
  replicas(): Record<ServiceName, readonly FleetReplica[]>;
  /** @throws SetupProblem with the end of its log when a service does not come up */
  ready(): Promise<void>;
  /** Stops the gateway first, so that no new request arrives, then the others together. */
  stop(): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly logFile: string;
  readonly env: Record<string, string | undefined>;
}

/**
 * Starts the services.
 *
 * @param options.envs what each service needs beyond its own address and those of the others; its keys say which start
 * @param options.replicas how many processes of each; from two on, balancers stand before them, the public one included
 * @param options.publicPort the API's port
 * @param options.onRestart called with a message when a service died and was restarted
 */
export async function startFleet(options: {
  logs: string;
  envs: Record<ServiceName, Record<string, string | undefined>>;
  replicas: number;
  publicPort: number;
  onRestart: (sentence: string) => void;
}): Promise<Fleet> {
  const serviceNames = Object.keys(options.envs) as ServiceName[];
  const byName = <T>(make: (name: ServiceName) => T) =>
    Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>;
  const isBalanced = options.replicas > 1;
  const places = {} as Record<ServiceName, Place[]>;
  const urls = {} as Record<ServiceName, string>;
  for (const name of serviceNames) {
    places[name] = [];
    for (let i = 1; i <= options.replicas; i++) {
      const port = await freePort();
      const drain = isBalanced ? { MIZAN_DRAIN_DELAY_MS: String(drainDelayMs) } : {};
      const isBehind = isBalanced && name === 'gateway';
      places[name].push({
        url: `http://127.0.0.1:${port}`,
        logFile: freshLog(options.logs, i === 1 ? name : `${name}-${i}`),
        env: {
          MIZAN_LISTEN_HOST: '127.0.0.1',
          MIZAN_LISTEN_PORT: String(port),
          ...drain,
          ...options.envs[name],
          ...(isBehind ? { MIZAN_PORT: String(await freePort()) } : {}),
        },
      });
    }
    urls[name] = isBalanced ? `http://127.0.0.1:${await freePort()}` : (places[name][0]?.url ?? '');
  }
  const balancers = isBalanced ? await startBalancers(places, urls, options.publicPort) : [];
  const siblings = Object.fromEntries(serviceNames.map((name) => [`MIZAN_${name.toUpperCase()}_URL`, urls[name]]));
  const running = new Map<Place, ServiceProcess>();
  const everyPlace = serviceNames.flatMap((name) => places[name].map((place) => ({ name, place })));
  let stopping = false;

  const launch = (name: ServiceName, place: Place): ServiceProcess => {
    const started = startServiceProcess(name, { ...siblings, ...place.env }, place.logFile);
    running.set(place, started);
    return started;
  };
  const keepAlive = async (name: ServiceName, place: Place, first: ServiceProcess) => {
    let current = first;
    for (let waitMs = shortestRestartMs; ; waitMs = Math.min(waitMs * 2, longestRestartMs)) {
      const startedAt = Date.now();
      const how = await current.ended;
      if (stopping) return;
      if (Date.now() - startedAt > longestRestartMs) waitMs = shortestRestartMs;
      await delay(waitMs);
      if (stopping) return;
      current = launch(name, place);
      options.onRestart(`${name} ${how}; started again (log: ${place.logFile})`);
    }
  };
  const started = everyPlace.map(({ name, place }) => ({ name, place, process: launch(name, place) }));

  const stopAll = (names: readonly ServiceName[]) =>
    Promise.all(names.flatMap((name) => places[name].flatMap((place) => running.get(place)?.stop(graceMs) ?? [])));
  return {
    urls,
    replicas: () =>
      byName((name) => places[name].map((place) => ({ url: place.url, pid: running.get(place)?.pid ?? -1 }))),
    async ready() {
      await Promise.all(
        started.map(({ name, place, process }) =>
          whenReady(place.url, process.ended, readyTimeoutMs).catch((failure: Error) => {
            throw new SetupProblem(
              `${name} ${failure.message}. The end of ${place.logFile}:\n${lastLines(place.logFile)}`,
            );
          }),
        ),
      );
      const never = new Promise<string>(() => undefined);
      if (isBalanced) await Promise.all(serviceNames.map((name) => whenReady(urls[name], never, readyTimeoutMs)));
      for (const { name, place, process } of started) void keepAlive(name, place, process);
    },
    async stop() {
      stopping = true;
      await stopAll(['gateway']);
      await stopAll(serviceNames);
      await Promise.all(balancers.map((each) => each.close()));
    },
  };
}

/** One before the replicas of each service, and one before the public ports of the gateways. */
async function startBalancers(
  places: Record<ServiceName, readonly Place[]>,
  urls: Record<ServiceName, string>,
  publicPort: number,
): Promise<Balancer[]> {
  const start = async (of: readonly Place[], at: number, portOf: (place: Place) => number): Promise<Balancer> => {
    const balancer = new Balancer(of.map((place) => ({ port: portOf(place), readyUrl: `${place.url}/readyz` })));
    await balancer.listen(at);
    return balancer;
  };
  const inside = Object.entries(places).map(([name, of]) =>
    start(of, Number(new URL(urls[name as ServiceName]).port), ({ url }) => Number(new URL(url).port)),
  );
  return Promise.all([...inside, start(places.gateway, publicPort, ({ env }) => Number(env['MIZAN_PORT']))]);
}

const lastLines = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n');
