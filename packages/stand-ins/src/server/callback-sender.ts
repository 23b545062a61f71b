import type { Clock } from './clock.ts';

/** A POST to a merchant's server that is kept until it was accepted or all attempts failed. */
export interface Callback {
  readonly id: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  attempts: number;
}

/** What a merchant's server answered to one attempt. */
export interface CallbackAttempt {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** The status of the answer, 0 when there was none, `dropped` when it was never sent. */
  readonly status: number | 'dropped';
}

export type CallbackFault = 'drop' | 'double' | 'reorder' | 'truncate' | 'forge';
export const callbackFaults: readonly CallbackFault[] = ['drop', 'double', 'reorder', 'truncate', 'forge'];

interface Options {
  readonly clock: Clock;
  /** Callbacks that are not accepted yet; part of the stand-in's state. */
  readonly queue: Callback[];
  /** Called after each attempt; what plans a callback saves it together with its cause. */
  readonly save: () => void;
  /** The same callback with a wrong signature. */
  readonly forge: (callback: Callback) => Callback;
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
}

const keptAttempts = 10_000;

/**
 * Sends callbacks in the order in which they arose, per address; a failed one does not hold up the next. An answer of 5xx or
 * none within `timeoutMs` is retried after each of `retryDelaysMs`, everything else is final.
 */
export class CallbackSender {
  /** Oldest first. */
  readonly attempts: CallbackAttempt[] = [];
  readonly #options: Options;
  readonly #faults: CallbackFault[] = [];
  readonly #sent = new Map<number, Callback>();
  readonly #chains = new Map<string, Promise<void>>();
  readonly #stopped = new AbortController();
  #held: Callback | undefined;
  #lastId: number;

  constructor(options: Options) {
    this.#options = options;
    this.#lastId = Math.max(0, ...options.queue.map(({ id }) => id));
  }

  /** Spoils the next callbacks: one fault each, in the order given. A reordered one waits until the next one was sent. */
  spoil(...faults: readonly CallbackFault[]): void {
    this.#faults.push(...faults);
  }

  /** Plans a callback; returns at once. */
  send(callback: Omit<Callback, 'id' | 'attempts'>): void {
    const planned: Callback = { ...callback, id: ++this.#lastId, attempts: 0 };
    this.#sent.set(planned.id, planned);
    this.#sent.delete(planned.id - keptAttempts);
    const fault = this.#faults.shift();
    if (fault === 'drop') return this.#record(planned, 'dropped');
    if (fault === 'reorder') {
      this.#held = planned;
      return;
    }
    this.#enqueue(spoiled(planned, fault, this.#options.forge));
    if (fault === 'double') this.#attempt({ ...planned });
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#enqueue(held);
  }

  /** Sends a callback of the past again, exactly as it was. @returns false: there is none with this id */
  replay(id: number): boolean {
    const callback = this.#sent.get(id);
    if (callback) this.#attempt({ ...callback });
    return callback !== undefined;
  }

  /** Sends again what was not accepted when the process ended. */
  resume(): void {
    for (const callback of this.#options.queue) this.#attempt(callback);
  }

  /** Resolves when every attempt made so far has its answer; retries that wait for their time are not awaited. */
  async idle(): Promise<void> {
    while (this.#chains.size > 0) await Promise.all(this.#chains.values());
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.idle();
  }

  #enqueue(callback: Callback): void {
    this.#options.queue.push(callback);
    this.#attempt(callback);
  }

  #attempt(callback: Callback): void {
    const [address = ''] = callback.url.split('?'); // a signature in the query makes every whole address another one
    const before = this.#chains.get(address) ?? Promise.resolve();
    const chain = before
      .then(() => this.#post(callback))
      .finally(() => this.#chains.get(address) === chain && this.#chains.delete(address));
    this.#chains.set(address, chain);
  }

  async #post(callback: Callback): Promise<void> {
    const { queue, save, clock, retryDelaysMs, timeoutMs } = this.#options;
    if (this.#stopped.signal.aborted) return; // the queue is sent again by the next process
    const { url, headers, body } = callback;
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const status = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
    if (this.#stopped.signal.aborted) return;
    this.#record(callback, status);
    const delayMs = retryDelaysMs[callback.attempts];
    callback.attempts += 1;
    if ((status === 0 || status >= 500) && delayMs !== undefined && queue.includes(callback)) {
      save();
      clock.after(delayMs, () => this.#attempt(callback));
      return;
    }
    if (queue.includes(callback)) queue.splice(queue.indexOf(callback), 1);
    save();
  }

  #record({ id, url, body }: Callback, status: CallbackAttempt['status']): void {
    this.attempts.push({ id, url, body, status });
    if (this.attempts.length > keptAttempts) this.attempts.shift();
  }
}

function spoiled(callback: Callback, fault: CallbackFault | undefined, forge: Options['forge']): Callback {
  if (fault === 'forge') return forge(callback);
  if (fault === 'truncate') return { ...callback, body: callback.body.slice(0, callback.body.length / 2) };
  return callback;
}
