import { ModeRelay, type RelayParts } from './mode-relay.ts';

/**
 * Carries committed outbox rows to the streams, in order per object and at least once. It selects rows that were not
 * published, never rows after a cursor: numbers are assigned before the commit, so a cursor would skip slow writers.
 *
 * Only the service's leader runs it. Dying between publishing and marking is harmless: the transport id makes the
 * stream drop the repeat, and behind it every consumer's inbox does.
 *
 * While lost events are published again, a new event of an object may be delivered before its lost ones. Consumers
 * compare the versions of objects, and webhooks number events as they arrive.
 */
export class Relay {
  readonly #live: ModeRelay;
  readonly #test: ModeRelay;

  constructor(parts: RelayParts) {
    this.#live = new ModeRelay(parts, true);
    this.#test = new ModeRelay(parts, false);
  }

  /** Wakes the relay: there may be something to publish. */
  nudge(livemode: boolean): void {
    this.#of(livemode).nudge();
  }

  /** Number of objects of a mode whose events wait because the bus refused one. */
  parked(livemode: boolean): number {
    return this.#of(livemode).parked;
  }

  /** Publishes until `signal` aborts; the caller holds the leadership. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#live.run(signal), this.#test.run(signal)]);
  }

  /** One batch of each mode. */
  async pass(): Promise<void> {
    await Promise.all([this.#live.pass(), this.#test.pass()]);
  }

  #of = (livemode: boolean): ModeRelay => (livemode ? this.#live : this.#test);
}
