import type pg from 'pg';
import { log } from '../telemetry/log.ts';
import { isOutage, sqlState } from './postgres-errors.ts';
import { statements, type Statements } from './statements.ts';

/** One transaction on one connection. */
export interface Transaction extends Statements {
  commit(): Promise<void>;
  /** Undoes everything; never throws, so that the caller receives the original error. */
  rollback(): Promise<void>;
}

/**
 * Takes a connection and starts a transaction. One of `commit` and `rollback` must follow; after it every statement is refused.
 *
 * @param lockTimeoutMs instead of the role's own
 */
export async function beginTransaction(pool: pg.Pool, lockTimeoutMs?: number): Promise<Transaction> {
  const client = await pool.connect();
  let over = false;
  const open: Pick<pg.ClientBase, 'query'> = {
    // A statement that was not awaited must not run in the connection's next transaction.
    query: ((...query: Parameters<pg.ClientBase['query']>) =>
      over
        ? Promise.reject(new Error('bug: the transaction is over'))
        : client.query(...query)) as pg.ClientBase['query'],
  };
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    over = true;
    let isRolledBack: boolean;
    try {
      const { command } = await client.query(how);
      client.release();
      isRolledBack = how === 'commit' && command !== 'COMMIT';
    } catch (thrown) {
      client.release(sqlState(thrown) === undefined || isOutage(thrown));
      throw thrown;
    }
    // Postgres answers the commit of a failed transaction by rolling it back, without an error.
    if (isRolledBack) throw new Error('bug: the verb went on after a statement had failed');
  };
  // Pipelined: it travels with the first statement, which fails with it should it fail.
  const begin = lockTimeoutMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockTimeoutMs}`;
  client.query(begin).catch((thrown: unknown) => log.warn({ err: thrown }, 'transaction.begin_failed'));
  return {
    ...statements(open),
    commit: () => end('commit'),
    rollback: () => end('rollback').catch(() => undefined),
  };
}
