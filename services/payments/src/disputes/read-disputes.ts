import type { Dispute, OperatorDispute, Operations, QueryOf, ResponseOf } from '@mizan/contracts';
import {
  acrossMerchants,
  countUpToMax,
  type Database,
  fragment,
  type OperationInput,
  type Reader,
  readPage,
  resourceMissing,
} from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { toDisputeResource, toListedDispute } from '../payment/dispute.resource.ts';
import { disputes } from '../payment/dispute.table.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';
import { findDispute, loadDispute, loadDisputes, withMovements, movementIdsOf } from './lock-dispute.ts';

type ListDisputes = Operations['listDisputes'];

/** @throws Problem `resource_missing`: no such dispute for this merchant and mode */
export async function getDispute(reader: Reader, id: string): Promise<Dispute> {
  const row = await findDispute(reader, id);
  if (!row) throw resourceMissing();
  return toDisputeResource(await loadDispute(reader, row));
}

/** A page of disputes, newest first. */
export async function listDisputes(
  reader: Reader,
  query: OperationInput<ListDisputes>['query'],
): Promise<ResponseOf<ListDisputes>> {
  const filters = [
    ...when(query.chargeId, (chargeId) => fragment`charge_id = ${chargeId}`),
    ...when(query.paymentIntentId, (intentId) => fragment`payment_intent_id = ${intentId}`),
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, disputes, {
    page: query,
    filters,
    counted: countedIn('disputes', filters),
  });
  const found = await loadDisputes(reader, rows);
  return { data: found.map(toListedDispute), totalCount, nextCursor };
}

/** A page of live disputes of all accounts, newest first, for the operator. Ids sort by time. */
export async function listOperatorDisputes(
  { system }: Pick<Database, 'system'>,
  { page, limit, status, accountId }: QueryOf<Operations['listOperatorDisputes']>,
): Promise<{ data: OperatorDispute[]; totalCount: number }> {
  const filters = [
    ...when(status, (given) => fragment`status = ${given}`),
    ...when(accountId, (given) => fragment`merchant_id = ${given}`),
  ];
  const matching = filters.reduce(
    (all, each) => fragment`${all} and ${each}`,
    fragment`from disputes where ${acrossMerchants} and livemode`,
  );
  const [rows, count] = await Promise.all([
    system.sql<DisputeRow>`
      select ${disputes.columns} ${matching} order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    system.one<{ count: number }>`select ${countUpToMax(matching)}::int as count`,
  ]);
  const found = await loadAcrossAccounts({ system }, rows);
  return {
    data: found.map((parts) => ({ ...toListedDispute(parts), accountId: parts.row.merchantId })),
    totalCount: count?.count ?? 0,
  };
}

/** A live dispute of any account, with all of its evidence. @throws Problem `resource_missing` */
export async function getOperatorDispute({ system }: Pick<Database, 'system'>, id: string): Promise<OperatorDispute> {
  const rows = await system.sql<DisputeRow>`
    select ${disputes.columns} from disputes where ${acrossMerchants} and livemode and id = ${id}`;
  const [parts] = await loadAcrossAccounts({ system }, rows);
  if (!parts) throw resourceMissing();
  return { ...toDisputeResource(parts), accountId: parts.row.merchantId };
}

/** Completes live disputes of any accounts with their movements. */
async function loadAcrossAccounts({ system }: Pick<Database, 'system'>, rows: readonly DisputeRow[]) {
  const ids = rows.flatMap(movementIdsOf);
  const movements = await system.sql<BalanceTransactionRow>`
    select ${balanceTransactions.columns} from balance_transactions
    where ${acrossMerchants} and livemode and id = any (${ids}::text[])`;
  return withMovements(rows, movements);
}
