import { withDatabase } from '@mizan/service-kit';
import { makeFundsAvailable } from '../ledger/make-funds-available.ts';
import type { PaymentsWorld } from '../payments.test-support.ts';

/** As if the days until settlement had passed in live mode. */
export async function makeLiveFundsAvailable(world: PaymentsWorld): Promise<void> {
  await world.db('payments').query(`update balance_transactions set available_on = now() where livemode`);
  await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) =>
    makeFundsAvailable({ db, signal: AbortSignal.any([]) }),
  );
}
