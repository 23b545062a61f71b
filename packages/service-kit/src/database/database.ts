import type { ControlledTransaction, MikroORM, SqlEntityManager } from './orm-types.ts';
import type { EventType } from '@mizan/contracts';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Scope } from '../identity/identity.ts';
import { eventRow, insertOutbox, type Emission, type OutboxRow } from '../outbox/write-outbox.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { render } from './sql.ts';

/** Reads of one merchant and mode, or of one transaction. */
export interface Reader {
  readonly scope: Scope;
  /** The instant the unit of work began; use it for every timestamp that the unit writes. */
  readonly now: Date;
  /** Runs a prepared statement; `${values}` become parameters, nested fragments are inlined. */
  sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
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

/** Statements across merchants, for sweepers and the kit itself. */
export type SystemReader = Pick<Reader, 'sql' | 'one'>;

type Execute = (text: string, values: unknown[]) => Promise<unknown[]>;

function statements(execute: Execute): Pick<Reader, 'sql' | 'one'> {
  const run = async <Row>(strings: TemplateStringsArray, values: unknown[]): Promise<Row[]> => {
    const query = render(strings, values);
    const rows = await span('db.query', SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.query.text': query.text }, () =>
      execute(query.text, query.values),
    );
    return rows as Row[];
  };
  return {
    sql: (strings, ...values) => run(strings, values),
    one: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) => (await run<Row>(strings, values))[0],
  };
}

/** Serialization failure and deadlock: Postgres rolled back a healthy transaction, which may simply run again. */
const retryableStates = new Set(['40001', '40P01']);
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
    this.system = statements(async (text, values) => (await pool.query(text, values)).rows);
  }

  static async open(orm: MikroORM, source: string, onCommit: () => void): Promise<Database> {
    const connection = orm.em.getConnection() as unknown as { getNativeClient(): Promise<pg.Pool> };
    return new Database(orm, await connection.getNativeClient(), source, onCommit);
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
  async transact<T>(scope: Scope, verb: (tx: Tx) => Promise<T>, now = new Date()): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(scope, verb, now);
      } catch (thrown) {
        if (attempt === maxAttempts || !retryableStates.has(sqlState(thrown) ?? '')) throw thrown;
      }
    }
  }

  async #once<T>(scope: Scope, verb: (tx: Tx) => Promise<T>, now: Date): Promise<T> {
    const em = this.#orm.em.fork() as SqlEntityManager;
    await em.begin();
    const trx = em.getTransactionContext() as ControlledTransaction;
    const { sql, one } = statements(async (text, values) => (await trx.executeQuery(CompiledQuery.raw(text, values))).rows);
    const emitted: OutboxRow[] = [];
    const effects: (() => void)[] = [];
    let result: T;
    try {
      result = await verb({
        em,
        scope,
        now,
        sql,
        one,
        emit: (type, emission) => emitted.push(eventRow(this.#source, scope, now, type, emission)),
        afterCommit: (effect) => effects.push(effect),
      });
      await em.flush();
      if (emitted.length > 0) await insertOutbox(sql, emitted);
      await em.commit();
    } catch (thrown) {
      if (em.isInTransaction()) await em.rollback();
      throw thrown;
    }
    if (emitted.length > 0) this.#onCommit();
    for (const effect of effects) effect();
    return result;
  }
}

/** The five-character SQLSTATE of a Postgres error, wherever MikroORM or `pg` put it. */
export function sqlState(thrown: unknown): string | undefined {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown instanceof Error && thrown.cause ? sqlState(thrown.cause) : undefined;
}

/** The constraint that a Postgres error names, for turning a violated rule into its own Problem. */
export function violatedConstraint(thrown: unknown): string | undefined {
  if (thrown instanceof Error && 'constraint' in thrown && typeof thrown.constraint === 'string') return thrown.constraint;
  return thrown instanceof Error && thrown.cause ? violatedConstraint(thrown.cause) : undefined;
}
