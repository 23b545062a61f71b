import { setTimeout as wait } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { parseCreds } from '@nats-io/jwt';
import { connect, credsAuthenticator, RequestError, type NatsConnection } from '@nats-io/transport-node';
import { passingOfKeeper } from '../bus/bus-trust.ts';
import { inboxOf, userInfo } from '../bus/bus-users.ts';
import { log } from '../telemetry/log.ts';
import { keepBus, type BusSizes, type BusUsage, type KeptBus } from './keep-bus.ts';
import { SettledEvents } from './settled-events.ts';

const everyMs = 5_000;
const retryMs = 1_000;
const reportEveryMs = 60_000; // while it fails; a report for each try would bury everything else
const requestTimeoutMs = 5_000;

export interface BusKeeperOptions {
  readonly url: string;
  readonly prefix: string;
  readonly sizes: BusSizes;
  /** The text of a `.creds` file in base64, where the server requires credentials. */
  readonly credentials?: string | undefined;
  /** Newest messages that stay in a services' stream although they were handled; for tests. */
  readonly keptMessages?: number | undefined;
  /** How long an event stays although it was handled, ms; for tests. */
  readonly settlesMs?: number | undefined;
}

/** Keeps the bus in order for as long as it runs; several may run at once. */
export class BusKeeper {
  readonly #options: BusKeeperOptions;
  readonly #settled: SettledEvents;
  readonly #stop = new AbortController();
  #loop: Promise<void> | undefined;
  #usage: BusUsage | undefined;
  #reportedAt: number | undefined;

  constructor(options: BusKeeperOptions) {
    this.#options = options;
    this.#settled = new SettledEvents(options.settlesMs);
  }

  /** What the last pass found; undefined until one succeeded, and while passes fail. */
  get usage(): BusUsage | undefined {
    return this.#usage;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#session(signal);
      } catch (thrown) {
        this.#usage = undefined;
        if (signal.aborted) return;
        this.#report(thrown);
        await wait(retryMs, undefined, { signal }).catch(() => 'stopped');
      }
    }
  }

  /** Logs the first failure, and then one a minute for as long as passes fail. */
  #report(thrown: unknown): void {
    const now = performance.now();
    if (this.#reportedAt !== undefined && now - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = now;
    log.warn({ err: thrown }, 'bus.not_kept');
  }

  /** A single pass over a connection of its own. @throws when the bus cannot be reached */
  async keepOnce(): Promise<BusUsage> {
    return this.#connected(keepBus);
  }

  /** Works on one connection until a pass fails or the keeper is stopped. */
  #session(signal: AbortSignal): Promise<void> {
    return this.#connected(async (bus) => {
      while (!signal.aborted) {
        this.#usage = await keepBus(bus);
        this.#reportedAt = undefined;
        await wait(everyMs, undefined, { signal }).catch(() => 'stopped');
      }
    });
  }

  async #connected<T>(work: (bus: KeptBus) => Promise<T>): Promise<T> {
    const { url, credentials, ...kept } = this.#options;
    const text = credentials === undefined ? undefined : Buffer.from(credentials, 'base64');
    const connection = await connect({
      servers: url,
      name: 'mizan-bus-keeper',
      inboxPrefix: inboxOf('keeper'),
      ...(text ? { authenticator: credsAuthenticator(text) } : {}),
      reconnect: false,
      timeout: requestTimeoutMs,
    }).catch((thrown: unknown) => {
      throw notConnected(thrown, this.#options);
    });
    try {
      const passing = text && (await passingSecret(connection, text));
      const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: requestTimeoutMs });
      return await work({ jsm, passing, settled: this.#settled, ...kept });
    } finally {
      await connection.close();
    }
  }
}

/** Which address was tried, and which settings decide that. */
function notConnected(thrown: unknown, { url, credentials }: BusKeeperOptions): Error {
  const address = url.replace(/^(\w+:\/\/)?.*@/s, '$1'); // without the password that it may have
  const settings = credentials === undefined ? 'NATS_URL; MIZAN_BUS_CREDENTIALS is not set' : 'NATS_URL';
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(`no connection to ${address} (${settings}): ${reason}`);
}

/**
 * The secret name of `bus-accounts.ts`, when the server put this connection into the account that signed its credentials;
 * undefined when it knows no accounts of ours.
 */
async function passingSecret(connection: NatsConnection, credentials: Uint8Array): Promise<string | undefined> {
  const { uc, key } = await parseCreds(credentials);
  const answer = await connection.request(userInfo, '', { timeout: requestTimeoutMs }).catch((thrown: unknown) => {
    if (thrown instanceof RequestError && thrown.isNoResponders()) return undefined;
    throw thrown;
  });
  const data = answer?.json<{ data?: { account?: string } }>().data;
  return data?.account === uc.iss ? passingOfKeeper(key) : undefined;
}
