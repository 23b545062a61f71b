import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Background } from '@mizan/service-kit';

const sampleMs = 500;
const highMs = 200;
const resolutionMs = 20;

/**
 * Whether this process falls behind: for two samples of half a second running, most of its work came more than 200 ms
 * late. One long pause, as at the start, is no overload.
 */
export class EventLoopLag implements Background {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  #timer: NodeJS.Timeout | undefined;
  #highSamples = 0;

  get isHigh(): boolean {
    return this.#highSamples >= 2;
  }

  start(): void {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#highSamples = this.#histogram.percentile(50) / 1e6 > highMs ? this.#highSamples + 1 : 0;
      this.#histogram.reset();
    }, sampleMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }
}
