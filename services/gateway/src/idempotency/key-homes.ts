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
} from '@mizan/service-kit';
import type { Calls, IdempotencyKeys, Scope, SystemReader } from '@mizan/service-kit';
import { capitalize } from '../routing/capitalize.ts';
import { keyHomes } from './key-home.table.ts';

/** An abandoned request cannot still start anything after this: twice the longest deadline. */
const abandonedAfterSeconds = 60;

/** The use of an idempotency key by a request that was forwarded to a service. */
export interface KeyUse {
  /**
   * Records that the request failed, so its service may not hold the key. Never throws: an unrecorded end only delays a
   * move.
   */
  failed(): Promise<void>;
}

interface KeyHomesOptions {
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
 * request to one service it must be refused at another. The table does not decide by itself, it names the service to query:
 * a key moves only when the service it was last used at does not hold it and no request with it can be in progress there.
 */
export class KeyHomes {
  readonly #options: KeyHomesOptions;
  readonly #writer: KeyHomeWriter;

  constructor(options: KeyHomesOptions) {
    this.#options = options;
    this.#writer = new KeyHomeWriter(options.db);
  }

  /**
   * Claims a key for a request to a service.
   *
   * @throws Problem `idempotency_key_in_use`: another service has completed, or started, a request with the key (400), or a
   *   request to another service may still be in progress (409)
   */
  async claim(scope: Scope, key: string, service: ServiceName): Promise<KeyUse> {
    const isHere = await orRetryable(this.#writer.write({ scope, key, service }));
    if (!isHere) await this.#move({ scope, key, service });
    return { failed: () => this.#countFailure({ scope, key, service }) };
  }

  async #move({ scope, key, service }: KeyHomeEntry): Promise<void> {
    const home = await orRetryable(
      this.#options.db.one<Home>`
        select service, entered, failed < entered and entered_at > now() - ${abandonedAfterSeconds} * interval '1 second' as is_in_progress
        from key_homes where ${own({ scope })} and key = ${key}`,
    );
    if (!home || home.service === service) throw stillRunning(); // deleted, or moved by a retry, just now
    if (await this.#isHeld(scope, key, home.service)) throw reusedKey();
    if (home.isInProgress) throw stillRunning();
    // `entered` is what it was before the service was queried: no request was forwarded there since.
    const moved = await orRetryable(
      this.#options.db.one`
        update key_homes set service = ${service}, failed = entered, entered = entered + 1, entered_at = now()
        where ${own({ scope })} and key = ${key} and entered = ${home.entered}
        returning 1`,
    );
    if (!moved) throw stillRunning();
  }

  async #isHeld(scope: Scope, key: string, home: ServiceName): Promise<boolean> {
    if (home === 'gateway') return orRetryable(this.#options.ownKeys.holds(scope, key));
    const calls = this.#options.calls.bind(scope);
    return (await orRetryable(calls[`holds${capitalize(home)}Key`]({ key }))).isHeld;
  }

  async #countFailure({ scope, key, service }: KeyHomeEntry): Promise<void> {
    await this.#options.db.sql`
      update key_homes set failed = failed + 1
      where ${own({ scope })} and key = ${key} and service = ${service}
        and failed < entered`.catch((thrown: unknown) => log.warn({ event: 'key_home.not_left', err: thrown }));
  }
}

/** An idempotency key, and the service that a request with it is for. */
interface KeyHomeEntry {
  readonly scope: Scope;
  readonly key: string;
  readonly service: ServiceName;
}

interface QueuedEntry extends KeyHomeEntry {
  readonly resolve: (isHome: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

const batchMax = 64;

/**
 * Records which service a key was used for. Entries that arrive while a statement runs share the next one, so that a busy
 * gateway needs a few statements for a hundred requests and an idle one never waits.
 */
class KeyHomeWriter {
  readonly #db: SystemReader;
  #queue: QueuedEntry[] = [];
  #isRunning = false;

  constructor(db: SystemReader) {
    this.#db = db;
  }

  /** @returns whether the key now belongs to that service; false: it belongs to another one */
  write(entry: KeyHomeEntry): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...entry, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      try {
        const written = await this.#writeBatch([...batch.values()]);
        for (const [name, { resolve }] of batch) resolve(written.has(name));
      } catch (failure) {
        for (const { reject } of batch.values()) reject(failure);
      }
    }
    this.#isRunning = false;
  }

  /** The oldest entries, each key once: a statement cannot change a row twice. */
  #nextBatch(): Map<string, QueuedEntry> {
    const batch = new Map<string, QueuedEntry>();
    const rest: QueuedEntry[] = [];
    for (const each of this.#queue) {
      const name = nameOf(each.scope, each.key);
      if (batch.size < batchMax && !batch.has(name)) batch.set(name, each);
      else rest.push(each);
    }
    this.#queue = rest;
    return batch;
  }

  /**
   * In the order of the primary key, so that two gateways cannot deadlock. The commit does not wait for the disk: what a
   * service commits later follows it in the log of the same Postgres, see ADR 17.
   */
  async #writeBatch(entries: readonly KeyHomeEntry[]): Promise<Set<string>> {
    const written = await this.#db.sql<Scope & { key: string }>`
      ${keyHomes.into('merchantId', 'livemode', 'key', 'service', 'entered', 'failed', 'enteredAt')}
      select merchant_id, livemode, key, service, 1, 0, now()
      from unnest(${entries.map(({ scope }) => scope.merchantId)}::text[], ${entries.map(({ scope }) => scope.livemode)}::boolean[],
        ${entries.map(({ key }) => key)}::text[], ${entries.map(({ service }) => service)}::text[]) as entry (merchant_id, livemode, key, service)
      where set_config('synchronous_commit', 'off', true) = 'off'
      order by merchant_id collate "C", livemode, key collate "C"
      on conflict (merchant_id, livemode, key) do update set entered = key_homes.entered + 1, entered_at = now()
        where key_homes.service = excluded.service
      returning merchant_id, livemode, key`;
    return new Set(written.map((each) => nameOf(each, each.key)));
  }
}

const nameOf = ({ merchantId, livemode }: Scope, key: string): string => `${merchantId} ${livemode} ${key}`;

/** Deletes keys that no service holds any more. */
export const deleteExpiredKeyHomes = job('forget-key-homes', {
  everyMs: 10 * 60_000,
  run: async ({ db }) => {
    const deleted = await db.system.sql`
      delete from key_homes where ctid = any(array(
        select ctid from key_homes where ${acrossMerchants} and entered_at < now() - ${keyRetentionHours} * interval '1 hour' limit 5000)) returning 1`;
    return deleted.length;
  },
});
