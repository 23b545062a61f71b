import { type Database, query, type RoutesOf } from '@mizan/service-kit';
import { getBalanceTransaction, listBalanceTransactions } from './read-balance-transactions.ts';
import { getBalance } from './read-balance.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Operations on the balance. */
export const balanceRoutes: Pick<
  RoutesOf<'payments'>,
  'getBalance' | 'getBalanceTransaction' | 'listBalanceTransactions'
> = {
  getBalance: query((reader) => getBalance(reader)),
  getBalanceTransaction: query((reader, { params }) => getBalanceTransaction(reader, params.id)),
  listBalanceTransactions: query((reader, { query }) => listBalanceTransactions(reader, query)),
};

/** What whoever runs the platform asks the ledger. */
export const ledgerRoutes = (db: Database): Pick<RoutesOf<'payments'>, 'verifyLedger'> => ({
  verifyLedger: query({
    scope: async () => ({ merchantId: '', livemode: false }), // of all merchants and both modes
    run: () => verifyLedger(db),
  }),
});
