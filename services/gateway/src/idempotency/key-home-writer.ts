import type { ServiceName } from '@mizan/contracts';
import type { Scope, SystemReader } from '@mizan/service-kit';

/** A key, and the service that a request with it is for. */
export interface Entry {
  readonly scope: Scope;
  readonly key: string;
  readonly service: ServiceName;
}

interface Waiting extends Entry {
  readonly resolve: (hasEntered: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

const entriesMax = 64;

/**
 * Writes down which service a key was passed to. Entries that come while a statement runs share the next one, so that a
 * busy gateway asks Postgres a few times for a hundred requests; an idle one never waits.
 */
export class EnterTogether {
  readonly #db: SystemReader;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(db: SystemReader) {
    this.#db = db;
  }

  /** @returns whether the key belongs to that service now; false: to another one */
  enter(entry: Entry): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...entry, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const entries = this.#next();
      try {
        const entered = await this.#write([...entries.values()]);
        for (const [name, { resolve }] of entries) resolve(entered.has(name));
      } catch (failure) {
        for (const { reject } of entries.values()) reject(failure);
      }
    }
    this.#isRunning = false;
  }

  /** The oldest entries, each key once: no statement can change a row twice. */
  #next(): Map<string, Waiting> {
    const entries = new Map<string, Waiting>();
    const rest: Waiting[] = [];
    for (const each of this.#waiting) {
      const name = nameOf(each.scope, each.key);
      if (entries.size < entriesMax && !entries.has(name)) entries.set(name, each);
      else rest.push(each);
    }
    this.#waiting = rest;
    return entries;
  }

  /**
   * In the order of the table's key, so that two gateways do not wait for each other. Nobody waits for a disk: what a
   * service commits later has this before it in the log of the same Postgres, see ADR 17.
   */
  async #write(entries: readonly Entry[]): Promise<Set<string>> {
    const entered = await this.#db.sql<Scope & { key: string }>`
      insert into key_homes as home (merchant_id, livemode, key, service, entered, failed, entered_at)
      select merchant_id, livemode, key, service, 1, 0, now()
      from unnest(${entries.map(({ scope }) => scope.merchantId)}::text[], ${entries.map(({ scope }) => scope.livemode)}::boolean[],
        ${entries.map(({ key }) => key)}::text[], ${entries.map(({ service }) => service)}::text[]) as entry (merchant_id, livemode, key, service)
      where set_config('synchronous_commit', 'off', true) = 'off'
      order by merchant_id collate "C", livemode, key collate "C"
      on conflict (merchant_id, livemode, key) do update set entered = home.entered + 1, entered_at = now()
        where home.service = excluded.service
      returning merchant_id as "merchantId", livemode, key`;
    return new Set(entered.map((each) => nameOf(each, each.key)));
  }
}

const nameOf = ({ merchantId, livemode }: Scope, key: string): string => `${merchantId} ${livemode} ${key}`;
