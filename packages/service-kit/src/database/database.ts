import { setTimeout as wait } from 'node:timers/promises';
import type { EventType, ServiceName } from '@mizan/contracts';
import type pg from 'pg';
import { TestClocks } from '../clock/test-clocks.ts';
import type { Scope } from '../identity/identity.ts';
import { bytesOf, eventRow, insertOutbox, type Emission, type OutboxRow } from '../outbox/write-outbox.ts';
import { log } from '../telemetry/log.ts';
import { countEmitted } from '../telemetry/work.ts';
import { ListPool } from './list-pool.ts';
import { openPool, useOf, type PoolUse } from './pool.ts';
import { beforeCommit, isNotReadyYet, mayRunAgain, sqlState } from './postgres-errors.ts';
import { statements, type Statements } from './statements.ts';
import { beginTransaction, type Transaction } from './transaction.ts';

/** Reads of one merchant and mode, or of one transaction. */
export interface Reader extends Statements {
  readonly scope: Scope;
  /** The instant the unit of work began; use it for every timestamp that the unit writes. */
  readonly now: Date;
}

/** One transaction of one merchant and mode. It commits when the verb returns and rolls back when it throws. */
export interface Tx extends Reader {
  /**
   * Publishes an event with this transaction: an outbox row, written after every change of the verb so that its number
   * follows the aggregate's lock. `version` is the object's version after the change; increase it once per event.
   *
   * @returns the lists that were cut from the object because it would be larger than 64 KiB
   * @throws Problem `parameter_out_of_range`: a request would create such an object, and it has no list to cut
   */
  emit<T extends EventType>(type: T, emission: Emission<T>): readonly string[];
  /** A statement that travels with the commit, without a round trip of its own. Its failure is the transaction's. */
  alongCommit(strings: TemplateStringsArray, ...values: unknown[]): void;
  /** Runs after a successful commit, never after a rollback. Only for what may be lost, such as waking a worker. */
  afterCommit(effect: () => void): void;
}

/**
 * A transaction that reads nothing: all its statements travel with the commit, in one round trip. What it relies on must be
 * checked by its statements, with {@link requireUnchanged}.
 */
export type TxAtOnce = Omit<Tx, 'sql' | 'one'>;

const commitsEach = Symbol('each statement commits by itself');

/** Statements of one merchant and mode that each commit by themselves, for a change that is a single statement. */
export interface Autocommit extends Reader {
  readonly [commitsEach]: true;
}

/** Statements across merchants, for sweepers and the kit itself. */
export type SystemReader = Statements;

const startMaxMs = 60_000;
const startPauseMs = 200;
const togetherLockTimeoutMs = 500;
const maxAttempts = 4;
/** Downloads wait this long for a connection of lists: one that has started must not end because others read lists. */
const patientMs = 30_000;
const retryPauseMs = 20; // longer than most commits take; times the attempt

/** What a transaction does, as one account or several have it. */
type Verb<T> = (as: (scope: Scope, now: Date) => Tx) => Promise<T>;

/** A service's own schema. */
export class Database {
  readonly system: SystemReader;
  readonly #reading: Statements;
  /** The clocks of accounts whose test mode was advanced. */
  readonly clocks = new TestClocks();
  readonly #source: string;
  readonly #onOutbox: (livemode: boolean) => void;
  readonly #compressesEvents: boolean;
  readonly #pool: pg.Pool;
  readonly #lists: ListPool;

  /**
   * @param url the service's login; its role names the schema
   * @param options.onOutbox called after a commit that wrote to the outbox, with the events' mode, to wake the relay
   * @param options.plansByIndex as in a service's definition
   * @param options.compressesEvents whether events wait in the outbox as `packText` makes them
   */
  constructor(
    url: string,
    service: ServiceName,
    options: {
      readonly onOutbox?: (livemode: boolean) => void;
      readonly plansByIndex?: true | undefined;
      readonly compressesEvents?: boolean;
    } = {},
  ) {
    this.#source = `/mizan/${service}`;
    this.#onOutbox = options.onOutbox ?? (() => undefined);
    this.#compressesEvents = options.compressesEvents ?? false;
    const isByIndex = options.plansByIndex === true;
    this.#pool = openPool(url, `mizan-${service}`, { isByIndex, isPlannedOnce: true });
    this.#lists = new ListPool(url, `mizan-${service}-lists`, { isByIndex });
    this.system = statements(this.#pool, { retries: true });
    this.#reading = statements(this.#pool, { retries: true, readsOnly: true });
  }

  /** Waits for what runs and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#lists.close()]);
  }

  /** Reads outside a transaction; a statement that writes or locks is refused. */
  reader(scope: Scope, now = this.clocks.nowOf(scope)): Reader {
    return { ...this.#reading, scope, now };
  }

  /** As {@link reader}, on the few connections that lists share: for reads whose cost grows with what a merchant has. */
  listReader(scope: Scope, now = this.clocks.nowOf(scope)): Reader {
    return { ...this.#lists.statementsOf(scope.merchantId), scope, now };
  }

  /** As {@link listReader}, for a file of any length: its pages wait longer for their turn. */
  downloadReader(scope: Scope, now = this.clocks.nowOf(scope)): Reader {
    return { ...this.#lists.statementsOf(scope.merchantId, patientMs), scope, now };
  }

  /** Statements of one merchant and mode that each commit by themselves. */
  autocommit(scope: Scope, now = this.clocks.nowOf(scope)): Autocommit {
    return { ...this.system, scope, now, [commitsEach]: true };
  }

  /** What the connections are doing now: those of lists, and all others. */
  get use(): Readonly<Record<'main' | 'lists', PoolUse>> {
    return { main: useOf(this.#pool), lists: this.#lists.use };
  }

  /** Waits a minute for a database that is starting or overloaded. @throws what `pg` threw: at once for a wrong address */
  async whenReachable(): Promise<void> {
    for (const until = performance.now() + startMaxMs; ;) {
      try {
        await this.#pool.query('select 1');
        return;
      } catch (thrown) {
        if (!isNotReadyYet(thrown) || performance.now() > until) throw thrown;
        log.warn({ event: 'database.awaited', err: thrown });
      }
      await wait(startPauseMs);
    }
  }

  /** True when the database answers. */
  async isReachable(): Promise<boolean> {
    return this.#pool.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /**
   * Runs `verb` in one transaction together with the events it emits. Nothing remote may happen inside. A deadlock or
   * serialization failure runs the verb again from the start, so it must not keep state outside the transaction.
   */
  transact<T>(scope: Scope, verb: (tx: Tx) => Promise<T>, now = this.clocks.nowOf(scope)): Promise<T> {
    return this.#retried((as) => verb(as(scope, now)));
  }

  /**
   * As {@link transact}, for several accounts together: `as` gives the transaction as each of them has it. It waits for locks
   * only briefly, because those that it holds already keep the other accounts waiting.
   */
  transactTogether<T>(verb: (as: (scope: Scope) => Tx) => Promise<T>): Promise<T> {
    return this.#retried((as) => verb((scope) => as(scope, this.clocks.nowOf(scope))), togetherLockTimeoutMs);
  }

  async #retried<T>(verb: Verb<T>, lockTimeoutMs?: number): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(verb, lockTimeoutMs);
      } catch (thrown) {
        if (attempt === maxAttempts || !mayRunAgain(thrown)) throw thrown;
        // The transaction that waits for the released locks goes first; otherwise the two collide again.
        await wait((0.5 + Math.random()) * retryPauseMs * attempt);
      }
    }
  }

  async #once<T>(verb: Verb<T>, lockTimeoutMs?: number): Promise<T> {
    const transaction = await beginTransaction(this.#pool, lockTimeoutMs).catch((thrown: unknown) => {
      throw beforeCommit(thrown);
    });
    const emitted: OutboxRow[] = [];
    const effects: (() => void)[] = [];
    const along: Parameters<Tx['alongCommit']>[] = [];
    const as = (scope: Scope, now: Date): Tx => ({
      scope,
      now,
      sql: transaction.sql,
      one: transaction.one,
      emit: (type, emission) => {
        const { row, cut } = eventRow({ source: this.#source, scope, now }, type, emission);
        emitted.push(row);
        return cut;
      },
      afterCommit: (effect) => effects.push(effect),
      alongCommit: (...statement) => along.push(statement),
    });
    let result: T;
    try {
      result = await verb(as);
    } catch (thrown) {
      await transaction.rollback();
      throw beforeCommit(thrown);
    }
    if (emitted.length > 0)
      insertOutbox((...statement) => along.push(statement), emitted, { isPacked: this.#compressesEvents });
    await commitWith(transaction, along);
    const accounts = Map.groupBy(emitted, ({ scope }) => scope);
    for (const [scope, rows] of accounts) countEmitted(bytesOf(rows), scope);
    for (const livemode of new Set([...accounts.keys()].map((scope) => scope.livemode)))
      runLossy(() => this.#onOutbox(livemode));
    effects.forEach(runLossy);
    return result;
  }
}

/** Commits together with the last statements, in one round trip. When one of them fails, so does the commit, for that reason. */
async function commitWith(transaction: Transaction, statements: Parameters<Tx['alongCommit']>[]): Promise<void> {
  const last = statements.map((each) => transaction.sql(...each));
  const commit = transaction.commit();
  for (const each of await Promise.allSettled(last)) {
    if (each.status === 'fulfilled') continue;
    await commit.catch(() => undefined);
    // Postgres refused the statement, so it cannot have committed; a connection that was lost leaves that open.
    throw sqlState(each.reason) === undefined ? each.reason : beforeCommit(each.reason);
  }
  await commit;
}

/** What follows a commit can no longer undo it, so its failure is not the verb's. */
function runLossy(effect: () => void): void {
  try {
    effect();
  } catch (thrown) {
    log.error({ err: thrown }, 'transaction.after_commit_failed');
  }
}

/** Opens a service's schema for work outside the running service, such as seeding; events wait in the outbox for that. */
export async function withDatabase<T>(
  service: ServiceName,
  runtimeUrl: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = new Database(runtimeUrl, service);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
