import type { ServiceName } from '@mizan/contracts';
import type { Scope, SystemReader } from '@mizan/service-kit';
import { keyHomes } from './key-home.table.ts';

/** An idempotency key, and the service that a request with it is for. */
export interface KeyHomeEntry {
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
export class KeyHomeWriter {
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
