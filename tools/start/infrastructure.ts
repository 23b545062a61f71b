import { readFileSync } from 'node:fs';
import { busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { freshLog, type Home } from '@mizan/stack/home';
import { keepRunning } from '@mizan/stack/keep-running';
import { startNats } from '@mizan/stack/nats';
import { startOtlpReceiver } from '@mizan/stack/otlp-receiver';
import { startPostgres } from '@mizan/stack/postgres';
import { SetupProblem } from '@mizan/stack/setup-problem';

/** A server that the services need. `stop` does nothing when this process did not start it. */
export interface Dependency {
  readonly url: string;
  stop(): Promise<void>;
}

const external = (url: string): Dependency => ({ url, stop: async () => {} });

/** PostgreSQL: `DATABASE_URL`, or the embedded one with its data in the state folder. */
export function openPostgres(
  home: Home,
  env: NodeJS.ProcessEnv,
  print: (sentence: string) => void,
): Promise<Dependency> {
  if (env['DATABASE_URL'])
    return Promise.resolve(external(checkUrl('DATABASE_URL', env['DATABASE_URL'], /^postgres(ql)?:$/)));
  const logFile = freshLog(home.logs, 'postgres');
  const start = (port: number | undefined) =>
    startPostgres({ folder: home.path('postgres'), logFile, durable: true, port });
  return keepRunning('postgres', start, print, lastPort(home, 'databaseUrl'));
}

/**
 * NATS: `NATS_URL`, or a nats-server with its streams in the state folder, where only the services publish and every
 * process on this machine may read.
 */
export async function openNats(
  home: Home,
  env: NodeJS.ProcessEnv,
  rootSecret: string,
  print: (sentence: string) => void,
): Promise<Dependency> {
  if (env['NATS_URL']) return external(checkUrl('NATS_URL', env['NATS_URL'], /^(nats|tls|wss?):$/));
  const logFile = freshLog(home.logs, 'nats');
  const trust = await busServerConfiguration(rootSecret, {
    anonymousReads: true,
    prefix: env['MIZAN_BUS_PREFIX'] ?? '',
  });
  const start = (port: number | undefined) => startNats({ folder: home.nats, logFile, port, trust });
  return keepRunning('nats', start, print, lastPort(home, 'natsUrl'));
}

/** Where traces are sent: the configured collector, or a receiver in this process. */
export async function openTraces(env: NodeJS.ProcessEnv): Promise<Dependency> {
  const configured = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (configured) return external(configured);
  const receiver = await startOtlpReceiver();
  return { url: receiver.url, stop: () => receiver.close() };
}

function checkUrl(variable: string, value: string, protocol: RegExp): string {
  if (URL.canParse(value) && protocol.test(new URL(value).protocol)) return value;
  throw new SetupProblem(`${variable} is not a valid address: ${value.replace(/:[^:@/]*@/, ':…@')}`);
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
