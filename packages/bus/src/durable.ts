import { AckPolicy, DeliverPolicy, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Begin } from './subscribe-options.ts';

/** How long the server waits for an answer to a delivery before it delivers again; handlers that run longer say so. */
export const ackWaitMs = 30_000;
const maxAckPending = 1_000;

/** A place in the stream that the server keeps. */
export class Durable {
  readonly #jsm: JetStreamManager;
  readonly #stream: string;
  readonly #filter: string;
  readonly name: string;

  constructor(jsm: JetStreamManager, stream: string, name: string, filter: string) {
    this.#jsm = jsm;
    this.#stream = stream;
    this.#filter = filter;
    this.name = name;
  }

  /** Makes it where there is none. One filter alone, in the subject that makes it: permissions look at nothing else. */
  async ensure(from: Begin): Promise<void> {
    const settings = { ack_wait: nanos(ackWaitMs), max_ack_pending: maxAckPending, filter_subject: this.#filter };
    if ((await this.#info()) !== undefined) {
      await this.#jsm.consumers.update(this.#stream, this.name, settings);
      return;
    }
    await this.#jsm.consumers.add(this.#stream, {
      ...settings,
      durable_name: this.name,
      name: this.name,
      ack_policy: AckPolicy.Explicit,
      max_deliver: -1, // the server would strand what it gives up
      ...deliveryFrom(from),
    });
  }

  /** Forgets the place. */
  async forget(): Promise<void> {
    if ((await this.#info()) !== undefined) await this.#jsm.consumers.delete(this.#stream, this.name);
  }

  /** Events that are still to come, and those that are being handled or wait for another attempt. */
  async lag(): Promise<{ pending: number; unacknowledged: number }> {
    const info = await this.#info();
    return { pending: info?.num_pending ?? 0, unacknowledged: info?.num_ack_pending ?? 0 };
  }

  async #info() {
    try {
      return await this.#jsm.consumers.info(this.#stream, this.name);
    } catch (thrown) {
      if (thrown instanceof JetStreamApiError && thrown.status === 404) return undefined;
      throw thrown;
    }
  }
}

function deliveryFrom(from: Begin) {
  if (from === 'all') return { deliver_policy: DeliverPolicy.All };
  if (from === 'new') return { deliver_policy: DeliverPolicy.New };
  if ('sequence' in from) return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from.sequence };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: new Date(from.time).toISOString() };
}
