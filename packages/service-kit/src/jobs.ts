import { setTimeout as wait } from 'node:timers/promises';
import type { Calls } from './calls/call-client.ts';
import type { Database, Reader } from './database/database.ts';
import { log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { newWork, runWork } from './telemetry/work.ts';

export interface JobContext {
  readonly db: Database;
  readonly calls: Calls;
  readonly signal: AbortSignal;
}

/** Background work that no request starts: janitors. Only the service's leader runs them. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Does what is due and returns how much that was; when it was anything, the job runs again at once. */
  readonly run: (context: JobContext) => Promise<number>;
  /** Of jobs that follow the clock: when the next of the account's rows is due, or was. */
  readonly nextDueAt?: (reader: Reader) => Promise<Date | undefined>;
}

/** Declares a job. */
export const job = (name: string, definition: Omit<Job, 'name'>): Job => ({ name, ...definition });

/** Runs the jobs side by side until the leadership ends. */
export async function runJobs(jobs: readonly Job[], context: JobContext, metrics: Metrics): Promise<void> {
  await Promise.all(jobs.map((each) => repeat(each, context, metrics)));
}

async function repeat(each: Job, context: JobContext, metrics: Metrics): Promise<void> {
  while (!context.signal.aborted) {
    const startedAt = performance.now();
    let outcome = 'done';
    const done = await runWork(newWork(0), () => each.run(context)).catch((error: unknown) => {
      outcome = 'failed';
      log.error({ event: 'job.failed', job: each.name, err: error });
      return 0;
    });
    const durationMs = performance.now() - startedAt;
    metrics.record('mizan.job.duration', durationMs / 1e3, { 'mizan.job': each.name, 'mizan.outcome': outcome });
    if (done > 0) log.info({ event: 'job.ran', job: each.name, done, durationMs: Math.round(durationMs) });
    if (done === 0) await wait(each.everyMs, undefined, { signal: context.signal }).catch(() => 'stopped');
  }
}
