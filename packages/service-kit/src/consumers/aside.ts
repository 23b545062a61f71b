import { setTimeout as wait } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { log } from '../telemetry/log.ts';

/** So many accounts have work beside the batches, which may hold a connection each while it waits for a lock. */
const asideMax = 8;
const retryMs = 1_000;
/** What takes longer goes on beside the next batches: a locked row keeps only its account waiting. */
const patienceMs = 500;

/** Messages whose work has ended, and those that were held back for it, oldest first. */
interface Ended {
  readonly left: readonly JsMsg[];
  readonly heldBack: readonly JsMsg[];
}

/**
 * What a batch no longer waits for: events of an account whose rows are locked, or that take long for another reason. They go on
 * beside the next batches. What follows of the same account is held back meanwhile, so that its events keep their order.
 */
export class Aside {
  readonly #onEnd: (ended: Ended) => void;
  readonly #works = new Map<string, { readonly heldBack: JsMsg[]; readonly end: Promise<void> }>();
  readonly #messages = new Set<JsMsg>();
  /** Ends the works that were over while a batch was handled. */
  readonly #endings: (() => void)[] = [];
  #isBatchHandled = false;

  constructor(onEnd: (ended: Ended) => void) {
    this.#onEnd = onEnd;
  }

  /**
   * Handles a batch. Work that is over meanwhile ends after it: what was held back of an account could otherwise be overtaken by
   * what follows in the same batch.
   */
  async during(handle: () => Promise<void>): Promise<void> {
    this.#isBatchHandled = true;
    await handle().finally(() => {
      this.#isBatchHandled = false;
      for (const end of this.#endings.splice(0)) end();
    });
  }

  /** Whether the message is one of those, so that it is not finished with its batch. */
  has(message: JsMsg): boolean {
    return this.#messages.has(message);
  }

  /** Leaves work to go on by itself. False when there is too much of that already, so that it must be awaited. */
  leave(key: string, left: readonly JsMsg[], work: Promise<unknown>): boolean {
    if (this.#works.size >= asideMax || this.#works.has(key)) return false;
    const heldBack: JsMsg[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      this.#works.delete(key);
      for (const message of [...left, ...heldBack]) this.#messages.delete(message);
      this.#onEnd({ left, heldBack });
      resolve();
    };
    this.#works.set(key, { heldBack, end: promise });
    void work
      .catch((error: unknown) => {
        log.warn({ err: error }, 'consumer.batch_failed');
        for (const message of left) message.nak(retryMs); // what was answered already is not answered again
      })
      .then(() => (this.#isBatchHandled ? void this.#endings.push(end) : end()));
    for (const message of left) this.#messages.add(message);
    return true;
  }

  /** Takes a message that must wait for such work. False when there is none of its account. */
  holdsBack(key: string, message: JsMsg): boolean {
    const work = this.#works.get(key);
    if (!work) return false;
    work.heldBack.push(message);
    this.#messages.add(message);
    return true;
  }

  /** Until all of it has ended. */
  async ended(): Promise<void> {
    while (this.#works.size > 0) await Promise.all([...this.#works.values()].map(({ end }) => end));
  }
}

/** What is to be done about messages that belong together. */
interface Work {
  readonly key: string;
  readonly messages: readonly JsMsg[];
  /** Does it; false when the database is unreachable. */
  readonly work: () => Promise<boolean>;
}

/** Does all of it beside each other. What takes long is left aside, as far as there is room; without `aside` all is awaited. */
export async function inPatience(aside: Aside | undefined, works: readonly Work[]): Promise<boolean> {
  const unfinished = new Set(works);
  const ends = new Map(works.map((each) => [each, each.work().finally(() => unfinished.delete(each))]));
  if (aside) {
    const over = new AbortController();
    const patience = wait(patienceMs, undefined, { signal: over.signal }).catch(() => 'not needed');
    await Promise.race([Promise.all(ends.values()), patience]).finally(() => over.abort());
    for (const each of unfinished)
      if (aside.leave(each.key, each.messages, ends.get(each) as Promise<boolean>)) ends.delete(each);
  }
  return !(await Promise.all(ends.values())).includes(false);
}
