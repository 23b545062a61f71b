import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Background } from '@mizan/service-kit';

const sampleMs = 500;
const highMs = 200;

/** Whether this process falls behind: some piece of work waited more than 200 ms in the last half second. */
export class EventLoopLag implements Background {
  readonly #histogram = monitorEventLoopDelay({ resolution: 20 });
  #timer: NodeJS.Timeout | undefined;
  isHigh = false;

  start(): void {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.isHigh = this.#histogram.max / 1e6 > highMs;
      this.#histogram.reset();
    }, sampleMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }
}
