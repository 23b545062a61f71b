import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { ChargeParts } from '../payment/charge.resource.ts';
import { isReceivedByHand } from '../payment/charge-traits.ts';
import { isPaidOrHeld } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { loadPayment, lockIntent } from '../payment/payment.ts';
import { isUnneeded } from '../settle/settle-surplus.ts';

/**
 * The charge of a locked payment whose money the merchant may report as received: it waits for the money, or it has failed
 * and the payment still needs it.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function lockReceivable(tx: Tx, id: string): Promise<ChargeParts> {
  const { intent, parts } = await lockUnpaid(tx, id);
  const { row: charge } = parts;
  if (charge.status === 'PENDING') return parts;
  if (charge.status !== 'FAILED') throw hasEnded();
  if (charge.failureCode === 'provider_timeout') throw neverStarted(); // the buyer was not told where the money goes
  if (isUnneeded(intent, charge))
    throw new Problem(
      'resource_invalid_state',
      `The amount of this payment has changed since its buyer was asked for ${charge.amount} in the smallest unit of ${charge.currency}. Change it back to record that money, or return it to the buyer.`,
    );
  return parts;
}

/**
 * The charge of a locked payment that the merchant receives itself and still waits for.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function lockAwaited(tx: Tx, id: string): Promise<ChargeParts> {
  const { parts } = await lockUnpaid(tx, id);
  if (parts.row.status !== 'PENDING') throw hasEnded();
  return parts;
}

interface UnpaidPayment {
  readonly intent: PaymentIntentRow;
  /** Its latest charge, which the merchant receives itself: it is undecided or has failed. */
  readonly parts: ChargeParts;
}

async function lockUnpaid(tx: Tx, id: string): Promise<UnpaidPayment> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const parts = (await loadPayment(tx, intent)).charges.at(-1);
  if (parts && !isReceivedByHand(parts.row)) {
    const message =
      'Only payments that you receive yourself, such as cash on delivery and bank transfers, can be marked.';
    throw new Problem('payment_method_mismatch', message);
  }
  if (isPaidOrHeld(intent.status)) throw new Problem('payment_already_completed', 'The payment has already succeeded.');
  if (!parts) throw neverStarted();
  return { intent, parts };
}

const hasEnded = (): Problem =>
  new Problem('resource_invalid_state', 'This payment has ended already: no money is expected for it.');

const neverStarted = (): Problem =>
  new Problem(
    'resource_invalid_state',
    'This payment was not started, so that no money is expected for it. Let the buyer pay, or create another payment.',
  );
