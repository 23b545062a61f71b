import type { BalanceTransaction, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, type Reader, resourceMissing } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { toBalanceTransactionResource } from '../payment/balance-transaction.resource.ts';
import { createdWithin, readPage, when } from '../tables/read-page.ts';

type ListBalanceTransactions = Operations['listBalanceTransactions'];

/** @throws Problem `resource_missing`: no such balance transaction for this merchant and mode */
export async function getBalanceTransaction(reader: Reader, id: string): Promise<BalanceTransaction> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<BalanceTransactionRow>`
    select * from balance_transactions where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toBalanceTransactionResource(row);
}

/** A page of balance transactions, newest first. */
export async function listBalanceTransactions(
  reader: Reader,
  query: OperationInput<ListBalanceTransactions>['query'],
): Promise<ResponseOf<ListBalanceTransactions>> {
  const filters = [
    ...when(query.type, (type) => fragment`and type = ${type}`),
    ...when(query.sourceId, (sourceId) => fragment`and source_id = ${sourceId}`),
    ...when(query.currency, (currency) => fragment`and currency = ${currency}`),
    ...createdWithin(reader, query.date, query.timezone),
  ];
  const page = await readPage<BalanceTransactionRow>(reader, 'balance_transactions', filters, query);
  return {
    data: page.rows.map(toBalanceTransactionResource),
    totalCount: page.totalCount,
    nextCursor: page.nextCursor,
  };
}
