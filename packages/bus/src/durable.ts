import { AckPolicy, DeliverPolicy, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { nanos, TimeoutError } from '@nats-io/transport-node';
import type { StartFrom } from './subscribe-options.ts';

/** How long the server waits for an acknowledgement before it redelivers; longer handlers send heartbeats. */
export const ackWaitMs = 30_000;
/** How many events may be unacknowledged at a time: being handled, or awaiting a retry. */
export const maxAckPending = 1_000;

interface Position {
  readonly stream: string;
  /** Of the consumer on the server. */
  readonly name: string;
  /** The name that the subscriber gave it. */
  readonly durable: string;
  /** The subject of the events that it reads. */
  readonly filter: string;
}

/** The durable reads other events: two subscriptions would take turns and each miss some. */
export class DurableTaken extends Error {
  override readonly name = 'DurableTaken';
}

/** What the server answers when another process creates or deletes the durable between two of our requests. */
const changedMeanwhile = [10_013, 10_014, 10_148]; // the name is in use, not found, already exists
const triesMax = 10;

const isChangedMeanwhile = (thrown: unknown): boolean =>
  thrown instanceof JetStreamApiError && changedMeanwhile.includes(thrown.code);

/** A position in the stream that the server stores under a name. */
export class Durable {
  readonly #jsm: JetStreamManager;
  readonly #position: Position;
  readonly #stream: string;
  readonly name: string;

  constructor(jsm: JetStreamManager, position: Position) {
    this.#jsm = jsm;
    this.#position = position;
    this.#stream = position.stream;
    this.name = position.name;
  }

  /**
   * Creates it unless it exists, also where other processes create or delete it at the same time. It has a single filter, because permissions check only the filter in the request's subject.
   *
   * @throws DurableTaken when it exists and reads other events
   */
  async ensure(from: StartFrom): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#createOrUpdate(from);
      } catch (thrown) {
        if (tries === triesMax || !isChangedMeanwhile(thrown)) throw thrown;
      }
  }

  async #createOrUpdate(from: StartFrom): Promise<void> {
    const { durable, filter } = this.#position;
    const settings = { ack_wait: nanos(ackWaitMs), max_ack_pending: maxAckPending, filter_subject: filter };
    const found = await this.#info();
    if (found !== undefined) {
      const { filter_subject: former } = found.config;
      if (former !== filter)
        throw new DurableTaken(
          `The durable \`${durable}\` reads ${former}, and not ${filter}. It may be that of another service of your team: use another durable, which the credentials allow if they were created with \`--durables\`. If it is your own, \`restart: true\` discards its position.`,
        );
      await this.#jsm.consumers.update(this.#stream, this.name, settings);
      return;
    }
    await this.#jsm.consumers.add(this.#stream, {
      ...settings,
      durable_name: this.name,
      name: this.name,
      ack_policy: AckPolicy.Explicit,
      max_deliver: -1, // the server would strand a message that exceeded its limit
      ...deliveryFrom(from),
    });
  }

  /** Deletes the position. */
  async delete(): Promise<void> {
    if ((await this.#info()) === undefined) return;
    await this.#jsm.consumers.delete(this.#stream, this.name).catch((thrown: unknown) => {
      if (!isChangedMeanwhile(thrown)) throw thrown; // another process has deleted it
    });
  }

  /** Events not yet delivered, and events being handled or awaiting a retry. @throws Error when the bus is away */
  async lag(): Promise<{ pending: number; unacknowledged: number }> {
    const info = await this.#info();
    return { pending: info?.num_pending ?? 0, unacknowledged: info?.num_ack_pending ?? 0 };
  }

  async #info() {
    try {
      return await this.#jsm.consumers.info(this.#stream, this.name);
    } catch (thrown) {
      if (thrown instanceof JetStreamApiError && thrown.status === 404) return undefined;
      throw thrown instanceof TimeoutError ? new Error('The bus did not answer.', { cause: thrown }) : thrown;
    }
  }
}

function deliveryFrom(from: StartFrom) {
  if (from === 'all') return { deliver_policy: DeliverPolicy.All };
  if (from === 'new') return { deliver_policy: DeliverPolicy.New };
  if ('sequence' in from) return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from.sequence };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: new Date(from.time).toISOString() };
}
