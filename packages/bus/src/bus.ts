import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { readCredentials, type Credentials } from './credentials.ts';
import { Durable } from './durable.ts';
import type { AnyBusEvent } from './event.ts';
import type { Handler, Pattern, SubscribeOptions } from './subscribe-options.ts';
import { Subscription } from './subscription.ts';

export interface BusOptions {
  /** `nats://host:port`, one or several. */
  readonly servers: string | string[];
  /** The text of the `.creds` file that `mizan bus users create` made; none for a development stack. */
  readonly credentials?: string;
  /** Begins the names of durables. That of the credentials unless given. */
  readonly team?: string;
  /** `MIZAN_BUS_PREFIX` of the platform, on a shared NATS. */
  readonly prefix?: string;
  /** Shown by the server for this connection. */
  readonly name?: string;
}

/** A connection to the events of a platform. It comes back by itself whenever the bus does. */
export class Bus {
  readonly #connection: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #prefix: string;
  readonly #who: Credentials;
  readonly #subscriptions = new Set<Subscription>();

  private constructor(connection: NatsConnection, jsm: JetStreamManager, prefix: string, who: Credentials) {
    this.#connection = connection;
    this.#jsm = jsm;
    this.#prefix = prefix;
    this.#who = who;
  }

  /** @throws when there is no server, or when it does not know the credentials */
  static async connect(options: BusOptions): Promise<Bus> {
    const { servers, credentials, prefix = '' } = options;
    const known = credentials === undefined ? undefined : readCredentials(credentials, prefix);
    const who = { mode: '*', merchantId: '*', ...known, team: options.team ?? known?.team ?? '' };
    if (!/^[a-z][a-z0-9_]*$/.test(who.team))
      throw new Error('Name the team: `team` is lower-case letters, digits and _, beginning with a letter.');
    const connection = await connect({
      servers,
      name: options.name ?? who.team,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      ...(credentials === undefined
        ? {}
        : {
            authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
            inboxPrefix: `_INBOX_${who.team}`,
          }),
    });
    return new Bus(connection, await jetstreamManager(connection, { checkAPI: false }), prefix, who);
  }

  /**
   * Hands every event that matches to the handler, from where the durable stands.
   *
   * @throws when the credentials do not allow it, or the server cannot be reached
   */
  async subscribe<const P extends Pattern>(
    pattern: P,
    options: SubscribeOptions,
    handler: Handler<P>,
  ): Promise<Subscription> {
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(options.durable))
      throw new Error('`durable` is lower-case letters, digits, _ and -.');
    const { mode = this.#who.mode, merchantId = this.#who.merchantId } = options;
    const filter = `${this.#prefix}events.v1.${mode}.${merchantId}.${pattern.replace(/\*$/, '>')}`;
    const stream = `${this.#prefix.replaceAll(/[.*>\s]/g, '_')}EVENTS`;
    const durable = new Durable(this.#jsm, stream, `${this.#who.team}-${options.durable}`, filter);
    const subscription = new Subscription(
      jetstream(this.#connection),
      stream,
      durable,
      options,
      handler as (event: AnyBusEvent) => Promise<void> | void,
    );
    await subscription.start();
    this.#subscriptions.add(subscription);
    return subscription;
  }

  /** Resolves when the connection has ended for good: with the reason, or with nothing after {@link drain}. */
  closed(): Promise<Error | undefined> {
    return this.#connection.closed().then((reason) => reason ?? undefined);
  }

  /** Lets every handler finish, acknowledges what they did, gives the rest back, and disconnects. */
  async drain(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((each) => each.stop()));
    await this.#connection.drain();
  }
}
