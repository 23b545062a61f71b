import { countRows, fragment, json, type Fragment, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import type { PaymentIntentRow } from '../intents/payment-intent.entity.ts';
import { updateCharge, updateIntent } from '../intents/write-payment.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import { oneMore } from '../lists/counted.ts';
import { rowsOf } from '../rows.ts';
import type { RefundRow } from './refund.entity.ts';
import type { RefundSettlement } from './refund-settlement.ts';

/** Writes a settlement in one statement. @param charge as it shall be; null when neither it nor its intent changes */
export async function writeRefundSettlement(
  tx: Tx,
  { refund, journals, movement }: RefundSettlement,
  charge: ChargeRow | null,
  intent: PaymentIntentRow,
): Promise<void> {
  const payment = charge
    ? fragment`, charge as (${updateCharge(charge)}), intent as (${updateIntent(intent)})`
    : fragment``;
  const posted = journals.length > 0 ? fragment`, ${postingOf(tx, journals)}` : fragment``;
  const credited = movement
    ? fragment`,
        movement as (
          insert into balance_transactions select * from ${rowsOf(fragment`null::balance_transactions`, [movement])}),
        counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})`
    : fragment``;
  await tx.sql`with refund as (${updateRefund(refund)}) ${payment} ${posted} ${credited} select 1`;
}

const updateRefund = (row: RefundRow): Fragment => fragment`
  update refunds set
    version = ${row.version}, status = ${row.status}, is_settled = ${row.is_settled}, is_announced = ${row.is_announced},
    failure_reason = ${row.failure_reason}, failure_message = ${row.failure_message},
    pending_reason = ${row.pending_reason}, destination_details = ${json(row.destination_details)},
    failure_balance_transaction_id = ${row.failure_balance_transaction_id},
    external_refund_id = ${row.external_refund_id}, next_sync_at = ${row.next_sync_at},
    sync_attempts = ${row.sync_attempts}, updated_at = ${row.updated_at}
  where merchant_id = ${row.merchant_id} and livemode = ${row.livemode} and id = ${row.id}`;
