import type { ConsumerConfig, ConsumerInfo } from '@nats-io/jetstream';
import { orMissing, streamMaxAgeMs, type Bus } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';

const silenceMaxMs = 30_000; // messages wait and none came for that long: the durable is stuck

interface Watched {
  readonly bus: Bus;
  readonly db: SystemReader;
  readonly durable: string;
  readonly configuration: (startSeq: number | undefined) => Partial<ConsumerConfig>;
}

interface Handled {
  eventId: string;
  streamSeq: number;
}

/**
 * Finds out when the stream lost messages that this durable had already passed. The durable then stays ahead of the
 * stream and silently skips what is published next, so it is recreated from the last message that both sides know;
 * the inbox absorbs the repeats.
 */
export class ConsumerWatchdog {
  readonly #bus: Bus;
  readonly #db: SystemReader;
  readonly #durable: string;
  readonly #configuration: Watched['configuration'];
  #receivedAt = Date.now();

  constructor({ bus, db, durable, configuration }: Watched) {
    this.#bus = bus;
    this.#db = db;
    this.#durable = durable;
    this.#configuration = configuration;
  }

  received(): void {
    this.#receivedAt = Date.now();
  }

  /** Creates the durable when it is missing and recreates it when it has lost its place. */
  async ensure(): Promise<void> {
    await this.#bus.ensureStream();
    const info = await this.#info();
    const lastCommon = await this.#lastCommonSeq();
    if (info && lastCommon === 'intact' && !(await this.#isAhead(info))) {
      // The set of types may have grown with a new version of the service.
      await this.#bus.jsm.consumers.update(this.#bus.streamName, this.#durable, this.#updatable());
      this.received();
      return;
    }
    const startSeq = info && lastCommon !== 'intact' ? Math.min(lastCommon, info.ack_floor.stream_seq) + 1 : undefined;
    if (info) await this.#bus.jsm.consumers.delete(this.#bus.streamName, this.#durable);
    await this.#bus.jsm.consumers.add(this.#bus.streamName, this.#configuration(startSeq));
    log.warn({ consumer: this.#durable, startSeq, recreated: info !== undefined }, 'consumer.created');
    this.received();
  }

  /** False when {@link ensure} should run again. */
  async isHealthy(): Promise<boolean> {
    if (!this.#bus.isUp) return true;
    const info = await this.#info();
    if (!info) return false;
    if (info.num_pending > 0 && info.num_ack_pending === 0 && Date.now() - this.#receivedAt > silenceMaxMs)
      return false;
    return (await this.#lastCommonSeq(true)) === 'intact' && !(await this.#isAhead(info));
  }

  #updatable(): Partial<ConsumerConfig> {
    const { ack_wait, max_deliver, max_ack_pending, filter_subjects } = this.#configuration(undefined);
    return { ack_wait, max_deliver, max_ack_pending, filter_subjects };
  }

  #info(): Promise<ConsumerInfo | undefined> {
    return orMissing(this.#bus.jsm.consumers.info(this.#bus.streamName, this.#durable));
  }

  async #isAhead(info: ConsumerInfo): Promise<boolean> {
    const stream = await this.#bus.jsm.streams.info(this.#bus.streamName);
    return info.delivered.stream_seq > stream.state.last_seq;
  }

  /**
   * `intact` when the newest handled message is still where it was; otherwise the highest sequence at which stream and
   * inbox agree (0: none), with the inbox's sequences above it forgotten.
   */
  async #lastCommonSeq(onlyLook = false): Promise<number | 'intact'> {
    const newest = await this.#handledBelow(Number.MAX_SAFE_INTEGER);
    if (!newest || (await this.#agrees(newest))) return 'intact';
    if (onlyLook) return 0;
    const common = await this.#search(newest.streamSeq);
    await this.#db.sql`update inbox set stream_seq = null where consumer = ${this.#durable} and stream_seq > ${common}`;
    return common;
  }

  /** Halves the range: agreement is monotonic, because a stream only ever loses its tail. */
  async #search(disagreeing: number): Promise<number> {
    let [agreed, low, high] = [0, 0, disagreeing];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const row = await this.#handledBelow(middle + 1);
      if (row && row.streamSeq > low && !(await this.#agrees(row))) {
        high = row.streamSeq;
        continue;
      }
      if (row) agreed = Math.max(agreed, row.streamSeq);
      low = middle;
    }
    return agreed;
  }

  #handledBelow(seq: number): Promise<Handled | undefined> {
    return this.#db.one<Handled>`
      select event_id, stream_seq from inbox
      where consumer = ${this.#durable} and stream_seq < ${seq}
        and handled_at > now() - ${streamMaxAgeMs / 1000} * interval '1 second'
      order by stream_seq desc limit 1`;
  }

  async #agrees(row: Handled): Promise<boolean> {
    const stored = await this.#bus.messageAt(row.streamSeq);
    return stored?.msgId.startsWith(`${row.eventId}:`) === true;
  }
}
