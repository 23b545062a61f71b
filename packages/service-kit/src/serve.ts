import { LocalServices } from './calls/local-services.ts';
import { ConfigError, ownEnv } from './config.ts';
import type { RunningService } from './service.ts';
import { flushLog, log } from './telemetry/log.ts';

const drainMaxMs = 20_000; // Kubernetes kills after 45 s; what has not drained by then is resumed by a replica

/** What can be run as a process: a service, or the bus keeper. */
export interface RunnableProcess {
  readonly name: string;
  readonly start: (env: Record<string, string | undefined>, local?: LocalServices) => Promise<RunningService>;
}

/**
 * Runs a service as this process: starts it, and drains it on SIGTERM, SIGINT or when its launcher dies. Of several services,
 * each reads the variables that begin with its name first ({@link ownEnv}), and they call each other without a connection; the
 * first of them, where requests come in, stops before the others.
 */
export async function serve(...services: readonly RunnableProcess[]): Promise<void> {
  process.on('unhandledRejection', (reason) => die('process.unhandled_rejection', reason));
  process.on('uncaughtException', (error) => die('process.uncaught_exception', error));
  const local = services.length > 1 ? new LocalServices() : undefined;
  const start = (service: RunnableProcess): Promise<RunningService> =>
    service.start(local ? ownEnv(service.name, process.env) : process.env, local).catch((thrown: unknown) => {
      if (thrown instanceof ConfigError) {
        process.stderr.write(`${service.name}: ${thrown.message}\n`);
        process.exit(78); // EX_CONFIG of sysexits.h
      }
      return die('service.start_failed', thrown);
    });
  const [first, ...others] = await Promise.all(services.map(start));
  process.send?.({ ready: first?.url });

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'service.stopping', reason });
    const overdue = new Error(`not drained within ${drainMaxMs} ms`);
    setTimeout(() => die('service.drain_timeout', overdue), drainMaxMs).unref();
    await first?.stop();
    await Promise.all(others.map((each) => each.stop()));
    flushLog();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  if (process.env.MIZAN_PARENT_PIPE) process.stdin.resume().once('end', () => void stop('launcher died'));
}

function die(event: string, error: unknown): never {
  log.fatal({ event, err: error });
  flushLog();
  process.exit(1);
}
