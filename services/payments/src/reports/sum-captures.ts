import { own, type Reader } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import type { ChargeParts } from '../payment/charge.resource.ts';
import type { Payment } from '../payment/payment.ts';

type Sums = Pick<BalanceTransactionRow, 'gross' | 'fee' | 'net'>;

/**
 * Gives each charge the amounts of all of its captures: in `gross`, `fee` and `net` of its movement, which otherwise is
 * that of the latest capture alone. One statement for all payments, and none where no charge was captured in parts.
 */
export async function sumCaptures(reader: Reader, payments: readonly Payment[]): Promise<readonly Payment[]> {
  const inParts = payments.flatMap(({ charges }) => charges.filter(isCapturedInParts).map(({ row }) => row.id));
  if (inParts.length === 0) return payments;
  // Refunds have another source; disputes and credited receipts have the same, and another type.
  const rows = await reader.sql<Sums & { readonly chargeId: string }>`
    select source_id as charge_id, sum(gross)::bigint as gross, sum(fee)::bigint as fee, sum(net)::bigint as net
    from balance_transactions
    where ${own(reader)} and source_id = any (${inParts}::text[]) and type = 'charge' group by source_id`;
  const sumsOf = new Map(rows.map(({ chargeId, ...sums }) => [chargeId, sums]));
  return payments.map(({ intent, charges }) => ({
    intent,
    charges: charges.map((charge) => withSums(charge, sumsOf.get(charge.row.id))),
  }));
}

/** Whether the movement of the latest capture is not all that was captured. */
const isCapturedInParts = ({ row, movement }: ChargeParts): boolean =>
  movement !== null && movement.gross !== row.amountCaptured;

const withSums = (charge: ChargeParts, sums: Sums | undefined): ChargeParts =>
  charge.movement && sums ? { ...charge, movement: { ...charge.movement, ...sums } } : charge;
