import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Background } from '@mizan/service-kit';

const sampleMs = 500;
const highMs = 200;
const resolutionMs = 20;

/**
 * Whether this process is overloaded: in two consecutive half-second samples, most of its work ran more than 200 ms late. A
 * single long pause, as at startup, is no overload.
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
