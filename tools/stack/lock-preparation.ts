import type pg from 'pg';

const lockKey = 7_302_020; // any constant of ours; provisioning has another, which it takes while this one is held

/** In seconds: the server ends the session of a machine that is gone, and its lock, after two minutes instead of two hours. */
const keepAlive = 'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6';

/**
 * Waits until no other process sets the passwords of this database's logins or restores a backup into it, and makes others wait
 * until the connection ends.
 *
 * @param report receives one sentence if it has to wait: a restore may take hours
 */
export async function lockPreparation(client: pg.Client, report: (line: string) => void): Promise<void> {
  await client.query(keepAlive);
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
  if (rows[0]?.taken) return;
  report('waiting for a restore of this database, or for another process that prepares it …');
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}
