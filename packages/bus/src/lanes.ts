/** Runs tasks side by side, up to a limit, and those with the same key one after the other in the order they came. */
export class Lanes {
  readonly #limit: number;
  readonly #waiting: { key: string; run: () => Promise<void>; drop: () => void }[] = [];
  readonly #busy = new Set<string>();
  #idle: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param drop called instead of `run` when the lanes close before its turn */
  add(key: string, run: () => Promise<void>, drop: () => void): void {
    this.#waiting.push({ key, run, drop });
    this.#next();
  }

  /** Drops what waits and ends when what runs has ended. */
  async close(): Promise<void> {
    for (const { drop } of this.#waiting.splice(0)) drop();
    if (this.#busy.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #next(): void {
    while (this.#busy.size < this.#limit) {
      const index = this.#waiting.findIndex(({ key }) => !this.#busy.has(key));
      const [task] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!task) return;
      this.#busy.add(task.key);
      void task.run().finally(() => {
        this.#busy.delete(task.key);
        this.#next();
        if (this.#busy.size === 0) this.#idle?.();
      });
    }
  }
}
