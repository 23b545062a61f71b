import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { assertBusOptions, assertSubscribeOptions } from './assert-options.ts';
import { assertReadable, consumerNameOf, readCredentials, type Credentials } from './credentials.ts';
import { Durable } from './durable.ts';
import { eventTypes } from './event-types.ts';
import type { AnyBusEvent } from './event.ts';
import type { Handler, Pattern, SubscribeOptions } from './subscribe-options.ts';
import { Subscription } from './subscription.ts';

export interface BusOptions {
  /** `nats://host:port`, one or several. */
  readonly servers: string | string[];
  /** The `.creds` file from `mizan bus users create`, as text or bytes; not needed for a development stack. */
  readonly credentials?: string | Uint8Array;
  /** Prefix of the names of durables; with credentials, it is their team. */
  readonly team?: string;
  /** `MIZAN_BUS_PREFIX` of the platform, on a shared NATS. */
  readonly prefix?: string;
  /** The name under which the server lists this connection. */
  readonly name?: string;
}

/** A connection to the events of a platform. It reconnects by itself. */
export class Bus {
  readonly #connection: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #prefix: string;
  readonly #credentials: Credentials;
  #draining: Promise<void> | undefined;
  readonly #subscriptions = new Set<Subscription>();
  /** Resolves when a subscription has ended by itself. */
  readonly #ended: Promise<Error>;
  #onEnd: ((reason: Error) => void) | undefined;

  private constructor(
    connection: NatsConnection,
    jsm: JetStreamManager,
    { prefix, credentials }: { prefix: string; credentials: Credentials },
  ) {
    this.#connection = connection;
    this.#jsm = jsm;
    this.#prefix = prefix;
    this.#credentials = credentials;
    this.#ended = new Promise((resolve) => (this.#onEnd = resolve));
  }

  /** @throws when the server cannot be reached or rejects the credentials */
  static async connect(options: BusOptions): Promise<Bus> {
    assertBusOptions(options);
    const { servers, prefix = '' } = options;
    const credentials = textOf(options.credentials);
    const read = credentials === undefined ? undefined : readCredentials(credentials, prefix);
    if (read && options.team !== undefined && options.team !== read.team)
      throw new Error(`The credentials are of the team \`${read.team}\`, not \`${options.team}\`. Leave out \`team\`.`);
    const allowed = {
      mode: '*',
      merchantId: '*',
      consumers: [],
      types: [],
      ...read,
      team: read?.team ?? options.team ?? '',
    };
    if (!/^[a-z][a-z0-9_]*$/.test(allowed.team))
      throw new Error(
        'Pass `credentials`, or, on a bus without users, `team`: lowercase letters, digits and _, starting with a letter.',
      );
    const connection = await connect({
      servers,
      name: options.name ?? allowed.team,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      ...(credentials !== undefined && {
        authenticator: credsAuthenticator(new TextEncoder().encode(credentials.replaceAll('\r', ''))), // nats.js reads no line ends of Windows
        ...(read?.inboxPrefix !== undefined && { inboxPrefix: read.inboxPrefix }),
      }),
    }).catch((thrown: unknown) => {
      throw describeRefusal(thrown, options);
    });
    const jsm = await jetstreamManager(connection, { checkAPI: false });
    const bus = new Bus(connection, jsm, { prefix, credentials: allowed });
    void bus.#reportAway();
    void bus.#closed().then((reason) => {
      if (reason) for (const subscription of bus.#subscriptions) subscription.end(reason);
    });
    return bus;
  }

  /**
   * Passes every event that matches the pattern to the handler, from the durable's position on.
   *
   * @throws when an option is wrong, no event has such a type, the credentials do not allow it, the connection is closed, or the
   * server cannot be reached
   */
  async subscribe<const P extends Pattern>(
    pattern: P,
    options: SubscribeOptions,
    handler: Handler<P>,
  ): Promise<Subscription> {
    assertSubscribeOptions(options);
    if (typeof handler !== 'function') throw new Error('Pass a handler: a function of the event.');
    assertKnown(pattern);
    const { mode = this.#credentials.mode, merchantId = this.#credentials.merchantId } = options;
    assertReadable(this.#credentials, { pattern, mode, merchantId });
    const filter = `${this.#prefix}events.v1.${mode}.${merchantId}.${pattern.replace(/\*$/, '>')}`;
    const stream = `${this.#prefix.replaceAll(/[.*>\s]/g, '_')}EVENTS`;
    if (this.#draining || this.#connection.isClosed())
      throw new Error(
        'The connection to the bus is closed, by `drain()` or for the reason that `closed()` returns. Connect again with `Bus.connect`.',
      );
    const durable = new Durable(this.#jsm, {
      stream,
      name: consumerNameOf(this.#credentials, options.durable),
      durable: options.durable,
      filter,
    });
    const subscription = new Subscription({
      jetStream: jetstream(this.#connection),
      stream,
      durable,
      options,
      onEnd: (reason) => this.#onEnd?.(reason),
      handler: handler as (event: AnyBusEvent) => Promise<void> | void,
    });
    await subscription.start();
    this.#subscriptions.add(subscription);
    return subscription;
  }

  /**
   * Resolves when the connection is closed for good: with the reason, for example that the credentials have expired or were
   * revoked, or with undefined after {@link drain}. It also resolves when a subscription has ended by itself, because another one
   * has taken its durable: the other subscriptions go on.
   */
  closed(): Promise<Error | undefined> {
    return Promise.race([this.#closed(), this.#ended]);
  }

  #closed = (): Promise<Error | undefined> =>
    this.#connection.closed().then((reason) => (reason ? describeEnd(reason) : undefined));

  async #reportAway(): Promise<void> {
    for await (const status of this.#connection.status())
      for (const each of this.#subscriptions) {
        if (status.type === 'disconnect') each.reportAway(status.server);
        if (status.type === 'reconnect') each.reportBack();
      }
  }

  /**
   * Lets every handler finish, acknowledges its event, returns undelivered events to the bus and disconnects. Several calls,
   * such as of two signals, are one.
   */
  drain(): Promise<void> {
    return (this.#draining ??= this.#drain());
  }

  async #drain(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((each) => each.stop()));
    if (!this.#connection.isClosed()) await this.#connection.drain();
  }
}

const textOf = (credentials: BusOptions['credentials']): string | undefined =>
  credentials instanceof Uint8Array ? new TextDecoder().decode(credentials) : credentials;

/** Servers say `Authorization Violation`, `User Authentication Expired` or `User Authentication Revoked`. */
const describeEnd = (reason: Error): Error =>
  /\b(authorization|authentication)\b/i.test(reason.message)
    ? new Error('The bus refuses these credentials: they have expired, were revoked, or are of another platform.', {
        cause: reason,
      })
    : reason;

/** Why there is no connection, with the address that was tried. */
function describeRefusal(thrown: unknown, { servers, credentials }: BusOptions): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const reason = describeEnd(thrown);
  // That of an address that cannot be read has the address in it, which may hold a password.
  const cause = 'code' in thrown && thrown.code === 'ERR_INVALID_URL' ? undefined : thrown;
  if (reason === thrown) return new Error(`${addressesOf(servers)} cannot be reached: ${thrown.message}.`, { cause });
  if (credentials !== undefined) return reason;
  return new Error('The bus requires credentials: pass those of `mizan bus users create`.', { cause });
}

/** Without the user and password that an address may have. */
const addressesOf = (servers: BusOptions['servers']): string =>
  [servers]
    .flat()
    .map((server) => server.replace(/^(\w+:\/\/)?.*@/s, '$1'))
    .join(', ');

/** @throws Error for a pattern that no event matches, with those of the same family */
function assertKnown(pattern: unknown): void {
  if (typeof pattern !== 'string')
    throw new Error('A subscription reads one pattern: an event type, a family such as `refund.*`, or `*`.');
  const family = pattern.replace(/[^.]*$/, '');
  const similar = eventTypes.filter((type) => type.startsWith(family));
  if (pattern === '*' || eventTypes.includes(pattern) || (pattern.endsWith('.*') && similar.length > 0)) return;
  if (eventTypes.some((type) => type.startsWith(`${pattern}.`)))
    throw new Error(`No event matches \`${pattern}\`. For all of its types: \`${pattern}.*\`.`);
  const known = similar.length > 0 && family !== '' ? similar : eventTypes;
  throw new Error(`No event matches \`${pattern}\`. Types: ${known.join(', ')}.`);
}
