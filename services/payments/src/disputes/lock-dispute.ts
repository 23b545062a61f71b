import { own, type Reader, resourceMissing, type Tx } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import type { DisputeParts } from '../payment/dispute.resource.ts';
import { disputes } from '../payment/dispute.table.ts';
import { lockPayment } from '../payment/payment.ts';
import type { LockedDispute } from './settle-dispute.ts';

/** The dispute under the lock of its payment. @throws Problem `resource_missing` */
export async function lockDispute(tx: Tx, id: string): Promise<LockedDispute> {
  const seen = await findDispute(tx, id);
  if (!seen) throw resourceMissing();
  const payment = await lockPayment(tx, seen.paymentIntentId);
  const row = await findDispute(tx, id);
  if (!row) throw resourceMissing();
  return { payment, dispute: await loadDispute(tx, row) };
}

/** The row of a dispute. */
export const findDispute = (reader: Reader, id: string): Promise<DisputeRow | undefined> =>
  reader.one<DisputeRow>`select ${disputes.columns} from disputes where ${own(reader)} and id = ${id}`;

/** Completes a dispute with its movements. */
export async function loadDispute(reader: Reader, row: DisputeRow): Promise<DisputeParts> {
  const [parts] = await loadDisputes(reader, [row]);
  if (!parts) throw new Error('bug: a dispute was left out');
  return parts;
}

/** Completes disputes with their movements, in the order of `rows`. */
export async function loadDisputes(reader: Reader, rows: readonly DisputeRow[]): Promise<DisputeParts[]> {
  const ids = rows.flatMap(movementIdsOf);
  const movements =
    ids.length === 0
      ? []
      : await reader.sql<BalanceTransactionRow>`
          select ${balanceTransactions.columns} from balance_transactions
          where ${own(reader)} and id = any (${ids}::text[])`;
  return withMovements(rows, movements);
}

/** The balance transactions of a dispute, oldest first. */
export const movementIdsOf = (row: DisputeRow): string[] =>
  [row.balanceTransactionId, row.reversalBalanceTransactionId].filter((id) => id !== null);

/** Disputes with those of the movements that are theirs, in the order of `rows`. */
export function withMovements(
  rows: readonly DisputeRow[],
  movements: readonly BalanceTransactionRow[],
): DisputeParts[] {
  const byId = new Map(movements.map((movement) => [movement.id, movement]));
  return rows.map((row) => ({ row, movements: movementIdsOf(row).flatMap((id) => byId.get(id) ?? []) }));
}
