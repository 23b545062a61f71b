import type { ServiceName } from '@mizan/contracts';
import {
  acrossMerchants,
  job,
  keyRetentionHours,
  log,
  own,
  reusedKey,
  stillRunning,
  orRetryable,
  type BoundCalls,
  type Calls,
  type IdempotencyKeys,
  type Job,
  type Scope,
  type SystemReader,
} from '@mizan/service-kit';
import { KeyHomeWriter, type KeyHomeEntry } from './key-home-writer.ts';

type Siblings = Exclude<ServiceName, 'gateway'>;
const capital = (name: Siblings) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Siblings>;

/** An abandoned request cannot still start anything after this: twice the longest deadline. */
const abandonedAfterSeconds = 60;

/** The use of an idempotency key by a request that was forwarded to a service. */
export interface KeyUse {
  /** Records that the request failed, so its service may not hold the key. Never throws: an unrecorded end only delays a move. */
  failed(): Promise<void>;
}

export interface KeyHomesOptions {
  readonly db: SystemReader;
  readonly calls: Calls;
  /** The keys of the gateway's own operations. */
  readonly ownKeys: IdempotencyKeys;
}

interface Home {
  service: ServiceName;
  entered: number;
  isInProgress: boolean;
}

/**
 * Which service an idempotency key belongs to. A service knows only its own keys, but a key is the account's: after a
 * request to one service it must be refused at another.
 *
 * The table does not decide by itself, it names the service to query: a key moves to another service only when the one that
 * it was last used at does not hold it and no request with it can still be in progress there.
 */
export class KeyHomes {
  readonly #db: SystemReader;
  readonly #calls: Calls;
  readonly #ownKeys: IdempotencyKeys;
  readonly #writer: KeyHomeWriter;

  constructor({ db, calls, ownKeys }: KeyHomesOptions) {
    this.#db = db;
    this.#calls = calls;
    this.#ownKeys = ownKeys;
    this.#writer = new KeyHomeWriter(db);
  }

  /**
   * Claims a key for a request to a service.
   *
   * @throws Problem `idempotency_key_in_use` 400: another service has completed, or started, a request with the key
   * @throws Problem `idempotency_key_in_use` 409: a request to another service may still be in progress
   */
  async claim(scope: Scope, key: string, service: ServiceName): Promise<KeyUse> {
    const isHere = await orRetryable(this.#writer.write({ scope, key, service }));
    if (!isHere) await this.#move({ scope, key, service });
    return { failed: () => this.#countFailure({ scope, key, service }) };
  }

  async #move({ scope, key, service }: KeyHomeEntry): Promise<void> {
    const home = await orRetryable(
      this.#db.one<Home>`
        select service, entered, failed < entered and entered_at > now() - ${abandonedAfterSeconds} * interval '1 second' as is_in_progress
        from key_homes where ${own({ scope })} and key = ${key}`,
    );
    if (!home || home.service === service) throw stillRunning(); // deleted, or moved by a retry, just now
    if (await this.#isHeld(scope, key, home.service)) throw reusedKey();
    if (home.isInProgress) throw stillRunning();
    // `entered` is what it was before the service was queried: no request was forwarded there since.
    const moved = await orRetryable(
      this.#db.one`
        update key_homes set service = ${service}, failed = entered, entered = entered + 1, entered_at = now()
        where ${own({ scope })} and key = ${key} and entered = ${home.entered}
        returning 1`,
    );
    if (!moved) throw stillRunning();
  }

  async #isHeld(scope: Scope, key: string, home: ServiceName): Promise<boolean> {
    if (home === 'gateway') return orRetryable(this.#ownKeys.holds(scope, key));
    const calls: BoundCalls = this.#calls.bind(scope);
    return (await orRetryable(calls[`holds${capital(home)}Key`]({ key }))).isHeld;
  }

  async #countFailure({ scope, key, service }: KeyHomeEntry): Promise<void> {
    await this.#db.sql`
      update key_homes set failed = failed + 1
      where ${own({ scope })} and key = ${key} and service = ${service}
        and failed < entered`.catch((thrown: unknown) => log.warn({ event: 'key_home.not_left', err: thrown }));
  }
}

/** Deletes keys that no service holds any more. */
export const deleteExpiredKeyHomes: Job = job('forget-key-homes', {
  everyMs: 10 * 60_000,
  run: async ({ db }) => {
    const deleted = await db.system.sql`
      delete from key_homes where ctid = any(array(
        select ctid from key_homes where ${acrossMerchants} and entered_at < now() - ${keyRetentionHours} * interval '1 hour' limit 5000)) returning 1`;
    return deleted.length;
  },
});
