import { assertDurableOfInbox, assertEvent, assertPruneOptions } from './assert-options.ts';
import type { BusEvent } from './event.ts';
import type { DeadLetter } from './subscribe-options.ts';

/** Runs statements, as a client of `pg` does. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rowCount: number | null; rows: unknown[] }>;
}

/** What else is needed of a client: those of `pg` say by an event that their connection has ended. */
interface Lent {
  release(error?: boolean): void;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of clients, as `pg.Pool` is. */
export interface PoolLike<Client extends Queryable = Queryable & Lent> extends Queryable {
  connect(): Promise<Client & Lent>;
}

/** A stored dead letter. */
export type KeptLetter = DeadLetter & { readonly keptAt: Date };

/** Settings of {@link PostgresInbox.prune}. */
export interface PruneOptions {
  /**
   * The age of the records that are deleted, in days; default 21. An event that is delivered again after that takes effect again. So
   * this is the days that the platform keeps events (its `MIZAN_BUS_TEAM_DAYS`, 7 unless the operator has set it) and two weeks,
   * because the platform publishes those of the last seven days again when the bus has lost its data.
   */
  readonly olderThanDays?: number;
}

const defaultOlderThanDays = 21; // the 7 days of a platform without settings of its own, and two weeks

// Under a lock: of processes that start at once, `if not exists` alone would fail all but one.
const tables = `
select pg_advisory_xact_lock(hashtextextended('mizan_inbox', 0));
create table if not exists mizan_inbox (
  durable text not null,
  event_id text not null,
  handled_at timestamptz not null default now(),
  primary key (durable, event_id)
);
create index if not exists mizan_inbox_handled_at on mizan_inbox (handled_at);
create table if not exists mizan_dead_letters (
  durable text not null,
  event_id text not null,
  subject text not null,
  payload text not null,
  reason text not null,
  deliveries integer not null,
  kept_at timestamptz not null default now(),
  primary key (durable, event_id)
);`;

const inFailedTransaction = '25P02';

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string): string => text.replaceAll('\u0000', '');

/**
 * Records in your own database which events took effect. In TypeScript, `new PostgresInbox<pg.PoolClient>(pool, 'main')` gives effects
 * a client with the types of `pg`. The record is written in the transaction of the effect, so an
 * event that is delivered twice takes effect once.
 */
export class PostgresInbox<Client extends Queryable> {
  readonly #pool: PoolLike<Client>;
  readonly #durable: string;

  /**
   * @param durable the name of the subscription; each has records of its own. Services that share a database, or a schema of it, need
   *   durables of different names: an event that took effect for one is taken as done for the other
   * @throws Error when no subscription can have that name
   */
  constructor(pool: PoolLike<Client>, durable: string) {
    assertDurableOfInbox(durable);
    this.#pool = pool;
    this.#durable = durable;
  }

  /**
   * Creates the tables `mizan_inbox` and `mizan_dead_letters` unless they exist. You can also create them in a migration.
   */
  async createTables(): Promise<void> {
    await this.#pool.query(tables);
  }

  /**
   * Runs the effect in one transaction with the record of the event.
   *
   * @param effect uses only the client it receives: a rollback must undo all of it. It does not begin or end transactions, and passes
   *   on the errors of its statements: PostgreSQL undoes the transaction of one that fails, so use `on conflict` or a savepoint where
   *   one may
   * @returns false when the event took effect earlier
   * @throws Error when the event has no ID, or when nothing of the effect could be stored
   */
  async once(event: Pick<BusEvent, 'id'>, effect: (client: Client) => Promise<unknown>): Promise<boolean> {
    assertEvent(event);
    const client = await this.#pool.connect();
    let ended: Error | undefined;
    // Without a listener the process would end. It alone says why a connection has ended between two statements.
    const noteEnd = (error: Error): void => void (ended ??= error);
    client.on?.('error', noteEnd);
    const release = (isBroken: boolean): void => {
      client.off?.('error', noteEnd);
      client.release(isBroken);
    };
    try {
      await client.query('begin');
      const { rowCount } = await client.query(
        'insert into mizan_inbox (durable, event_id) values ($1, $2) on conflict do nothing',
        [this.#durable, event.id],
      );
      if (rowCount === 1) {
        await effect(client);
        await this.#assertRecorded(client, event);
      }
      await client.query('commit');
      release(false);
      return rowCount === 1;
    } catch (thrown) {
      await client.query('rollback').then(
        () => release(false),
        () => release(true), // a connection that cannot roll back is discarded
      );
      throw ended ?? thrown;
    }
  }

  /** A commit does not fail after a statement has: it undoes the transaction without a word, the record of the event with it. */
  async #assertRecorded(client: Queryable, { id }: Pick<BusEvent, 'id'>): Promise<void> {
    const recorded = 'select 1 from mizan_inbox where durable = $1 and event_id = $2';
    const { rowCount } = await client.query(recorded, [this.#durable, id]).catch((thrown: unknown) => {
      if ((thrown as { readonly code?: unknown } | null)?.code !== inFailedTransaction) throw thrown;
      const message =
        'A statement of the effect failed and its error was caught, so PostgreSQL stores nothing of the effect. Use `on conflict` or a savepoint, or let the error pass.';
      throw new Error(message, { cause: thrown });
    });
    if (rowCount !== 1)
      throw new Error(
        'The effect has undone the transaction of its event. Leave `rollback` to the inbox: throw an error.',
      );
  }

  /** Stores a dead letter: pass it as `onDeadLetter`. */
  readonly keep = async (letter: DeadLetter): Promise<void> => {
    const { eventId, subject, payload, reason, deliveries } = letter;
    await this.#pool.query(
      `insert into mizan_dead_letters (durable, event_id, subject, payload, reason, deliveries)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (durable, event_id) do update set reason = excluded.reason, deliveries = excluded.deliveries`,
      [this.#durable, eventId, subject, storable(payload), storable(reason), deliveries],
    );
  };

  /** The stored dead letters, oldest first. */
  async deadLetters(): Promise<KeptLetter[]> {
    const { rows } = await this.#pool.query(
      `select durable, event_id as "eventId", subject, payload, reason, deliveries, kept_at as "keptAt"
       from mizan_dead_letters where durable = $1 order by kept_at`,
      [this.#durable],
    );
    return rows as KeptLetter[];
  }

  /**
   * Retries the dead letters, for example after a release that fixes the handler, and deletes those that succeed. Why one has
   * failed again is its `reason` in {@link deadLetters}.
   *
   * @param handle usually `subscription.handle`
   * @returns how many succeeded; those that failed again stay
   */
  async requeue(handle: (payload: string) => Promise<void>): Promise<number> {
    if (typeof handle !== 'function') throw new Error('Pass a function: (payload) => subscription.handle(payload).');
    let succeeded = 0;
    for (const { eventId, payload } of await this.deadLetters()) {
      try {
        await handle(payload);
      } catch (thrown) {
        const failed = 'update mizan_dead_letters set reason = $3 where durable = $1 and event_id = $2';
        await this.#pool.query(failed, [this.#durable, eventId, storable(String(thrown))]);
        continue;
      }
      const done = 'delete from mizan_dead_letters where durable = $1 and event_id = $2';
      await this.#pool.query(done, [this.#durable, eventId]);
      succeeded++;
    }
    return succeeded;
  }

  /**
   * Deletes old records of this durable. It must not delete those of events that can still be delivered, also by a replay.
   *
   * @throws Error when `olderThanDays` is not a whole number from 1
   */
  async prune(options: PruneOptions = {}): Promise<void> {
    assertPruneOptions(options);
    const { olderThanDays = defaultOlderThanDays } = options;
    await this.#pool.query(
      `delete from mizan_inbox where durable = $1 and handled_at < now() - $2 * interval '1 day'`,
      [this.#durable, olderThanDays],
    );
  }
}
