import type { Operations, OperatorPayout, Payout, QueryOf, ResponseOf } from '@mizan/contracts';
import {
  acrossMerchants,
  countUpToMax,
  type Database,
  fragment,
  type OperationInput,
  own,
  type Reader,
  readPage,
  resourceMissing,
} from '@mizan/service-kit';
import { toBalanceTransactionResource } from '../payment/balance-transaction.resource.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';
import type { PayoutRow } from './payout.entity.ts';
import { toOperatorPayout, toPayoutResource } from './payout.resource.ts';
import { payouts } from './payout.table.ts';

type ListPayouts = Operations['listPayouts'];
type ListTransactions = Operations['listPayoutBalanceTransactions'];

async function findPayout(reader: Reader, id: string): Promise<PayoutRow> {
  const row = await reader.one<PayoutRow>`
    select ${payouts.columns} from payouts where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return row;
}

/** @throws Problem `resource_missing` */
export const getPayout = async (reader: Reader, id: string): Promise<Payout> =>
  toPayoutResource(await findPayout(reader, id));

/** A page of payouts, newest first. */
export async function listPayouts(
  reader: Reader,
  query: OperationInput<ListPayouts>['query'],
): Promise<ResponseOf<ListPayouts>> {
  const filters = [
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...when(query.currency, (currency) => fragment`currency = ${currency}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, payouts, {
    page: query,
    filters,
    counted: countedIn('payouts', filters),
  });
  return { data: rows.map(toPayoutResource), totalCount, nextCursor };
}

/** What an automatic payout pays out, or the debit of another; newest first. @throws Problem `resource_missing` */
export async function listPayoutBalanceTransactions(
  reader: Reader,
  { id, query }: { readonly id: string; readonly query: OperationInput<ListTransactions>['query'] },
): Promise<ResponseOf<ListTransactions>> {
  const { isAutomatic } = await findPayout(reader, id);
  const listed = isAutomatic
    ? fragment`payout_id = ${id} and source_id is distinct from ${id}`
    : fragment`source_id = ${id} and type = 'payout'`;
  const { rows, totalCount, nextCursor } = await readPage(reader, balanceTransactions, {
    page: query,
    filters: [listed],
    counted: undefined,
  });
  return { data: rows.map(toBalanceTransactionResource), totalCount, nextCursor };
}

/** A page of live payouts of all accounts, newest first, for the operator. Ids sort by time. */
export async function listOperatorPayouts(
  { system }: Pick<Database, 'system'>,
  { page, limit, ids, status, currency }: QueryOf<Operations['listOperatorPayouts']>,
): Promise<{ data: OperatorPayout[]; totalCount: number }> {
  const filters = [
    ...when(ids, (given) => fragment`id = any(${given}::text[])`),
    ...when(status, (given) => fragment`status = ${given}`),
    ...when(currency, (given) => fragment`currency = ${given}`),
  ];
  const matching = filters.reduce(
    (all, each) => fragment`${all} and ${each}`,
    fragment`from payouts where ${acrossMerchants} and livemode`,
  );
  const [rows, count] = await Promise.all([
    system.sql<PayoutRow>`
      select ${payouts.columns} ${matching} order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    system.one<{ count: number }>`select ${countUpToMax(matching)}::int as count`,
  ]);
  return { data: rows.map(toOperatorPayout), totalCount: count?.count ?? 0 };
}
