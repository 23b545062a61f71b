import type { Balance, BalanceAmount, BalanceTransaction, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { toBalanceTransactionResource } from '../payment/balance-transaction.resource.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';
import type { LedgerAccountRow } from './ledger.entity.ts';

type Stored = Pick<LedgerAccountRow, 'account' | 'currency' | 'balance'>;

/** What the merchant owns in this mode: one amount for each currency that ever moved. */
export async function getBalance(reader: Reader): Promise<Balance> {
  const stored = await reader.sql<Stored>`
    select account, currency, sum(balance)::bigint as balance from ledger_accounts
    where ${own(reader)} group by account, currency`;
  const currencies = [...new Set(stored.map(({ currency }) => currency))].toSorted();
  const amountsOf = (account: Stored['account']): BalanceAmount[] =>
    currencies.map((currency) => ({
      amount: stored.find((row) => row.account === account && row.currency === currency)?.balance ?? 0,
      currency,
    }));
  return {
    object: 'balance',
    available: amountsOf('merchant_available'),
    pending: amountsOf('merchant_pending'),
    livemode: reader.scope.livemode,
  };
}

type ListBalanceTransactions = Operations['listBalanceTransactions'];

/** @throws Problem `resource_missing` */
export async function getBalanceTransaction(reader: Reader, id: string): Promise<BalanceTransaction> {
  const row = await reader.one<BalanceTransactionRow>`
    select ${balanceTransactions.columns} from balance_transactions where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toBalanceTransactionResource(row);
}

/** A page of balance transactions, newest first. */
export async function listBalanceTransactions(
  reader: Reader,
  query: OperationInput<ListBalanceTransactions>['query'],
): Promise<ResponseOf<ListBalanceTransactions>> {
  const filters = [
    ...when(query.type, (type) => fragment`type = ${type}`),
    ...when(query.sourceId, (sourceId) => fragment`source_id = ${sourceId}`),
    ...when(query.currency, (currency) => fragment`currency = ${currency}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, balanceTransactions, {
    page: query,
    filters,
    counted: countedIn('balance_transactions', filters),
  });
  return { data: rows.map(toBalanceTransactionResource), totalCount, nextCursor };
}
