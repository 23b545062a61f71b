import { ConfigError } from './config.ts';
import type { RunningService } from './service.ts';
import { flushLog, log } from './telemetry/log.ts';

const drainMaxMs = 20_000; // Kubernetes kills after 45 s; what has not drained by then is resumed by a replica

/** What can be run as a process: a service, or the bus keeper. */
export interface RunnableProcess {
  readonly name: string;
  readonly start: (env: Record<string, string | undefined>) => Promise<RunningService>;
}

/** Runs a service as this process: starts it, and drains it on SIGTERM, SIGINT or when its launcher dies. */
export async function serve(service: RunnableProcess): Promise<void> {
  process.on('unhandledRejection', (reason) => die('process.unhandled_rejection', reason));
  process.on('uncaughtException', (error) => die('process.uncaught_exception', error));
  const running = await service.start(process.env).catch((thrown: unknown) => {
    if (thrown instanceof ConfigError) {
      process.stderr.write(`${service.name}: ${thrown.message}\n`);
      process.exit(78); // EX_CONFIG of sysexits.h
    }
    return die('service.start_failed', thrown);
  });
  process.send?.({ ready: running.url });

  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'service.stopping', reason });
    const overdue = new Error(`not drained within ${drainMaxMs} ms`);
    setTimeout(() => die('service.drain_timeout', overdue), drainMaxMs).unref();
    void running.stop().then(() => {
      flushLog();
      process.exit(0);
    });
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  if (process.env.MIZAN_PARENT_PIPE) process.stdin.resume().once('end', () => stop('launcher died'));
}

function die(event: string, error: unknown): never {
  log.fatal({ event, err: error });
  flushLog();
  process.exit(1);
}
