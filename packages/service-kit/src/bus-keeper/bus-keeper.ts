import { setTimeout as wait } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { parseCreds } from '@nats-io/jwt';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { inboxOf, userInfo } from '../bus/bus-users.ts';
import { log } from '../telemetry/log.ts';
import { keepBus, type BusSizes, type BusUsage } from './keep-bus.ts';

const everyMs = 5_000;
const retryMs = 1_000;
const requestTimeoutMs = 5_000;

export interface BusKeeperOptions {
  readonly url: string;
  readonly prefix: string;
  readonly sizes: BusSizes;
  /** The text of a `.creds` file in base64, where the server requires credentials. */
  readonly credentials?: string | undefined;
}

/** Keeps the bus in order for as long as it runs; several may run at once. */
export class BusKeeper {
  readonly #options: BusKeeperOptions;
  readonly #stop = new AbortController();
  #loop: Promise<void> | undefined;
  #usage: BusUsage | undefined;

  constructor(options: BusKeeperOptions) {
    this.#options = options;
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
        log.warn({ err: thrown }, 'bus.not_kept');
        await wait(retryMs, undefined, { signal }).catch(() => 'stopped');
      }
    }
  }

  /** Works on one connection until a pass fails or the keeper is stopped. */
  async #session(signal: AbortSignal): Promise<void> {
    const { url, credentials, prefix, sizes } = this.#options;
    const text = credentials === undefined ? undefined : Buffer.from(credentials, 'base64');
    const connection = await connect({
      servers: url,
      name: 'mizan-bus-keeper',
      inboxPrefix: inboxOf('keeper'),
      ...(text ? { authenticator: credsAuthenticator(text) } : {}),
      reconnect: false,
      timeout: requestTimeoutMs,
    });
    try {
      const isDivided = text !== undefined && (await isAccountOf(connection, text));
      const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: requestTimeoutMs });
      while (!signal.aborted) {
        this.#usage = await keepBus({ jsm, prefix, sizes, isDivided });
        await wait(everyMs, undefined, { signal }).catch(() => 'stopped');
      }
    } finally {
      await connection.close();
    }
  }
}

/** Whether the server put this connection into the account that signed its credentials; one that knows no accounts did not. */
export async function isAccountOf(connection: NatsConnection, credentials: Uint8Array): Promise<boolean> {
  const { uc } = await parseCreds(credentials);
  const answer = await connection.request(userInfo, '', { timeout: requestTimeoutMs });
  const { data } = answer.json<{ data?: { account?: string } }>();
  return data?.account === uc.iss;
}
