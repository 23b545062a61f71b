import type { EventType } from '@mizan/contracts';
import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Scope } from '../identity/identity.ts';
import { eventRow, insertOutbox, type Emission, type OutboxRow } from '../outbox/write-outbox.ts';
import { log } from '../telemetry/log.ts';
import { mayRunAgain } from './postgres-errors.ts';
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
  /** MikroORM's unit of work in this transaction. The kit flushes and commits it. */
  readonly em: SqlEntityManager;
  /**
   * Publishes an event with this transaction: an outbox row, written after every change of the verb so that its number
   * follows the aggregate's lock. `version` is the object's version after the change; increase it once per event.
   */
  emit<T extends EventType>(type: T, emission: Emission<T>): void;
  /** Runs after a successful commit, never after a rollback. Only for what may be lost, such as waking a worker. */
  afterCommit(effect: () => void): void;
}

/** A transaction as the kit sees it. */
export interface OpenTx extends Tx {
  /** Writes what the unit of work holds, so that a violated rule surfaces now. */
  flush(): Promise<void>;
}

/** Statements across merchants, for sweepers and the kit itself. */
export type SystemReader = Statements;

const maxAttempts = 4;

/** A service's own schema. */
export class Database {
  readonly system: SystemReader;
  readonly #orm: MikroORM;
  readonly #source: string;
  readonly #onCommit: () => void;
  readonly #pool: pg.Pool;

  /** @param onCommit called after a commit that wrote to the outbox, to wake the relay */
  private constructor(orm: MikroORM, pool: pg.Pool, source: string, onCommit: () => void) {
    this.#orm = orm;
    this.#source = source;
    this.#onCommit = onCommit;
    this.#pool = pool;
    this.system = statements(pool, true);
  }

  static async open(orm: MikroORM, source: string, onCommit: () => void): Promise<Database> {
    return new Database(orm, await orm.em.getConnection().getNativeClient(), source, onCommit);
  }

  /** Reads outside a transaction. */
  reader(scope: Scope, now = new Date()): Reader {
    return { ...this.system, scope, now };
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
  async transact<T>(scope: Scope, verb: (tx: OpenTx) => Promise<T>, now = new Date()): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(scope, verb, now);
      } catch (thrown) {
        if (attempt === maxAttempts || !mayRunAgain(thrown)) throw thrown;
      }
    }
  }

  async #once<T>(scope: Scope, verb: (tx: OpenTx) => Promise<T>, now: Date): Promise<T> {
    const transaction = await beginTransaction(this.#pool, this.#orm);
    const emitted: OutboxRow[] = [];
    const effects: (() => void)[] = [];
    let result: T;
    try {
      result = await verb({
        scope,
        now,
        sql: transaction.sql,
        one: transaction.one,
        get em() {
          return transaction.em;
        },
        flush: transaction.flush,
        emit: (type, emission) => emitted.push(eventRow(this.#source, scope, now, type, emission)),
        afterCommit: (effect) => effects.push(effect),
      });
      await transaction.flush();
    } catch (thrown) {
      await transaction.rollback();
      throw thrown;
    }
    await commitWith(transaction, emitted);
    if (emitted.length > 0) effects.push(this.#onCommit);
    effects.forEach(runLossy);
    return result;
  }
}

/** Writes the outbox and commits in one round trip. When the outbox fails, so does the commit, for that reason. */
async function commitWith(transaction: Transaction, emitted: readonly OutboxRow[]): Promise<void> {
  const written = emitted.length > 0 ? insertOutbox(transaction.sql, emitted) : undefined;
  const [outbox, commit] = await Promise.allSettled([written, transaction.commit()]);
  if (outbox.status === 'rejected') throw outbox.reason;
  if (commit.status === 'rejected') throw commit.reason;
}

/** What follows a commit can no longer undo it, so its failure is not the verb's. */
function runLossy(effect: () => void): void {
  try {
    effect();
  } catch (thrown) {
    log.error({ err: thrown }, 'transaction.after_commit_failed');
  }
}
