import { setTimeout as wait } from 'node:timers/promises';
import { subjectOf } from '@mizan/contracts';
import {
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
  type PubAck,
  type StreamInfo,
} from '@nats-io/jetstream';
import {
  connect,
  credsAuthenticator,
  nanos,
  type Msg,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { z } from 'zod';
import { log } from '../telemetry/log.ts';
import { inboxOf } from './bus-users.ts';
import { serviceStreamOf, serviceStreamSettings } from './streams.ts';

const reconnectWaitMs = 250;
const publishTimeoutMs = 2_000;
const adminTimeoutMs = 2_000; // requests about streams and consumers; a server that is shutting down must not delay a stop

export interface BusOptions {
  url: string;
  /** Before the stream's name and every subject, for several stacks on one NATS. */
  prefix: string;
  /** Shown by the server for this connection. */
  name: string;
  /** Whose connection this is; names the inbox that answers come to. */
  user: string;
  /** How many servers of a cluster keep each event; 1 when there is but one. */
  replicas?: number;
  /** The text of a `.creds` file in base64, where the server requires credentials. */
  credentials?: string | undefined;
}

/** A message as stored: its sequence in the stream and the transport id it was published under. */
export interface StoredMessage {
  seq: number;
  msgId: string;
}

/** A mode's stream as it is now. */
export interface StreamState {
  /** When it was created; changes when its store was lost. */
  created: string;
  /** Sequence of the oldest message that it holds; what came before was purged or grew too old. */
  firstSeq: number;
  lastSeq: number;
}

/** What the subject of an event names. */
export interface Addressed {
  livemode: boolean;
  merchantId: string;
  type: string;
}

/** The connection to NATS JetStream, made in the background and for ever: while it is down, the outbox is the record. */
export class Bus {
  readonly #options: BusOptions;
  readonly #onUp = new Set<() => void>();
  #connection: NatsConnection | undefined;
  #js: JetStreamClient | undefined;
  #jsm: JetStreamManager | undefined;
  #closed = false;
  readonly #supervisor: Promise<void>;

  constructor(options: BusOptions) {
    this.#options = options;
    this.#supervisor = this.#supervise();
  }

  /** Whether messages can be sent now. */
  get isUp(): boolean {
    return this.#jsm !== undefined;
  }

  /** Version of the server; undefined while there is none. */
  get serverVersion(): string | undefined {
    return this.isUp ? this.#connection?.info?.version : undefined;
  }

  /** Before every subject of the stack. */
  get prefix(): string {
    return this.#options.prefix;
  }

  get jsm(): JetStreamManager {
    if (!this.#jsm) throw new Error('The bus is down.');
    return this.#jsm;
  }

  get js(): JetStreamClient {
    if (!this.#js) throw new Error('The bus is down.');
    return this.#js;
  }

  /** Calls back after every connect and reconnect. */
  onUp(callback: () => void): void {
    this.#onUp.add(callback);
    if (this.isUp) callback();
  }

  subject(parts: { livemode: boolean | '*'; merchantId: string; type: string }): string {
    return subjectOf({ prefix: this.#options.prefix, ...parts });
  }

  /** Name of the stream that carries one mode. */
  streamOf(livemode: boolean): string {
    return serviceStreamOf(this.#options.prefix, livemode);
  }

  /** Creates the mode's stream when it is missing. */
  async ensureStream(livemode: boolean): Promise<StreamState> {
    const stream = this.streamOf(livemode);
    const known = await orMissing(this.jsm.streams.info(stream));
    if (known) return stateOf(known);
    const { prefix, replicas = 1 } = this.#options;
    const made = await this.jsm.streams.add(serviceStreamSettings({ prefix, livemode, replicas }));
    log.info({ stream }, 'bus.stream_created');
    return stateOf(made);
  }

  /** Publishes to the stream of the event's mode. */
  publish(event: Addressed, payload: string, msgId: string): Promise<PubAck> {
    return this.js.publish(this.subject(event), payload, {
      msgID: msgId,
      expect: { streamName: this.streamOf(event.livemode) },
      timeout: publishTimeoutMs,
    });
  }

  /** The message at a sequence of the mode's stream, or undefined when the stream does not hold it. */
  async messageAt({ livemode, seq }: { livemode: boolean; seq: number }): Promise<StoredMessage | undefined> {
    const message = await orMissing(this.jsm.streams.getMessage(this.streamOf(livemode), { seq }));
    return message ? { seq: message.seq, msgId: message.header.get('Nats-Msg-Id') } : undefined;
  }

  /**
   * Subscribes to events as they pass, on every replica and without memory: only for dropping caches early. What came under
   * another subject than its own is dropped.
   */
  listen(types: readonly string[], onMessage: (payload: string) => void): void {
    const subscriptions: Subscription[] = [];
    this.onUp(() => {
      for (const old of subscriptions.splice(0)) old.unsubscribe();
      for (const type of types) {
        const callback = (error: Error | null, message: Msg): void => {
          if (!error && this.#isAddressedAsItSays(message)) onMessage(message.string());
        };
        const subject = this.subject({ livemode: '*', merchantId: '*', type });
        const subscription = this.#connection?.subscribe(subject, { callback });
        if (subscription) subscriptions.push(subscription);
      }
    });
  }

  #isAddressedAsItSays(message: Msg): boolean {
    const { data } = Addressing.safeParse(parseOrUndefined(message.string()));
    return data !== undefined && message.subject === this.subject({ ...data, merchantId: data.merchantid });
  }

  async close(): Promise<void> {
    this.#closed = true;
    // A connection that is down has nothing to drain, and only close() ends its attempts to come back.
    if (this.isUp)
      await this.#connection?.drain().catch((error: unknown) => log.debug({ err: error }, 'bus.drain_failed'));
    await this.#connection?.close();
    await this.#supervisor;
  }

  async #supervise(): Promise<void> {
    const { credentials } = this.#options;
    while (!this.#closed) {
      try {
        const connection = await connect({
          servers: this.#options.url,
          name: this.#options.name,
          inboxPrefix: inboxOf(this.#options.user),
          ...(credentials ? { authenticator: credsAuthenticator(Buffer.from(credentials, 'base64')) } : {}),
          maxReconnectAttempts: -1,
          reconnectTimeWait: reconnectWaitMs,
          reconnectJitter: 100,
          timeout: 2_000,
          pingInterval: 10_000,
          noAsyncTraces: true, // otherwise every publish allocates two errors in case it fails; ours name the event
        });
        this.#connection = connection;
        await this.#follow(connection);
      } catch (thrown) {
        log.debug({ err: thrown }, 'bus.connect_failed');
        if (!this.#closed) await wait(reconnectWaitMs);
      }
    }
  }

  /** Keeps the JetStream clients in step with the connection until it closes for good. */
  async #follow(connection: NatsConnection): Promise<void> {
    const opened = connection.closed();
    await this.#markUp(connection);
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        log.warn('bus.disconnected');
        this.#js = this.#jsm = undefined;
      } else if (status.type === 'reconnect') {
        await this.#markUp(connection);
      }
    }
    this.#js = this.#jsm = undefined;
    await opened;
  }

  async #markUp(connection: NatsConnection): Promise<void> {
    // checkAPI would fail while JetStream itself is still recovering; the guards below find that out on their own.
    this.#js = jetstream(connection, { timeout: adminTimeoutMs });
    this.#jsm = await jetstreamManager(connection, { checkAPI: false, timeout: adminTimeoutMs });
    log.info({ server: connection.getServer() }, 'bus.connected');
    for (const callback of this.#onUp) callback();
  }
}

/** What the body of an event says of its subject. */
const Addressing = z.object({ livemode: z.boolean(), merchantid: z.string(), type: z.string() });

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const stateOf = ({ created, state }: StreamInfo): StreamState => ({
  created,
  firstSeq: state.first_seq,
  lastSeq: state.last_seq,
});

/** What JetStream responds; undefined when it has no such stream, consumer or message. */
export const orMissing = <T>(response: Promise<T>): Promise<T | undefined> =>
  response.catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });

/** A server without its store answers 503. */
const isMissing = (thrown: unknown): boolean =>
  (thrown instanceof JetStreamApiError && thrown.status === 404) ||
  (thrown instanceof Error && thrown.name === 'JetStreamNotEnabled');

export { nanos };
