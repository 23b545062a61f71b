import { setTimeout as wait } from 'node:timers/promises';
import { acrossMerchants, log, Problem, type Background, type Scope, type SystemReader } from '@mizan/service-kit';
import { EventTail } from './event-tail.ts';

const defaultTimes = {
  /** How soon an event that another process stored is noticed; what this one stores is noticed at once. */
  pollMs: 250,
  /** Well within the minute after which proxies and load balancers close a silent connection. */
  heartbeatMs: 15_000,
  /** After this a client must reconnect and its key is checked again, so that a revoked permission takes effect. */
  longestMs: 10 * 60_000,
};
/** Times of the streams, milliseconds. */
export type FeedTimes = Readonly<typeof defaultTimes>;

/** Streams of one account and mode in one process: a few for each of its developers. */
const maxPerScope = 32;
/** In total: each needs two sockets here and at the gateway. */
const maxReaders = 4_000;

const restarting = 'This server is restarting. Connect again.';

/** A client's subscription to a tail. */
export interface Following {
  readonly tail: EventTail;
  leave(): void;
}

/**
 * Follows the events of every account and mode with a client in this process: one statement per poll for all of them, and
 * one read of each new event, whatever the number of clients. Without clients there are no queries.
 */
export class EventFeed implements Background {
  readonly times: FeedTimes;
  readonly #db: SystemReader;
  readonly #tails = new Map<string, EventTail>();
  readonly #stop = new AbortController();
  #readers = 0;
  #isDraining = false;
  #polling: Promise<void> | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(db: SystemReader, times: Partial<FeedTimes> = {}) {
    this.#db = db;
    this.times = { ...defaultTimes, ...times };
  }

  /** True once clients should reconnect to another process. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  start(): void {
    this.#polling = this.#poll();
    this.#beat = setInterval(() => this.#wakeAll(), this.times.heartbeatMs);
  }

  /** Ends the streams: their clients reconnect to another process, or to this one's successor. */
  drain(): void {
    this.#isDraining = true;
    this.#wakeAll();
  }

  async stop(): Promise<void> {
    this.drain();
    clearInterval(this.#beat);
    this.#stop.abort();
    await this.#polling;
  }

  /** Called when this process has just stored events. */
  wake(scope: Scope): void {
    const tail = this.#tails.get(nameOf(scope));
    if (tail) void this.#catchUp(tail);
  }

  /**
   * Refuses a client beyond the limits.
   *
   * @throws Problem `rate_limit`: the account and mode, or this process, has too many; `internal_error` 503: it is stopping
   */
  assertCanFollow(scope: Scope): void {
    if (this.#isDraining) throw new Problem('internal_error', restarting, { status: 503, retryAfterSeconds: 1 });
    const readers = this.#tails.get(nameOf(scope))?.readers ?? 0;
    if (readers >= maxPerScope || this.#readers >= maxReaders)
      throw new Problem('rate_limit', 'This account already has too many open event streams.', {
        retryAfterSeconds: 30,
        headers: { 'RateLimit-Reason': 'concurrency' },
      });
  }

  /**
   * Subscribes to the events of an account and mode; call {@link Following.leave} afterwards.
   *
   * @param last the newest sequence number, read just before
   */
  follow(scope: Scope, last: number): Following {
    const name = nameOf(scope);
    const tail = this.#tails.get(name) ?? new EventTail(this.#db, scope, last);
    this.#tails.set(name, tail);
    tail.readers += 1;
    this.#readers += 1;
    let hasLeft = false;
    return {
      tail,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#readers -= 1;
        tail.readers -= 1;
        if (tail.readers === 0) this.#tails.delete(name);
      },
    };
  }

  #wakeAll(): void {
    for (const tail of this.#tails.values()) tail.wakeAll();
  }

  async #poll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (this.#tails.size > 0) await this.#checkForNewEvents();
      await wait(this.times.pollMs, undefined, { signal: this.#stop.signal }).catch(() => 'stopped');
    }
  }

  async #checkForNewEvents(): Promise<void> {
    const tails = [...this.#tails.values()];
    try {
      const ahead = await this.#db.sql<{ place: number }>`
        select place::int from unnest(
          ${tails.map(({ scope }) => scope.merchantId)}::text[], ${tails.map(({ scope }) => scope.livemode)}::bool[],
          ${tails.map(({ last }) => last)}::int8[])
        with ordinality as known (merchant_id, livemode, last, place)
        join event_sequences s using (merchant_id, livemode)
        where ${acrossMerchants} and s.last_sequence > known.last`;
      await Promise.all(ahead.map(({ place }) => this.#catchUp(tails[place - 1])));
    } catch (thrown) {
      log.warn({ event: 'stream.poll_failed', err: thrown });
    }
  }

  /** A failure affects no client: the next poll tries again. */
  async #catchUp(tail: EventTail | undefined): Promise<void> {
    await tail?.catchUp().catch((thrown: unknown) => log.warn({ event: 'stream.read_failed', err: thrown }));
  }
}

const nameOf = ({ merchantId, livemode }: Scope): string => `${merchantId} ${livemode}`;
