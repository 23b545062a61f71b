import { setTimeout as wait } from 'node:timers/promises';
import type { RevokedBusUser } from '@mizan/contracts';
import { parseCreds } from '@nats-io/jwt';
import { fromSeed } from '@nats-io/nkeys';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { busAccounts } from '../bus/bus-accounts.ts';
import { passingOfKeeper, signAccount, type AccountKeys } from '../bus/bus-trust.ts';
import { claimsUpdateOf, inboxOf } from '../bus/bus-users.ts';
import { log } from '../telemetry/log.ts';

const everyMs = 5_000;
const retryMs = 1_000;
const requestTimeoutMs = 5_000;

export interface RevocationOptions {
  readonly url: string;
  readonly prefix: string;
  /** The keeper's own: the text of a `.creds` file in base64. */
  readonly credentials: string;
  /** Of its user in the system account. */
  readonly systemCredentials: string;
  /** Of a key that may sign accounts for the operator of the bus. */
  readonly signingSeed: string;
  readonly accountKeys: AccountKeys;
  /** The users that are revoked and have not expired. */
  readonly listRevoked: () => Promise<readonly RevokedBusUser[]>;
  /** Time between two passes; for tests. */
  readonly everyMs?: number | undefined;
}

type Failure = 'bus_users.not_listed' | 'bus_users.not_refused';

/**
 * Has the bus refuse users that the operator revoked, for as long as it runs. A server forgets them when it restarts, so every
 * pass sends them; the same text again changes nothing there. While the list cannot be read, the last one counts, and before the
 * first one nothing is sent: an empty list would let everyone in again.
 */
export class RevocationKeeper {
  readonly #options: RevocationOptions;
  readonly #stop = new AbortController();
  readonly #failing = new Set<Failure>();
  #loop: Promise<void> | undefined;
  #connection: NatsConnection | undefined;
  #listed: readonly RevokedBusUser[] | undefined;
  #signed: { readonly content: string; readonly jwt: string } | undefined;
  /** IDs of the users that the server refuses. */
  #refused: ReadonlySet<string> | undefined;

  constructor(options: RevocationOptions) {
    this.#options = options;
  }

  /** How many users the bus refuses; undefined while that is not known. */
  get refused(): number | undefined {
    return this.#failing.has('bus_users.not_refused') ? undefined : this.#refused?.size;
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
      await this.#attempt('bus_users.not_listed', async () => {
        this.#listed = await this.#options.listRevoked();
      });
      const isDone = await this.#attempt('bus_users.not_refused', () => this.#apply());
      if (!isDone) await this.#disconnect();
      await this.#rest(isDone && this.#listed ? (this.#options.everyMs ?? everyMs) : retryMs);
    }
    await this.#disconnect();
  }

  /** Until the next pass. A connection ends when its server does, which has then forgotten everything: that is not waited for. */
  async #rest(restMs: number): Promise<void> {
    const { signal } = this.#stop;
    const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
    const ended = this.#connection?.closed().then(() => pause(retryMs));
    await Promise.race([pause(restMs), ...(ended ? [ended] : [])]);
    if (this.#connection?.isClosed()) this.#connection = undefined;
  }

  async #disconnect(): Promise<void> {
    await this.#connection?.close();
    this.#connection = undefined;
  }

  /** Reports the first of several failures, and that they are over. */
  async #attempt(what: Failure, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (this.#failing.delete(what)) log.info({ recovered: what }, 'bus_users.recovered');
      return true;
    } catch (thrown) {
      if (!this.#failing.has(what)) log.warn({ err: thrown }, what);
      this.#failing.add(what);
      return false;
    }
  }

  async #apply(): Promise<void> {
    const users = this.#listed?.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now());
    if (!users) return;
    const before = this.#refused;
    // The empty list is sent once, after the last user has expired.
    if (users.length > 0 || (before !== undefined && before.size > 0)) await this.#send(await this.#sign(users));
    this.#refused = new Set(users.map(({ id }) => id));
    for (const { id, expiresAt } of users)
      if (!before?.has(id)) log.info({ busUserId: id, expiresAt }, 'bus_user.revoked');
  }

  /** The teams' account as the server's configuration has it, but with these users revoked. */
  async #sign(users: readonly RevokedBusUser[]): Promise<string> {
    // A user's key signs in with one text only, so any time from its issue on would do. Its end needs no clocks that agree.
    const revocations = Object.fromEntries(
      users
        .map(({ publicKey, expiresAt }) => [publicKey, Math.ceil(Date.parse(expiresAt) / 1_000)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    const content = JSON.stringify(revocations);
    if (this.#signed?.content === content) return this.#signed.jwt;
    const { prefix, credentials, signingSeed, accountKeys } = this.#options;
    const { key } = await parseCreds(Buffer.from(credentials, 'base64'));
    const jwt = await signAccount('teams', {
      keys: accountKeys,
      importers: busAccounts,
      names: { prefix, passing: passingOfKeeper(key) },
      signer: fromSeed(new TextEncoder().encode(signingSeed)),
      revocations,
    });
    this.#signed = { content, jwt };
    return jwt;
  }

  /** @throws Error when the server does not apply it */
  async #send(jwt: string): Promise<void> {
    const { accountKeys } = this.#options;
    const connection = await this.#connected();
    const subject = claimsUpdateOf(accountKeys.teams ?? '');
    const answer = await connection.request(subject, jwt, { timeout: requestTimeoutMs });
    const { data, error } = answer.json<{ data?: { message?: string }; error?: { description?: string } }>();
    if (data?.message !== 'jwt updated')
      throw new Error(`the server did not revoke users: ${error?.description ?? data?.message ?? 'unknown answer'}`);
  }

  async #connected(): Promise<NatsConnection> {
    this.#connection ??= await connect({
      servers: this.#options.url,
      name: 'mizan-bus-keeper-revocations',
      inboxPrefix: inboxOf('keeper'),
      authenticator: credsAuthenticator(Buffer.from(this.#options.systemCredentials, 'base64')),
      reconnect: false,
      timeout: requestTimeoutMs,
    });
    return this.#connection;
  }
}
