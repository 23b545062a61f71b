import kit from '../../package.json' with { type: 'json' };
import type { ConsumerConfig, ConsumerInfo } from '@nats-io/jetstream';
import { orMissing, type Bus } from '../bus/bus.ts';
import { isStored, lastStored, type Places } from '../bus/last-stored.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';

const silenceMaxMs = 30_000; // messages wait and none came for that long: the durable is stuck

/** In a durable's metadata: the version that chose its types. */
const versionKey = 'mizan_version';

const isNewer = (version = kit.version): boolean =>
  version.localeCompare(kit.version, undefined, { numeric: true }) > 0;

interface Watched {
  readonly bus: Bus;
  readonly db: SystemReader;
  readonly livemode: boolean;
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
 * the inbox absorbs the repeats. Places in the inbox belong to one incarnation of the durable, so that those of an
 * earlier one, however many, need not be removed.
 */
export class ConsumerWatchdog {
  readonly #watched: Watched;
  #receivedAt = Date.now();
  #created: string | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  received(): void {
    this.#receivedAt = Date.now();
  }

  /**
   * Creates the durable when it is missing and recreates it when it has lost its place. Returns when it was created, by
   * which the places of its messages are known.
   */
  async ensure(): Promise<string> {
    this.#created = await this.#ensure();
    return this.#created;
  }

  async #ensure(): Promise<string> {
    const { bus, livemode, durable } = this.#watched;
    const stream = bus.streamOf(livemode);
    const info = await this.#info();
    const { lastSeq } = await bus.ensureStream(livemode); // after the durable, so that it cannot seem ahead
    const lost = info && (await this.#lostPlace(info));
    this.received();
    if (info && !lost && info.delivered.stream_seq <= lastSeq) {
      // The set of types may have grown with a new version of the service, which an old replica must not undo.
      if (!isNewer(info.config.metadata?.[versionKey]))
        await bus.jsm.consumers.update(stream, durable, this.#updatable());
      return info.created;
    }
    const startSeq =
      lost && Math.min(await lastStored(bus, this.#places(info), lost.streamSeq), info.ack_floor.stream_seq) + 1;
    if (info) await bus.jsm.consumers.delete(stream, durable);
    const { created } = await bus.jsm.consumers.add(stream, this.#configuration(startSeq));
    // Expected when a platform first starts; one that existed has lost its place.
    log[info ? 'warn' : 'info']({
      event: 'consumer.created',
      consumer: durable,
      livemode,
      startSeq,
      recreated: info !== undefined,
    });
    return created;
  }

  /** False when {@link ensure} should run again. */
  async isHealthy(): Promise<boolean> {
    const { bus, livemode } = this.#watched;
    if (!bus.isUp) return true;
    const info = await this.#info();
    if (!info || info.created !== this.#created) return false; // missing, or recreated by another replica
    if (info.num_pending > 0 && info.num_ack_pending === 0 && Date.now() - this.#receivedAt > silenceMaxMs)
      return false;
    const { lastSeq } = await bus.ensureStream(livemode);
    return info.delivered.stream_seq <= lastSeq && !(await this.#lostPlace(info));
  }

  #updatable(): Partial<ConsumerConfig> {
    const { ack_wait, max_deliver, max_ack_pending, filter_subjects, metadata } = this.#configuration(undefined);
    return { ack_wait, max_deliver, max_ack_pending, filter_subjects, ...(metadata && { metadata }) };
  }

  #configuration(startSeq: number | undefined): Partial<ConsumerConfig> {
    return { ...this.#watched.configuration(startSeq), metadata: { [versionKey]: kit.version } };
  }

  #info(): Promise<ConsumerInfo | undefined> {
    const { bus, livemode, durable } = this.#watched;
    return orMissing(bus.jsm.consumers.info(bus.streamOf(livemode), durable));
  }

  /** The newest handled message, when the stream does not hold it where it was. */
  async #lostPlace(info: ConsumerInfo): Promise<Handled | undefined> {
    const places = this.#places(info);
    const newest = await places.below(Number.MAX_SAFE_INTEGER);
    return newest && !(await isStored(this.#watched.bus, places, newest)) ? newest : undefined;
  }

  #places({ created }: ConsumerInfo): Places<Handled> {
    const { db, durable, livemode } = this.#watched;
    return {
      livemode,
      below: (seq) => db.one<Handled>`
        select event_id, stream_seq from inbox
        where consumer = ${durable} and durable_created = ${created}::timestamptz and stream_seq < ${seq}
        order by stream_seq desc limit 1`,
      isOurs: ({ eventId }, msgId) => msgId.startsWith(`${eventId}:`),
    };
  }
}
