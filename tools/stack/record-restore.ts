import type pg from 'pg';
import { asOwner } from './as-table-owner.ts';
import { qualified } from './backup-tables.ts';

const restores = { schema: 'payments', name: 'restores' } as const;

/**
 * Records that the database is in a former state: no payout is exported and no older refund sent until the operator releases them
 * (`services/payments/src/restores`). A moment that is recorded already changes nothing. Call it before any service runs.
 *
 * @param restoredTo the moment that the state is of
 * @returns when the money that was held because of it was released; null while it is held
 */
export async function recordRestore(client: pg.Client, restoredTo: string): Promise<Date | null> {
  let releasedAt: Date | null = null;
  await asOwner(client, restores, async () => {
    const { rows } = await client.query<{ releasedAt: Date | null }>(
      `insert into ${qualified(restores.schema, restores.name)} as restore (restored_to, restored_at) values ($1, now())
       on conflict (restored_to) do update set restored_at = restore.restored_at
       returning released_at as "releasedAt"`,
      [restoredTo],
    );
    releasedAt = rows[0]?.releasedAt ?? null;
  });
  return releasedAt;
}
