import type { BalanceTransaction, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { toBalanceTransactionResource } from '../payment/balance-transaction.resource.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';

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
