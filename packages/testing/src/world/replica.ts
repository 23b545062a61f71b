import { existsSync, readFileSync } from 'node:fs';
import type { AnyService, RunningService } from '@mizan/service-kit';
import { scaleTimeout } from '../scale-timeout.ts';
import { startServiceProcess, whenReady, type ServiceProcess } from '@mizan/stack/service-process';

const readyTimeoutMs = 30_000;
const graceMs = 10_000;

/** One service of a world: in this process, or as a child process at the same address. */
export class Replica {
  readonly url: string;
  readonly #service: AnyService;
  readonly #env: Record<string, string>;
  readonly #logFile: string;
  #inProcess: RunningService | undefined;
  #child: ServiceProcess | undefined;

  constructor(service: AnyService, url: string, env: Record<string, string>, logFile: string) {
    this.url = url;
    this.#service = service;
    this.#env = env;
    this.#logFile = logFile;
  }

  /** Starts it in this process. */
  async start(): Promise<void> {
    this.#inProcess ??= await this.#service.start(this.#env);
  }

  /**
   * Runs `services/<name>/src/main.ts` as a process instead of the one that runs, and waits until it is ready.
   *
   * @param env over the world's
   */
  async spawn(env: Record<string, string> = {}): Promise<ServiceProcess> {
    await this.stop();
    this.#child = startServiceProcess(this.#service.name, { ...this.#env, ...env }, this.#logFile);
    await whenReady(this.url, this.#child.ended, scaleTimeout(readyTimeoutMs));
    return this.#child;
  }

  /** Every line that it has written as a process of its own; lines are written in blocks, so read it with `eventually`. */
  logText(): string {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile, 'utf8') : '';
  }

  /** Drains and stops it, in this process or its own; a process that was killed already is fine. */
  async stop(): Promise<void> {
    const [running, child] = [this.#inProcess, this.#child];
    this.#inProcess = this.#child = undefined;
    await Promise.all([running?.stop(), child?.stop(scaleTimeout(graceMs))]);
  }
}
