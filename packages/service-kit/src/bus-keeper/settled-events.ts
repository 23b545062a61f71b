import type { StreamInfo } from '@nats-io/jetstream';

/** How long an event stays although it was handled, ms: a service whose store was rolled back still finds its place. */
const settlesMs = 10 * 60_000;

interface Pass {
  readonly atMs: number;
  readonly lastSeq: number;
}

/** Remembers how far each stream had come at earlier passes, so that what is new in it is not purged. */
export class SettledEvents {
  readonly #afterMs: number;
  readonly #seen = new Map<string, { readonly created: string; readonly passes: Pass[] }>();

  constructor(afterMs = settlesMs) {
    this.#afterMs = afterMs;
  }

  /**
   * Remembers a stream as it is now. Returns the last sequence that it had at a pass long enough ago; 0 when there was none.
   *
   * @param nowMs on the clock of `performance.now()`
   */
  observe({ config, created, state }: StreamInfo, nowMs = performance.now()): number {
    const known = this.#seen.get(config.name);
    // A stream that was lost numbers its events from the beginning.
    const passes = known?.created === created ? known.passes : [];
    passes.push({ atMs: nowMs, lastSeq: state.last_seq });
    const settled = passes.findLastIndex(({ atMs }) => atMs <= nowMs - this.#afterMs);
    if (settled > 0) passes.splice(0, settled);
    this.#seen.set(config.name, { created, passes });
    return settled < 0 ? 0 : (passes[0]?.lastSeq ?? 0);
  }
}
