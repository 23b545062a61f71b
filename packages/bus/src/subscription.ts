import { setTimeout as wait } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import { Attempts } from './attempts.ts';
import { ackWaitMs, DurableTaken, type Durable } from './durable.ts';
import { readEvent, type AnyBusEvent } from './event.ts';
import { Lanes } from './lanes.ts';
import type { SubscribeOptions } from './subscribe-options.ts';
import { inTraceOf } from './trace.ts';

const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const maxAttempts = 8;
// An event that is delivered so often without a result probably ends its processes. A delivery that a restart returned counts as well,
// so this is more than the restarts of a long outage.
const leastDeliveriesMax = 100;
const deliveriesPerAttempt = 3;
const transientDelayMs = 1_000;
const transientReportMs = 60_000; // an outage of an hour makes 60 reports of an event, and not 3,600
const reconnectDelayMs = 500;
const workingEveryMs = ackWaitMs / 3;
const reasonMax = 2_000; // characters kept of a handler's error

interface Parts {
  readonly jetStream: JetStreamClient;
  readonly stream: string;
  readonly durable: Durable;
  readonly options: SubscribeOptions;
  /** Called when the subscription has ended by itself while the connection is open. */
  readonly onEnd: (reason: Error) => void;
  /** Receives only events of the types subscribed to. */
  readonly handler: (event: AnyBusEvent) => Promise<void> | void;
}

/** A connection that was lost for a moment, which is reported as such. */
const isSilence = (thrown: unknown): boolean => thrown instanceof Error && /heartbeats missed/i.test(thrown.message);

/** Passes events to a handler until it is stopped. */
export class Subscription {
  readonly #jetStream: JetStreamClient;
  readonly #stream: string;
  readonly #durable: Durable;
  readonly #options: SubscribeOptions;
  readonly #handler: Parts['handler'];
  readonly #onEnd: Parts['onEnd'];
  readonly #lanes: Lanes;
  readonly #attempts = new Attempts();
  readonly #stopping = new AbortController();
  /** Messages that were taken and not answered yet. */
  readonly #held = new Set<JsMsg>();
  #heartbeat: NodeJS.Timeout | undefined;
  #messages: ConsumerMessages | undefined;
  #isAway = false;
  #pulling: Promise<void> | undefined;

  constructor({ jetStream, stream, durable, options, onEnd, handler }: Parts) {
    this.#jetStream = jetStream;
    this.#stream = stream;
    this.#durable = durable;
    this.#options = options;
    this.#handler = handler;
    this.#onEnd = onEnd;
    this.#lanes = new Lanes(options.concurrency ?? 1);
  }

  /** Called by {@link Bus.subscribe}. @throws when the server refuses the subscription */
  async start(): Promise<void> {
    if (this.#options.restart) await this.#durable.delete();
    await this.#durable.ensure(this.#options.from ?? 'all');
    this.#heartbeat = setInterval(() => {
      for (const message of this.#held) message.working();
    }, workingEveryMs);
    this.#pulling = this.#pull();
  }

  /** How many events the handler is behind. @throws Error when the bus is away */
  lag(): Promise<{ pending: number; unacknowledged: number }> {
    return this.#durable.lag();
  }

  /** Passes the payload of a dead letter to the handler again. @throws what the handler throws */
  readonly handle = async (payload: string): Promise<void> => {
    const event = readEvent(payload);
    await inTraceOf(event, this.#options.durable, async () => this.#handler(event));
  };

  /** Accepts no more events, waits for the running handlers and returns the rest to the other processes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#messages?.stop();
    const closed = this.#lanes.close();
    await this.#pulling;
    await closed;
    clearInterval(this.#heartbeat);
  }

  /** Called when the server is away: nothing arrives until the client has reconnected. */
  reportAway(server: string): void {
    this.#isAway = true;
    if (!this.#stopping.signal.aborted) this.#report('the bus is away', new Error(`disconnected from ${server}`), '');
  }

  /** Called when the client has reconnected. */
  reportBack(): void {
    this.#isAway = false;
  }

  /** Called when nothing will arrive any more: the connection is closed for good, or another subscription has the durable. */
  end(reason: Error): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    clearInterval(this.#heartbeat); // or it would keep the process running
    this.#messages?.stop();
    this.#report('the subscription has ended', reason, '');
  }

  async #pull(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#isAway) {
        await wait(reconnectDelayMs, undefined, { signal }).catch(() => 'stopped');
        continue; // it was reported
      }
      try {
        const consumer = await this.#jetStream.consumers.get(this.#stream, this.#durable.name);
        while (!signal.aborted) await this.#fetchInto(await this.#lanes.room(), consumer);
      } catch (thrown) {
        if (this.#isAway || isSilence(thrown)) continue;
        if (!signal.aborted) this.#report('the subscription was interrupted', thrown);
      }
      if (signal.aborted) return;
      await wait(reconnectDelayMs, undefined, { signal }).catch(() => 'stopped');
      await this.#restore();
    }
  }

  /** Fetches so many events at most; waits up to ten seconds for them. */
  async #fetchInto(room: number, consumer: Consumer): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const messages = await consumer.fetch({ max_messages: room, expires: 10_000, idle_heartbeat: 2_500 });
    this.#messages = messages;
    if (signal.aborted) messages.stop();
    for await (const message of messages) this.#receive(message);
  }

  /** Creates the durable again. The stream's store was lost and the platform republishes the last week: no event may be skipped. */
  async #restore(): Promise<void> {
    try {
      await this.#durable.ensure('all');
    } catch (thrown) {
      if (this.#stopping.signal.aborted) return;
      if (!(thrown instanceof DurableTaken)) return this.#report('the durable could not be created', thrown);
      this.end(thrown);
      this.#onEnd(thrown);
    }
  }

  #receive(message: JsMsg): void {
    const drop = () => {
      this.#held.delete(message);
      message.nak();
    };
    const held = (work: () => Promise<void>) => () => work().finally(() => this.#held.delete(message));
    if (this.#stopping.signal.aborted) return drop();
    this.#held.add(message);
    let event: AnyBusEvent;
    try {
      event = readEvent(message.string());
    } catch (thrown) {
      const id = `seq:${message.seq}`;
      return this.#lanes.add(
        id,
        held(() => this.#deadLetter(message, id, thrown)),
        drop,
      );
    }
    this.#lanes.add(
      event.objectId,
      held(() => this.#handle(message, event)),
      drop,
    );
  }

  async #handle(message: JsMsg, event: AnyBusEvent): Promise<void> {
    const attemptsMax = this.#options.maxAttempts ?? maxAttempts;
    const deliveriesMax = Math.max(leastDeliveriesMax, attemptsMax * deliveriesPerAttempt);
    const { deliveryCount } = message.info;
    if (deliveryCount > deliveriesMax)
      return this.#deadLetter(message, event.id, new Error(`delivered ${deliveryCount} times and never acknowledged`));
    try {
      await this.#attempt(event);
      this.#attempts.forget(event.id);
      message.ack();
    } catch (thrown) {
      if (this.#stopping.signal.aborted && this.#isTransient(thrown)) return message.nak();
      const attempt = this.#attempts.fail(event.id, deliveryCount);
      if (attempt >= attemptsMax || deliveryCount >= deliveriesMax)
        return await this.#deadLetter(message, event.id, thrown);
      this.#report(`${event.type} ${event.id} failed (attempt ${attempt} of ${attemptsMax})`, thrown);
      const delays = this.#options.retryDelaysMs ?? retryDelaysMs;
      message.nak(delays[Math.min(attempt, delays.length) - 1] ?? 0);
    }
  }

  /** Runs the handler, and retries it for as long as its failure is transient. */
  async #attempt(event: AnyBusEvent): Promise<void> {
    let reportAt = 0;
    for (;;) {
      try {
        return await inTraceOf(event, this.#options.durable, async () => this.#handler(event));
      } catch (thrown) {
        if (!this.#isTransient(thrown)) throw thrown;
        if (performance.now() >= reportAt) {
          this.#report(`${event.type} ${event.id} is waiting for a transient failure to pass`, thrown);
          reportAt = performance.now() + transientReportMs;
        }
        await wait(transientDelayMs, undefined, { signal: this.#stopping.signal }).catch(() => 'stopped');
        if (this.#stopping.signal.aborted) throw thrown;
      }
    }
  }

  #isTransient(thrown: unknown): boolean {
    return this.#options.isTransient?.(thrown) === true;
  }

  /** Terminates the delivery once the dead letter is stored; until then the message is redelivered. */
  async #deadLetter(message: JsMsg, eventId: string, thrown: unknown): Promise<void> {
    const reason = (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, reasonMax);
    const { durable, onDeadLetter } = this.#options;
    const { subject, info } = message;
    const letter = { durable, eventId, subject, payload: message.string(), reason, deliveries: info.deliveryCount };
    try {
      await onDeadLetter?.(letter);
      this.#attempts.forget(eventId);
      message.term(reason.slice(0, 200));
      const isStored = onDeadLetter !== undefined;
      this.#report(`${eventId} is ${isStored ? 'now a dead letter' : 'lost: set onDeadLetter to store it'}`, thrown);
    } catch (failure) {
      this.#report(`the dead letter ${eventId} could not be stored`, failure);
      message.nak(transientDelayMs);
    }
  }

  /** Without `onProblem` the process is warned: no failure is silent. */
  #report(problem: string, cause: unknown, detail = cause instanceof Error ? (cause.stack ?? '') : ''): void {
    const { onProblem } = this.#options;
    const warn = (): void => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      process.emitWarning(`${problem}: ${reason}`, { type: 'MizanBusWarning', detail });
    };
    if (!onProblem) return warn();
    // A reporter that fails, at once or later, must end neither the subscription nor the process.
    new Promise((resolve) => resolve(onProblem(problem, cause))).catch(warn);
  }
}
