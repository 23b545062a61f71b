import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import { repositoryRoot } from './home.ts';

/** One service running as a child of this process. */
export interface ServiceProcess<Name extends string = ServiceName> {
  readonly name: Name;
  readonly pid: number;
  /** Resolves when it ends, with how it ended. */
  readonly ended: Promise<string>;
  /** Sends a signal and does not wait: `SIGKILL` is how a test crashes it. */
  kill(signal: NodeJS.Signals): void;
  /** Lets it drain, kills it after `graceMs`, and resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Megabytes. Young objects: a quarter of the default, which costs a service no measurable throughput and saves it 20 MB.
 * All others: with its own limit, which depends on the machine, Node leaves garbage where it is for longer.
 */
const heapLimits = ['--max-semi-space-size=4', '--max-old-space-size=256'];
/** Megabytes, of six services together: less than six times as much, since most of a heap is room for bursts. */
const singleHeapLimits = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** Variables that a service must never inherit: the administrator's login, secrets of all or of another, npm's own settings. */
const notInherited = /^(DATABASE_URL|MIZAN_SECRET|MIZAN_OPERATOR_TOKEN|MIZAN_S3_.*|MIZAN_SMTP_URL|INIT_CWD|npm_.*)$/;

/** What runs as a process: its name, and its script in this repository. */
export interface Program<Name extends string = string> {
  readonly name: Name;
  readonly script: string;
}

/** A service alone. */
export const serviceProgram = <Name extends ServiceName>(name: Name): Program<Name> => ({
  name,
  script: join('services', name, 'src', 'main.ts'),
});

/** All services in one process; `singleEnv` makes its environment. */
export const singleProgram: Program = { name: 'single', script: join('tools', 'single.ts') };

/** Runs `services/<name>/src/main.ts` as {@link startProcess} does. */
export const startServiceProcess = (
  name: ServiceName,
  env: Record<string, string | undefined>,
  logFile: string,
): ServiceProcess => startProcess(serviceProgram(name), env, logFile);

/**
 * Runs a script of this repository under this Node, its output going to `logFile`. It sees the end of this process
 * as the end of its standard input, and stops then. It runs in a session of its own, so that a Ctrl-C in the terminal
 * reaches only the launcher.
 */
export function startProcess<Name extends string>(
  { name, script }: Program<Name>,
  env: Record<string, string | undefined>,
  logFile: string,
): ServiceProcess<Name> {
  const inherited = Object.entries(process.env).filter(([key]) => !notInherited.test(key));
  const log = openSync(logFile, 'a');
  const limits = script === singleProgram.script ? singleHeapLimits : heapLimits;
  const child = spawn(process.execPath, [...limits, script], {
    cwd: repositoryRoot,
    detached: true,
    stdio: ['pipe', log, log],
    env: { ...Object.fromEntries(inherited), ...env, MIZAN_SERVICE_NAME: name, MIZAN_PARENT_PIPE: '1' },
  });
  closeSync(log);
  child.stdin?.on('error', () => undefined); // it may be gone already when we close our end
  const ended = new Promise<string>((resolve) => {
    child.once('error', (failure) => resolve(`could not be started: ${failure.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exited with ${code}`));
  });
  return {
    name,
    pid: child.pid ?? -1,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop(graceMs) {
      child.kill('SIGTERM');
      const stopped = await Promise.race([ended.then(() => true), delay(graceMs, false, { ref: false })]);
      if (!stopped) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Resolves once `GET <url>/readyz` answers 200; rejects with a sentence when the process ends first or time runs out. */
export async function whenReady(url: string, ended: Promise<string>, timeoutMs: number): Promise<void> {
  let end: string | undefined;
  void ended.then((how) => (end = how));
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answers = await isReady(url);
    if (end !== undefined) throw new Error(end); // another process may answer at its address
    if (answers) return;
    if (Date.now() > deadline) throw new Error(`was not ready after ${timeoutMs / 1000} s`);
    await delay(25);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => (await response.text(), response.ok),
    () => false,
  );
