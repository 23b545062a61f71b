import { setTimeout as wait } from 'node:timers/promises';
import { log } from '@mizan/service-kit';
import { attemptDelivery, type AttemptContext } from './attempt-delivery.ts';
import { claimDueDeliveries, perPool, perPoolBytes, type ClaimedDelivery } from './claim-due-deliveries.ts';
import { EndpointBreakers, type SuccessClass } from './breaker.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { releaseClaims } from './record-outcomes.ts';
import { Slots } from './slots.ts';
import { wakeDueRetries, wokenAtOnce } from './wake-due-retries.ts';

/** How often the pool checks for due deliveries without being woken: retries, and what other processes left. */
const pollMs = 500;
/** How often retries are woken at most: a busy pool claims up to two hundred times a second. */
const wakeRetriesEveryMs = 100;
/** Pause between claims while deliveries are in flight, so that a claim finds several and not one. */
const betweenClaimsMs = 5;
/** An attempt that takes longer marks its endpoint as slow: its queued deliveries are released to make room for others. */
const slowMs = 1_000;
/** How long a stopping pool waits for attempts in flight before it releases them. */
const stopGraceMs = 5_000;

export interface PoolOptions extends AttemptContext {
  readonly livemode: boolean;
}

interface Claimed {
  readonly delivery: ClaimedDelivery;
  /** When it was leased, then when it was sent; milliseconds of `performance.now()`. */
  sinceMs: number;
  done?: Promise<void>;
}

/** Sends the due deliveries of one mode, so that a flood of test traffic never delays live deliveries. */
export class DeliveryPool {
  readonly #options: PoolOptions;
  readonly #writer: OutcomeWriter;
  readonly #breakers = new EndpointBreakers();
  readonly #slots = new Slots();
  /** Leased and not yet sent, in the order they were claimed. */
  #waiting: Claimed[] = [];
  /** Sent and not yet recorded. */
  readonly #inFlight = new Set<Claimed>();
  readonly #stop = new AbortController();
  /** When to wake retries again; milliseconds of `performance.now()`. */
  #wakeRetriesAtMs = 0;
  #loop: Promise<void> | undefined;
  #isWoken = false;
  #wakeUp: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#writer = new OutcomeWriter(options.db, this.#breakers, options.now);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Checks for due deliveries now. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /** How many endpoints had which success rate in the last five minutes, as far as this process called them. */
  endpointsBySuccess(): ReadonlyMap<SuccessClass, number> {
    return this.#breakers.endpointsBySuccess(this.#options.now());
  }

  /** Stops claiming, waits briefly for attempts in flight, and releases the rest unsent. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#loop;
    await this.#release(this.#waiting.splice(0));
    const finished = Promise.all([...this.#inFlight].flatMap(({ done }) => done ?? []));
    await Promise.race([finished, wait(stopGraceMs, undefined, { ref: false })]);
    await this.#release([...this.#inFlight]);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      const slowEndpoints = this.#slowEndpoints();
      await this.#release(this.#removeStuck(slowEndpoints));
      const isMoreDue = await this.#wakeRetries();
      const claimed = await this.#claim(slowEndpoints);
      for (const delivery of claimed) {
        this.#breakers.adoptStored(delivery, this.#nowOf(delivery));
        this.#waiting.push({ delivery, sinceMs: performance.now() });
      }
      const hasSent = this.#sendWaiting();
      // What a breaker holds back is released next and would be claimed again at once.
      if (!hasSent && !isMoreDue) await this.#untilWoken();
      if (this.#inFlight.size > 0) await wait(betweenClaimsMs);
    }
  }

  /** Shows claims the retries that have come due; true when there may be more of them. */
  async #wakeRetries(): Promise<boolean> {
    if (performance.now() < this.#wakeRetriesAtMs) return false;
    const { db, livemode, now } = this.#options;
    try {
      const isMoreDue = (await wakeDueRetries(db.system, { livemode, now: now() })) >= wokenAtOnce;
      this.#wakeRetriesAtMs = isMoreDue ? 0 : performance.now() + wakeRetriesEveryMs;
      return isMoreDue;
    } catch (thrown) {
      log.warn({ event: 'delivery.wake_failed', err: thrown });
      return false;
    }
  }

  async #claim(slowEndpoints: readonly string[]): Promise<ClaimedDelivery[]> {
    const { db, livemode, now } = this.#options;
    const free = perPool - this.#inFlight.size - this.#waiting.length;
    const freeBytes = perPoolBytes - this.#leasedBytes();
    if (free <= 0 || freeBytes <= 0) return [];
    try {
      const leased = this.#leased();
      return await claimDueDeliveries(db.system, { livemode, free, freeBytes, leased, slowEndpoints, now: now() });
    } catch (thrown) {
      log.warn({ event: 'delivery.claim_failed', err: thrown });
      return [];
    }
  }

  #leased(): Map<string, number> {
    const leased = new Map<string, number>();
    for (const { delivery } of [...this.#waiting, ...this.#inFlight]) {
      for (const id of [delivery.endpointId, delivery.merchantId]) leased.set(id, (leased.get(id) ?? 0) + 1);
    }
    return leased;
  }

  #leasedBytes(): number {
    const leased = [...this.#waiting, ...this.#inFlight];
    return leased.reduce((sum, { delivery }) => sum + Buffer.byteLength(delivery.body), 0);
  }

  /** Sends every delivery that gets a slot; called after claims and whenever a slot becomes free. @returns whether any did */
  #sendWaiting(): boolean {
    if (this.#stop.signal.aborted) return false;
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((claimed) => {
      const { delivery } = claimed;
      const isHeldBack = delivery.probeAt === null && this.#breakers.isOpen(delivery.endpointId);
      if (isHeldBack || !this.#slots.enter(delivery)) return true;
      this.#send(claimed);
      return false;
    });
    return this.#waiting.length < before;
  }

  #send(claimed: Claimed): void {
    const { delivery } = claimed;
    let hasSlot = true;
    const leave = () => {
      if (hasSlot) this.#slots.leave(delivery);
      hasSlot = false;
    };
    const onSent = (succeeded: boolean) => {
      this.#breakers.count(delivery, succeeded, this.#nowOf(delivery));
      leave();
      this.#sendWaiting();
    };
    claimed.sinceMs = performance.now();
    this.#inFlight.add(claimed);
    claimed.done = attemptDelivery(this.#options, delivery, {
      onSent,
      record: (outcome) => this.#writer.write(delivery, outcome),
    })
      .catch((thrown: unknown) => log.error({ event: 'delivery.crashed', deliveryId: delivery.id, err: thrown }))
      .finally(() => {
        leave();
        this.#inFlight.delete(claimed);
        this.wake();
      });
  }

  /** The time of the delivery's account, as of the claim. */
  #nowOf({ aheadMs }: ClaimedDelivery): Date {
    return new Date(this.#options.now().getTime() + aheadMs);
  }

  #slowEndpoints(): string[] {
    const before = performance.now() - slowMs;
    const slow = [...this.#inFlight].filter(({ sinceMs }) => sinceMs < before);
    return [...new Set(slow.map(({ delivery }) => delivery.endpointId))];
  }

  /** Removes what waits behind a slow endpoint or an open breaker, or has waited too long. */
  #removeStuck(slowEndpoints: readonly string[]): Claimed[] {
    const before = performance.now() - slowMs;
    const isStuck = ({ delivery, sinceMs }: Claimed) =>
      sinceMs < before ||
      slowEndpoints.includes(delivery.endpointId) ||
      (delivery.probeAt === null && this.#breakers.isOpen(delivery.endpointId));
    const stuck = this.#waiting.filter(isStuck);
    this.#waiting = this.#waiting.filter((claimed) => !isStuck(claimed));
    return stuck;
  }

  /** Makes claimed deliveries due again; if that fails, their leases expire by themselves. */
  async #release(claims: readonly Claimed[]): Promise<void> {
    if (claims.length === 0) return;
    const ids = claims.map(({ delivery }) => delivery.claimId);
    await releaseClaims(this.#options.db.system, ids).catch((thrown: unknown) => {
      log.warn({ event: 'delivery.release_failed', err: thrown });
    });
  }

  #untilWoken(): Promise<void> {
    if (this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
