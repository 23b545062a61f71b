const firstDelayMs = 250;
const maxDelayMs = 60_000;
const keptMax = 10_000; // each is a parameter of the relay's query; so many mean that something else is wrong

interface Parked {
  readonly delayMs: number;
  readonly untilMs: number;
}

/**
 * Objects whose next event the bus refused. Their events wait, ever longer but at most a minute, so that those of other
 * objects pass. Kept in memory: the next leader tries each once and parks it again.
 */
export class ParkedObjects {
  readonly #parked = new Map<string, Parked>();

  get count(): number {
    return this.#parked.size;
  }

  /** Those whose time has not come, on the clock of `performance.now()`. */
  waiting(nowMs = performance.now()): string[] {
    return [...this.#parked].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
  }

  /** Parks an object, for twice as long as the last time. @returns false when too many are parked already */
  add(aggregateId: string, nowMs = performance.now()): boolean {
    const known = this.#parked.get(aggregateId);
    if (!known && this.#parked.size >= keptMax) return false;
    const delayMs = known ? Math.min(known.delayMs * 2, maxDelayMs) : firstDelayMs;
    this.#parked.set(aggregateId, { delayMs, untilMs: nowMs + delayMs });
    return true;
  }

  /** The bus came back: every object may be tried. */
  clear(): void {
    this.#parked.clear();
  }

  /** The bus took an event of the object. */
  delete(aggregateId: string): void {
    this.#parked.delete(aggregateId);
  }
}
