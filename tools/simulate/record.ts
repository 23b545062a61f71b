const windowMs = 10_000; // what the live summary's rates and latencies are of

/** How one request ended. */
export interface Ended {
  readonly atMs: number;
  readonly tookMs: number;
  /** The status, or `network` when no answer came. */
  readonly status: number | 'network';
}

/** What a run has seen so far. */
export class Record {
  readonly startedAtMs = performance.now();
  requests = 0;
  /** Answers of 500 and above, whether or not a retry succeeded. */
  serverErrors = 0;
  /** Requests without an answer: refused while sending, reset, or out of time. */
  networkErrors = 0;
  /** Responses of 400 to 499 that the journey did not expect. */
  refusals = 0;
  /** Requests that were sent again, with the key of the first. */
  retries = 0;
  journeys = 0;
  /** Why journeys were abandoned. */
  readonly abandoned: string[] = [];
  /** The first few failures. */
  readonly examples: string[] = [];
  readonly #slowest: number[] = [];
  #recent: Ended[] = [];

  note(ended: Ended, what: string): void {
    this.requests++;
    this.#recent.push(ended);
    this.#slowest.push(ended.tookMs);
    if (ended.status === 'network') this.networkErrors++;
    else if (ended.status >= 500) this.serverErrors++;
    else if (ended.status >= 400) this.refusals++;
    if ((ended.status === 'network' || ended.status >= 400) && this.examples.length < 10) this.examples.push(what);
  }

  /** Rate and latency of the last ten seconds, ms. */
  recent(): { perSecond: number; p50: number; p99: number } {
    const since = performance.now() - windowMs;
    this.#recent = this.#recent.filter(({ atMs }) => atMs >= since);
    const lived = Math.min(windowMs, performance.now() - this.startedAtMs);
    const took = this.#recent.map(({ tookMs }) => tookMs);
    return { perSecond: (took.length * 1_000) / lived, ...percentiles(took) };
  }

  /** Latency of the whole run, ms. */
  whole(): { p50: number; p99: number } {
    return percentiles(this.#slowest);
  }
}

function percentiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
