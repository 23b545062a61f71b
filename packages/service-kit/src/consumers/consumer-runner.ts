import { setTimeout as wait } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos, type Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { log } from '../telemetry/log.ts';
import { ConsumerWatchdog } from './consumer-watchdog.ts';
import type { Consumer } from './consumer.ts';
import { handleMessage } from './handle-message.ts';

const ackWaitMs = 30_000;
const maxAckPending = 64;
const prefetch = 32; // no more than what surely finishes within ackWaitMs
const lanes = 8; // events of one object share a lane and keep their order
const watchEveryMs = 5_000;

/** Runs one durable consumer: pulls, spreads over lanes, and is watched for what the stream may lose. */
export class ConsumerRunner {
  readonly #bus: Bus;
  readonly #db: Database;
  readonly #consumer: Consumer;
  readonly #durable: string;
  readonly #watchdog: ConsumerWatchdog;
  readonly #stop = new AbortController();
  readonly #tails = new Map<number, Promise<void>>();
  readonly #held = new Set<JsMsg>();
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(bus: Bus, db: Database, service: string, consumer: Consumer) {
    this.#bus = bus;
    this.#db = db;
    this.#consumer = consumer;
    this.#durable = `${service}-${consumer.name}`;
    this.#watchdog = new ConsumerWatchdog(bus, db.system, this.#durable, (from) => this.#configuration(from));
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Stops pulling, lets what runs finish and acknowledges it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#messages?.stop();
    await this.#loop;
    await this.#idle();
  }

  #configuration(startSeq: number | undefined) {
    return {
      durable_name: this.#durable,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_deliver: -1, // the server would strand what it gives up; dead letters are kept in Postgres
      max_ack_pending: maxAckPending,
      filter_subjects: this.#consumer.types.map((type) => this.#bus.subject({ livemode: '*', merchantId: '*', type })),
      ...(startSeq === undefined
        ? { deliver_policy: DeliverPolicy.All }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: startSeq }),
    };
  }

  async #run(): Promise<void> {
    const signal = this.#stop.signal;
    this.#bus.onUp(() => this.#messages?.stop()); // look again at what came back
    while (!signal.aborted) {
      try {
        if (!this.#bus.isUp) await wait(100, undefined, { signal });
        else await this.#session(signal);
      } catch (thrown) {
        if (signal.aborted) return;
        log.warn({ err: thrown, consumer: this.#durable }, 'consumer.interrupted');
        await wait(500, undefined, { signal }).catch(() => 'stopped');
      }
    }
  }

  /** Pulls until stopped, or until the watchdog finds that the durable must be looked at again. */
  async #session(signal: AbortSignal): Promise<void> {
    await this.#watchdog.ensure();
    const handle = await this.#bus.js.consumers.get(this.#bus.streamName, this.#durable);
    const messages = await handle.consume({ max_messages: prefetch, expires: 10_000, idle_heartbeat: 2_500 });
    this.#messages = messages;
    if (signal.aborted) messages.stop();
    const watch = setInterval(() => void this.#watch(messages), watchEveryMs);
    const extend = setInterval(() => this.#extendSlow(), ackWaitMs / 3);
    try {
      for await (const message of messages) {
        this.#watchdog.heard();
        this.#enqueue(message);
      }
    } finally {
      clearInterval(watch);
      clearInterval(extend);
      this.#messages = undefined;
    }
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    const healthy = await this.#watchdog.isHealthy().catch((error: unknown) => {
      log.debug({ err: error, consumer: this.#durable }, 'consumer.watch_failed');
      return true; // the bus is down: nothing to conclude
    });
    if (!healthy) messages.stop();
  }

  #enqueue(message: JsMsg): void {
    const lane = hash(message.string()) % lanes;
    this.#held.add(message);
    const tail = (this.#tails.get(lane) ?? Promise.resolve()).then(async () => {
      if (this.#stop.signal.aborted) message.nak();
      else await this.#handle(message);
      this.#held.delete(message);
    });
    this.#tails.set(lane, tail);
  }

  async #handle(message: JsMsg): Promise<void> {
    const reachable = await handleMessage(this.#db, this.#durable, this.#consumer, message).catch((error: unknown) => {
      log.warn({ err: error, consumer: this.#durable }, 'consumer.message_failed');
      message.nak(1_000);
      return false;
    });
    if (reachable) return;
    while (!this.#stop.signal.aborted && !(await this.#db.isReachable()))
      await wait(500, undefined, { signal: this.#stop.signal }).catch(() => 'stopped');
  }

  #extendSlow(): void {
    for (const message of this.#held) message.working();
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}

/** Lane key from the object's id, read without parsing the whole message; any equal text gives an equal lane. */
function hash(payload: string): number {
  const subject = /"subject":"([^"]*)"/.exec(payload.slice(0, 600))?.[1] ?? '';
  let value = 0;
  for (let i = 0; i < subject.length; i++) value = (value * 31 + subject.charCodeAt(i)) >>> 0;
  return value;
}
