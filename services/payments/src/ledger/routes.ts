import { query, type RoutesOf, system } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { getBalance } from './read-balance.ts';
import { getBalanceTransaction, listBalanceTransactions } from './read-balance-transactions.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Operations on the balance, and the operator's verification of the ledger. */
export const ledgerRoutes = (app: App) =>
  ({
    getBalance: query((reader) => getBalance(reader)),
    getBalanceTransaction: query((reader, { params }) => getBalanceTransaction(reader, params.id)),
    listBalanceTransactions: query((reader, { query }) => listBalanceTransactions(reader, query)),
    verifyLedger: system(() => verifyLedger(app)),
  }) satisfies Partial<RoutesOf<'payments'>>;
