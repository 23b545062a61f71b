/** The time that a stand-in lives by, and what it has planned. Tests move it; nothing else in a stand-in reads the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

interface Timer {
  readonly dueAt: number;
  readonly task: () => void;
  /** The timer of the process behind it; absent while the clock is frozen. */
  handle?: NodeJS.Timeout;
}

const longestTimeoutMs = 2 ** 31 - 1; // setTimeout fires at once beyond it

/**
 * A clock that runs with the machine's, or stands still at `frozenAt` until {@link StandInClock.advance} moves it. A frozen
 * clock runs no task by itself.
 */
export class StandInClock implements Clock {
  readonly #frozenAt: number | undefined;
  readonly #timers = new Set<Timer>();
  #offsetMs = 0;

  constructor(options: { readonly frozenAt?: string } = {}) {
    this.#frozenAt = options.frozenAt === undefined ? undefined : Date.parse(options.frozenAt);
  }

  now(): number {
    return (this.#frozenAt ?? Date.now()) + this.#offsetMs;
  }

  after(delayMs: number, task: () => void): () => void {
    const timer: Timer = { dueAt: this.now() + delayMs, task };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => this.#cancel(timer);
  }

  /** Moves the clock forward and runs what falls due on the way, in order; each task sees the time it was planned for. */
  advance(ms: number): void {
    const target = this.now() + ms;
    for (let timer = this.#next(target); timer !== undefined; timer = this.#next(target)) {
      this.#cancel(timer);
      this.#offsetMs += Math.max(0, timer.dueAt - this.now());
      timer.task();
    }
    this.#offsetMs += Math.max(0, target - this.now());
    for (const timer of this.#timers) this.#arm(timer);
  }

  /** Forgets everything that was planned. */
  stop(): void {
    for (const timer of this.#timers) this.#cancel(timer);
  }

  #next(target: number): Timer | undefined {
    return [...this.#timers].filter(({ dueAt }) => dueAt <= target).sort((a, b) => a.dueAt - b.dueAt)[0];
  }

  #arm(timer: Timer): void {
    if (this.#frozenAt !== undefined) return;
    clearTimeout(timer.handle);
    timer.handle = setTimeout(
      () => {
        if (timer.dueAt > this.now()) return this.#arm(timer);
        this.#cancel(timer);
        timer.task();
      },
      Math.min(longestTimeoutMs, Math.max(0, timer.dueAt - this.now())),
    ).unref();
  }

  #cancel(timer: Timer): void {
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
  }
}
