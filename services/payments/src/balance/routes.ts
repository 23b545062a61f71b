import { query, type RoutesOf } from '@mizan/service-kit';
import { getBalance } from './get-balance.ts';
import { getBalanceTransaction, listBalanceTransactions } from './read-balance-transactions.ts';

/** Operations on the balance. */
export const balanceRoutes: Pick<
  RoutesOf<'payments'>,
  'getBalance' | 'getBalanceTransaction' | 'listBalanceTransactions'
> = {
  getBalance: query((reader) => getBalance(reader)),
  getBalanceTransaction: query((reader, { params }) => getBalanceTransaction(reader, params.id)),
  listBalanceTransactions: query((reader, { query }) => listBalanceTransactions(reader, query)),
};
