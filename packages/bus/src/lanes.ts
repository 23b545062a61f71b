/** Tasks taken in advance where fewer than four run at a time. */
const leastInAdvance = 8;
/** The most at least, where tasks of few keys leave lanes idle and others may follow that could run. */
const leastOfMost = 100;

/** Runs tasks concurrently up to a limit; tasks with the same key run one at a time, in the order in which they were added. */
export class Lanes {
  readonly #limit: number;
  readonly #capacity: number;
  readonly #most: number;
  readonly #waiting: { key: string; run: () => Promise<void>; drop: () => void }[] = [];
  readonly #running = new Set<string>();
  #idle: (() => void) | undefined;
  #hasRoom: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.#capacity = Math.max(leastInAdvance, 2 * limit);
    this.#most = Math.max(leastOfMost, 2 * this.#capacity);
  }

  /**
   * How many tasks may be added, once half of them have finished, a lane is idle or the lanes close: what one process takes in
   * advance, no other one can handle meanwhile.
   */
  async room(): Promise<number> {
    while (this.#isFull) await new Promise<void>((resolve) => (this.#hasRoom = resolve));
    return Math.max(this.#capacity - this.#size, this.#limit - this.#running.size);
  }

  get #isFull(): boolean {
    return this.#size > this.#capacity / 2 && (this.#running.size === this.#limit || this.#size >= this.#most);
  }

  get #size(): number {
    return this.#waiting.length + this.#running.size;
  }

  /** @param drop called instead of `run` when the lanes close before its turn */
  add(key: string, run: () => Promise<void>, drop: () => void): void {
    this.#waiting.push({ key, run, drop });
    this.#next();
  }

  /** Drops waiting tasks; resolves when the running ones have finished. */
  async close(): Promise<void> {
    for (const { drop } of this.#waiting.splice(0)) drop();
    this.#hasRoom?.();
    if (this.#running.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #next(): void {
    while (this.#running.size < this.#limit) {
      const index = this.#waiting.findIndex(({ key }) => !this.#running.has(key));
      const [task] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!task) return;
      this.#running.add(task.key);
      void task.run().finally(() => {
        this.#running.delete(task.key);
        this.#next();
        this.#hasRoom?.();
        if (this.#running.size === 0) this.#idle?.();
      });
    }
  }
}
