import { withDatabase } from '@mizan/service-kit';
import type { World } from '@mizan/testing';
import { makeFundsAvailable } from '../ledger/make-funds-available.ts';

/** As if the days until settlement had passed in live mode. */
export async function makeLiveFundsAvailable(world: Pick<World, 'db' | 'databaseUrls'>): Promise<void> {
  await world
    .db('payments')
    .query(`update balance_transactions set available_on = now() - interval '1 second' where livemode`);
  await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) =>
    makeFundsAvailable({ db, signal: AbortSignal.any([]) }),
  );
}
