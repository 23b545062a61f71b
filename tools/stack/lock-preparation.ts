import type pg from 'pg';

const lockKey = 7_302_020; // any constant of ours; provisioning has another, which it takes while this one is held

/**
 * Waits until nobody else gives the logins of this database their passwords or restores a backup into it, and keeps others waiting until
 * the connection ends.
 */
export async function lockPreparation(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}
