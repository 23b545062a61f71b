import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import { Balancer } from './balancer.ts';
import { fatalErrorIn, lastLinesOf } from './fatal-error.ts';
import { freshLog } from './home.ts';
import { freePort } from './ports.ts';
import { serviceProgram, singleProgram, startProcess, whenReady } from './service-process.ts';
import type { Program, ServiceProcess } from './service-process.ts';
import { SetupProblem } from './setup-problem.ts';
import { singleEnv } from './single-env.ts';

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

/** Every service as a child process, or several, or all of them as one; each process is restarted when it dies. */
export interface Fleet {
  /** The address of each service: its only process, or the balancer before its replicas. */
  readonly urls: Record<ServiceName, string>;
  replicas(): Record<ServiceName, readonly FleetReplica[]>;
  /** @throws SetupProblem with the end of its log when a service does not come up */
  ready(): Promise<void>;
  /** Stops the gateway first, so that no new request arrives, then the others together. */
  stop(): Promise<void>;
}

/** Where a replica listens, and its settings. */
interface Place {
  readonly url: string;
  readonly env: Record<string, string | undefined>;
}

/** A process of the fleet, and where it listens: one place, or one for each service. */
interface Unit {
  readonly program: Program;
  readonly places: readonly Place[];
  readonly env: Record<string, string | undefined>;
  readonly logFile: string;
}

/**
 * Starts the services.
 *
 * @param options.envs what each service needs beyond its own address and those of the others; its keys say which start
 * @param options.replicas how many processes of each; from two on, balancers stand before them, the public one included
 * @param options.isSingle all services run in one process; only without replicas
 * @param options.publicPort the API's port
 * @param options.onRestart called with a message when a service died and was restarted
 */
export async function startFleet(options: {
  logs: string;
  envs: Record<ServiceName, Record<string, string | undefined>>;
  replicas: number;
  isSingle?: boolean;
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
      const port = Number(options.envs[name]['MIZAN_LISTEN_PORT']) || (await freePort());
      const drain = isBalanced ? { MIZAN_DRAIN_DELAY_MS: String(drainDelayMs) } : {};
      const isBehind = isBalanced && name === 'gateway';
      places[name].push({
        url: `http://127.0.0.1:${port}`,
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
  const log = (name: string) => freshLog(options.logs, name);
  const units: readonly Unit[] = options.isSingle
    ? [
        {
          program: singleProgram,
          places: serviceNames.flatMap((name) => places[name]),
          env: singleEnv(byName((name) => places[name][0]?.env ?? {})),
          logFile: log(singleProgram.name),
        },
      ]
    : serviceNames.flatMap((name) =>
        places[name].map((place, i) => {
          const logFile = log(i === 0 ? name : `${name}-${i + 1}`);
          return { program: serviceProgram(name), places: [place], env: place.env, logFile };
        }),
      );
  const running = new Map<Unit, ServiceProcess<string>>();
  let stopping = false;

  const launch = (unit: Unit): ServiceProcess<string> => {
    const started = startProcess(unit.program, { ...siblings, ...unit.env }, unit.logFile);
    running.set(unit, started);
    return started;
  };
  const keepAlive = async (unit: Unit, first: ServiceProcess<string>) => {
    let current = first;
    for (let waitMs = shortestRestartMs; ; waitMs = Math.min(waitMs * 2, longestRestartMs)) {
      const startedAt = Date.now();
      const how = await current.ended;
      if (stopping) return;
      if (Date.now() - startedAt > longestRestartMs) waitMs = shortestRestartMs;
      await delay(waitMs);
      if (stopping) return;
      current = launch(unit);
      const reason = fatalErrorIn(unit.logFile);
      const ending = how.startsWith('exited') && reason !== undefined ? `${how}: ${reason}` : how;
      options.onRestart(`${unit.program.name} ${ending}; started again (log: ${unit.logFile})`);
    }
  };
  const started = units.map((unit) => ({ unit, process: launch(unit) }));

  const pidAt = (place: Place): number => {
    const unit = units.find((each) => each.places.includes(place));
    return (unit && running.get(unit)?.pid) ?? -1;
  };
  const stopAll = (of: readonly Unit[]) => Promise.all(of.map(async (unit) => running.get(unit)?.stop(graceMs)));
  return {
    urls,
    replicas: () => byName((name) => places[name].map((place) => ({ url: place.url, pid: pidAt(place) }))),
    async ready() {
      await Promise.all(
        started.flatMap(({ unit: { program, places: at, logFile }, process }) =>
          at.map((place) =>
            whenReady(place.url, process.ended, readyTimeoutMs).catch((failure: Error) => {
              throw new SetupProblem(
                `${program.name} ${failure.message}. The end of ${logFile}:\n${lastLinesOf(logFile, 5)}`,
              );
            }),
          ),
        ),
      );
      const never = new Promise<string>(() => undefined);
      if (isBalanced) await Promise.all(serviceNames.map((name) => whenReady(urls[name], never, readyTimeoutMs)));
      for (const { unit, process } of started) void keepAlive(unit, process);
    },
    async stop() {
      stopping = true;
      await stopAll(units.filter(({ program }) => program.name === 'gateway'));
      await stopAll(units);
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
