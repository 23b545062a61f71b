import { failpoint, type LoadContext, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
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
  if (row.amountReported > 0)
    throw new Problem(
      'resource_invalid_state',
      'A part of this payment was received already. Record the rest, or wait until the payment expires: the part is then credited to your balance.',
    );
  const fallbackAt = new Date(tx.now.getTime() + crashGraceMs).toISOString();
  return { paymentIntentId: id, chargeId: row.id, isWhole: true, fallbackAt };
}

/** Notifies the provider that the money will not come; no transaction is open. What was reported as paid meanwhile stays so. */
export async function submitFailure(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { chargeId }: Receipt,
): Promise<PaymentOutcome> {
  failpoint('pay.before_provider');
  const answer = await app.providers.moneyOf(scope).completeAction({ chargeId, now, answer: { result: 'refused' } });
  failpoint('pay.after_provider');
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'The payment was canceled in the meantime.');
  return answer;
}
