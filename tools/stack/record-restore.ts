import type pg from 'pg';
import { asOwner } from './as-table-owner.ts';
import { qualified } from './backup-tables.ts';

const restores = { schema: 'payments', name: 'restores' } as const;

/**
 * Records that the database is in a former state: no payout is exported and no older refund sent until the operator releases them
 * (`services/payments/src/restores`). A moment that is recorded already changes nothing. Call it before any service runs.
 *
 * @param restoredTo the moment that the state is of
 */
export const recordRestore = (client: pg.Client, restoredTo: string): Promise<void> =>
  asOwner(client, restores, async () => {
    await client.query(
      `insert into ${qualified(restores.schema, restores.name)} (restored_to, restored_at) values ($1, now())
       on conflict do nothing`,
      [restoredTo],
    );
  });
