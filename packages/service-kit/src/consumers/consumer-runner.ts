import { setTimeout as wait } from 'node:timers/promises';
import { durableOf, type ServiceName } from '@mizan/contracts';
import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos, type Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Aside } from './aside.ts';
import { ConsumerWatchdog } from './consumer-watchdog.ts';
import type { Consumer } from './consumer.ts';
import { haveHandledAlone, partsOf, type Parts } from './parts.ts';
import type { NoteOutcome } from './batch.ts';
import { handleMessages } from './handle-message.ts';

const ackWaitMs = 30_000;
// Events that wait for their retry count too, so a small number would let one poisonous merchant stop all others; what a
// process holds at once is bounded by its bytes.
const maxAckPending = 10_000;
const defaultHeldMaxBytes = 16 * 1024 ** 2;
const prefetch = 32; // no more than finishes within ackWaitMs
const batchMax = 32; // events in one transaction: enough to share its cost, few enough to end it soon
const batchMaxBytes = 1024 ** 2;
const watchEveryMs = 5_000;

/** The running service that a consumer belongs to. */
interface ConsumingService {
  readonly bus: Bus;
  readonly db: Database;
  readonly service: ServiceName;
  readonly metrics: Metrics;
  /** The mode whose stream is consumed; each mode has a durable, a pull and a worker of its own. */
  readonly livemode: boolean;
  /** Bytes of received events from which on no more are taken; for tests. */
  readonly heldMaxBytes?: number;
}

/** Runs one durable of one mode: pulls, handles in batches, and is watched for what the stream may lose. */
export class ConsumerRunner {
  readonly durable: string;
  readonly livemode: boolean;
  readonly #bus: Bus;
  readonly #db: Database;
  readonly #consumer: Consumer;
  readonly #watchdog: ConsumerWatchdog;
  readonly #stop = new AbortController();
  readonly #queue: JsMsg[] = [];
  readonly #aside = new Aside(({ left, heldBack }) => {
    this.#release(left);
    this.#queue.unshift(...heldBack);
    if (heldBack.length > 0) this.#worker ??= this.#work();
  });
  readonly #parts: Parts;
  #mayBePartial = true;
  #worker: Promise<void> | undefined;
  readonly #held = new Set<JsMsg>();
  readonly #heldMaxBytes: number;
  #heldBytes = 0;
  #released = Promise.withResolvers<void>();
  #messages: ConsumerMessages | undefined;
  readonly #note: NoteOutcome;
  #loop: Promise<void> | undefined;
  #created = '';

  constructor(
    { bus, db, service, metrics, livemode, heldMaxBytes = defaultHeldMaxBytes }: ConsumingService,
    consumer: Consumer,
  ) {
    this.#bus = bus;
    this.#db = db;
    this.#consumer = consumer;
    this.livemode = livemode;
    this.#heldMaxBytes = heldMaxBytes;
    this.durable = durableOf(service, consumer.name);
    this.#parts = partsOf(service, consumer);
    this.#note = (outcome, count) =>
      metrics.add('mizan.consumer.events', { 'mizan.consumer': this.durable, 'mizan.outcome': outcome }, count);
    this.#watchdog = new ConsumerWatchdog({
      bus,
      db: db.system,
      livemode,
      durable: this.durable,
      configuration: (startSeq) => this.#configuration(startSeq),
    });
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Stops pulling, waits for what runs, and acknowledges it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#messages?.stop();
    await this.#loop;
    await this.#idle();
  }

  /** Whether every event up to this number of the mode's stream was handled, those aside that wait for their retry. */
  async hasHandled(streamSeq: number): Promise<boolean> {
    const info = await this.#bus.jsm.consumers.info(this.#bus.streamOf(this.livemode), this.durable);
    const { ack_floor, num_pending, num_ack_pending } = info;
    if (ack_floor.stream_seq >= streamSeq) return true;
    if (num_pending > 0) return false;
    const row = await this.#db.system.one<{ failing: number }>`
      select count(*)::int as failing from consumer_failures
      where consumer = ${this.durable} and livemode = ${this.livemode}`;
    return num_ack_pending <= (row?.failing ?? 0);
  }

  #configuration(startSeq: number | undefined) {
    return {
      durable_name: this.durable,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_deliver: -1, // the server would drop what it stops delivering; dead letters are kept in Postgres
      max_ack_pending: maxAckPending,
      filter_subjects: this.#consumer.types.map((type) =>
        this.#bus.subject({ livemode: this.livemode, merchantId: '*', type }),
      ),
      ...(startSeq === undefined
        ? { deliver_policy: DeliverPolicy.All }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: startSeq }),
    };
  }

  async #run(): Promise<void> {
    const signal = this.#stop.signal;
    this.#bus.onUp(() => this.#messages?.stop()); // check what came back
    while (!signal.aborted) {
      try {
        if (!this.#bus.isUp) await wait(100, undefined, { signal });
        else await this.#session(signal);
      } catch (thrown) {
        if (signal.aborted) return;
        log.warn({ err: thrown, consumer: this.durable }, 'consumer.interrupted');
        await wait(500, undefined, { signal }).catch(() => 'stopped');
      }
    }
  }

  /** Pulls until stopped, or until the watchdog finds that the durable must be checked. */
  async #session(signal: AbortSignal): Promise<void> {
    this.#mayBePartial = this.#parts.size > 0 && (await haveHandledAlone(this.#db.system, this.#parts));
    this.#created = await this.#watchdog.ensure();
    const handle = await this.#bus.js.consumers.get(this.#bus.streamOf(this.livemode), this.durable);
    const messages = await handle.consume({ max_messages: prefetch, expires: 10_000, idle_heartbeat: 2_500 });
    this.#messages = messages;
    if (signal.aborted) messages.stop();
    const watch = setInterval(() => void this.#watch(messages), watchEveryMs);
    const extend = setInterval(() => this.#held.forEach((message) => message.working()), ackWaitMs / 3);
    try {
      for await (const message of messages) {
        this.#watchdog.received();
        this.#held.add(message);
        this.#heldBytes += message.data.length;
        this.#queue.push(message);
        this.#worker ??= this.#work();
        while (this.#heldBytes >= this.#heldMaxBytes) await this.#released.promise;
      }
    } finally {
      clearInterval(watch);
      this.#messages = undefined;
      await this.#idle(); // what was received has its place in this session's durable
      clearInterval(extend);
    }
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    const healthy = await this.#watchdog.isHealthy().catch((error: unknown) => {
      log.debug({ err: error, consumer: this.durable }, 'consumer.watch_failed');
      return true; // the bus is down: nothing to conclude
    });
    if (!healthy) messages.stop();
  }

  /** Until everything that was received is handled. */
  async #idle(): Promise<void> {
    do {
      await this.#worker;
      await this.#aside.ended();
    } while (this.#worker);
  }

  /** Handles what has gathered until nothing is left: a burst makes its own batches. */
  async #work(): Promise<void> {
    await Promise.resolve(); // it is known as the worker before it ends
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      await this.#aside.during(async () => {
        if (this.#stop.signal.aborted) for (const message of batch) message.nak();
        else await this.#handle(batch);
        this.#release(batch.filter((message) => !this.#aside.has(message)));
      });
    }
    this.#worker = undefined;
  }

  #release(messages: readonly JsMsg[]): void {
    for (const message of messages) if (this.#held.delete(message)) this.#heldBytes -= message.data.length;
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }

  #takeBatch(): JsMsg[] {
    let [count, bytes] = [0, 0];
    for (const { data } of this.#queue) {
      bytes += data.length;
      if (count === batchMax || (count > 0 && bytes > batchMaxBytes)) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #handle(batch: readonly JsMsg[]): Promise<void> {
    const place = {
      db: this.#db,
      durable: this.durable,
      consumer: this.#consumer,
      created: this.#created,
      parts: this.#parts,
      mayBePartial: this.#mayBePartial,
      aside: this.#aside,
      livemode: this.livemode,
      prefix: this.#bus.prefix,
    };
    const isReachable = await handleMessages(place, batch, this.#note).catch((error: unknown) => {
      log.warn({ err: error, consumer: this.durable }, 'consumer.batch_failed');
      for (const message of batch) message.nak(1_000);
      return false;
    });
    if (isReachable) return;
    while (!this.#stop.signal.aborted && !(await this.#db.isReachable()))
      await wait(500, undefined, { signal: this.#stop.signal }).catch(() => 'stopped');
  }
}
