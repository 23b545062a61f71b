import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { log } from '../telemetry/log.ts';
import { isOutage, sqlState } from './postgres-errors.ts';
import { statements, type Statements } from './statements.ts';

/** One transaction on one connection: statements and, when the verb wants them, entities. */
export interface Transaction extends Statements {
  /** MikroORM's unit of work in this transaction, made when first asked for: most verbs need none. */
  readonly em: SqlEntityManager;
  /** Writes what the unit of work holds. */
  flush(): Promise<void>;
  commit(): Promise<void>;
  /** Undoes everything; never throws, so that what went wrong before is what the caller hears. */
  rollback(): Promise<void>;
}

/** Takes a connection and begins. One of `commit` and `rollback` must follow; after it every statement is refused. */
export async function beginTransaction(pool: pg.Pool, orm: MikroORM): Promise<Transaction> {
  const client = await pool.connect();
  let over = false;
  const open: Pick<pg.ClientBase, 'query'> = {
    // A statement that nobody awaited must not run in whatever transaction has the connection next.
    query: ((...query: Parameters<pg.ClientBase['query']>) =>
      over
        ? Promise.reject(new Error('bug: the transaction is over'))
        : client.query(...query)) as pg.ClientBase['query'],
  };
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    over = true;
    try {
      const { command } = await client.query(how);
      // Postgres answers the commit of a failed transaction by rolling it back, without an error.
      if (how === 'commit' && command !== 'COMMIT')
        throw new Error('bug: the verb went on after a statement had failed');
      client.release();
    } catch (thrown) {
      client.release(sqlState(thrown) === undefined || isOutage(thrown));
      throw thrown;
    }
  };
  let em: SqlEntityManager | undefined;
  // Pipelined: it travels with the first statement, which fails with it should it fail.
  client.query('begin').catch((thrown: unknown) => log.warn({ err: thrown }, 'transaction.begin_failed'));
  return {
    ...statements(open, false),
    get em() {
      return (em ??= entityManagerOn(open, orm));
    },
    flush: async () => em?.flush(),
    commit: () => end('commit'),
    rollback: () => end('rollback').catch(() => undefined),
  };
}

/** MikroORM speaks to its connection through Kysely, so it gets one that knows no other connection than ours. */
function entityManagerOn(open: Pick<pg.ClientBase, 'query'>, orm: MikroORM): SqlEntityManager {
  const pool: PostgresPool = {
    options: {},
    connect: () => Promise.resolve({ query: open.query, release: () => undefined } as never),
    end: () => Promise.resolve(),
  };
  const em = orm.em.fork();
  em.setTransactionContext(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  return em;
}
