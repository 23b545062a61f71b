import { Problem, type Tx } from '@mizan/service-kit';
import { partReceivedMessage } from '../payment/reported-receipt.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { lockAwaited } from './lock-manual-charge.ts';
import type { Receipt } from './mark-payment-intent-paid.ts';

/**
 * Records that money which the merchant receives itself will not come: the buyer has refused the goods, or changed their
 * mind. First of three phases: the provider then declines the charge, and `settleReceipt` records it.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function markPaymentIntentFailed(tx: Tx, id: string): Promise<Receipt> {
  const { row } = await lockAwaited(tx, id);
  if (row.amountReported > 0) throw new Problem('resource_invalid_state', partReceivedMessage(row));
  const fallbackAt = new Date(tx.now.getTime() + crashGraceMs).toISOString();
  return { paymentIntentId: id, chargeId: row.id, isWhole: true, fallbackAt };
}
