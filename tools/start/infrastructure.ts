import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deriveBusKeeperEnv } from '@mizan/service-kit/bus-users';
import { busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { freshLog, type Home } from '@mizan/stack/home';
import { keepRunning } from '@mizan/stack/keep-running';
import { startNats } from '@mizan/stack/nats';
import { startOtlpReceiver } from '@mizan/stack/otlp-receiver';
import { startPostgres } from '@mizan/stack/postgres';
import { freePort } from '@mizan/stack/ports';
import { startProcess, whenReady } from '@mizan/stack/service-process';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { shownAddress } from './shown-address.ts';

/** A server that the services need. `stop` does nothing when this process did not start it. */
export interface Dependency {
  readonly url: string;
  stop(): Promise<void>;
}

const external = (url: string): Dependency => ({ url, stop: async () => {} });

/**
 * PostgreSQL: `DATABASE_URL`, or the embedded one with its data in the state folder.
 *
 * @throws SetupProblem the variable is no such address, or nothing listens there
 */
export async function openPostgres(
  home: Home,
  env: NodeJS.ProcessEnv,
  print: (sentence: string) => void,
): Promise<Dependency> {
  const { DATABASE_URL } = env;
  if (DATABASE_URL)
    return useServerOf('DATABASE_URL', { url: DATABASE_URL, protocol: /^postgres(ql)?:$/, port: 5432, print });
  const logFile = freshLog(home.logs, 'postgres');
  const start = (port: number | undefined) =>
    startPostgres({ folder: home.path('postgres'), logFile, durable: true, port });
  return keepRunning('postgres', start, print, lastPort(home, 'databaseUrl'));
}

/**
 * NATS: `NATS_URL`, or a nats-server with its streams in the state folder, where only the services publish and every
 * process on this machine may read.
 *
 * @throws SetupProblem as {@link openPostgres}
 */
export async function openNats(
  home: Home,
  env: NodeJS.ProcessEnv,
  rootSecret: string,
  print: (sentence: string) => void,
): Promise<Dependency> {
  const { NATS_URL } = env;
  if (NATS_URL) return useServerOf('NATS_URL', { url: NATS_URL, protocol: /^(nats|tls|wss?):$/, port: 4222, print });
  const logFile = freshLog(home.logs, 'nats');
  const trust = await busServerConfiguration(rootSecret, {
    anonymousReads: true,
    prefix: env['MIZAN_BUS_PREFIX'] ?? '',
  });
  const start = (port: number | undefined) => startNats({ folder: home.nats, logFile, port, trust });
  return keepRunning('nats', start, print, lastPort(home, 'natsUrl'));
}

const keeperReadyMs = 60_000; // everything starts at once, also on a slow machine
const keeperGraceMs = 5_000;

/** The process that keeps the streams of the bus and revokes its users. `ready` waits until the streams exist; a bus that is down stops no service. */
export async function openBusKeeper(
  home: Home,
  {
    rootSecret,
    natsUrl,
    gatewayUrl,
    shared,
  }: { rootSecret: string; natsUrl: string; gatewayUrl: string; shared: Record<string, string | undefined> },
  print: (sentence: string) => void,
): Promise<{ ready(): Promise<void>; stop(): Promise<void> }> {
  const logFile = freshLog(home.logs, 'bus-keeper');
  const port = await freePort();
  const env = {
    ...shared,
    ...(await deriveBusKeeperEnv(rootSecret, process.env['MIZAN_BUS_PREFIX'])),
    NATS_URL: natsUrl,
    MIZAN_GATEWAY_URL: gatewayUrl,
    MIZAN_LISTEN_HOST: '127.0.0.1',
    MIZAN_LISTEN_PORT: String(port),
  };
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const { ended, stop } = startProcess({ name: 'bus-keeper', script: join('tools', 'bus-keeper.ts') }, env, logFile);
    return { url, ended, stop: () => stop(keeperGraceMs) };
  };
  const keeper = await keepRunning('bus-keeper', start, print);
  return {
    ready: () =>
      whenReady(url, new Promise(() => undefined), keeperReadyMs).catch((failure: Error) =>
        print(`the bus keeper ${failure.message}: the stream EVENTS may be missing (log: ${logFile})`),
      ),
    stop: () => keeper.stop(),
  };
}

/** Where traces are sent: the configured collector, or a receiver in this process. */
export async function openTraces(env: NodeJS.ProcessEnv): Promise<Dependency> {
  const configured = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (configured) return external(configured);
  const receiver = await startOtlpReceiver();
  return { url: receiver.url, stop: () => receiver.close() };
}

const connectMs = 5_000;
const portOfWebSocket: Readonly<Record<string, number>> = { 'ws:': 80, 'wss:': 443 };

interface NamedServer {
  readonly url: string;
  readonly protocol: RegExp;
  /** Where it listens if the address does not say so. */
  readonly port: number;
  readonly print: (sentence: string) => void;
}

/**
 * Uses a server that another process runs, and says so: the variable may have been set for a program that runs beside the
 * platform. Without a bus the platform would start and deliver nothing.
 */
async function useServerOf(variable: string, { url, protocol, port, print }: NamedServer): Promise<Dependency> {
  const address = URL.parse(url);
  // Nothing of an address that cannot be read: it may be secret.
  if (!address) throw new SetupProblem(`${variable} is not a valid address.`);
  const shown = shownAddress(address);
  if (!protocol.test(address.protocol)) throw new SetupProblem(`${variable} is not a valid address: ${shown}`);
  const host = address.hostname.replace(/^\[|\]$/g, ''); // of an IPv6 address
  const isSocketFile = host === '' || /^%2f/i.test(host);
  if (!isSocketFile)
    await assertReachable(variable, {
      shown,
      host,
      port: Number(address.port) || (portOfWebSocket[address.protocol] ?? port),
    });
  print(`using ${variable}: ${shown}`);
  return external(url);
}

interface NamedHost {
  /** The address as it may be shown. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
}

async function assertReachable(variable: string, { shown, host, port }: NamedHost): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
  } catch (thrown) {
    const { code, name } = thrown as NodeJS.ErrnoException;
    if (code === 'ABORT_ERR' && (await hasConnected(socket))) return;
    throw new SetupProblem(
      `${variable} (${shown}) cannot be reached: ${code === 'ABORT_ERR' ? 'no answer' : (code ?? name)}. Unset it to use the server that npm start runs itself.`,
    );
  } finally {
    socket.destroy();
  }
}

/** Whether it has connected after all: where the processor is busy, the time is over before Node sees the connection. */
async function hasConnected(socket: Socket): Promise<boolean> {
  await setImmediate();
  return socket.readyState === 'open';
}

/** The port of the previous run, so that database clients and subscribers find the stack at the same address. */
function lastPort(home: Home, field: 'databaseUrl' | 'natsUrl'): number | undefined {
  try {
    const kept = JSON.parse(readFileSync(home.devFile, 'utf8')) as Partial<Record<typeof field, string>>;
    const url = new URL(kept[field] ?? '');
    return url.hostname === '127.0.0.1' ? Number(url.port) : undefined;
  } catch {
    return undefined;
  }
}
