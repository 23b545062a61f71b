import type { CancelPaymentIntent, PaymentIntent } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import type { CancelOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf } from './answer-payment.ts';
import { planCancellation, settleReleased, type Cancellation } from './cancel-payment.ts';
import { loadPayment, lockIntent, lockPayment } from './payment.ts';

/**
 * Checks that a merchant may call a payment off; see `cancel-payment.ts` for the phases.
 *
 * @throws Problem `resource_missing`, and as `planCancellation`
 */
export async function cancelPaymentIntent(tx: Tx, id: string): Promise<Cancellation> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  return planCancellation(tx, await loadPayment(tx, intent));
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleIntentCancellation(
  tx: Tx,
  wiring: Wiring,
  { paymentIntentId }: Cancellation,
  outcome: CancelOutcome,
  { cancellationReason = 'REQUESTED_BY_CUSTOMER' }: CancelPaymentIntent,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, paymentIntentId);
  return answerOf(await settleReleased(tx, wiring, payment, outcome, cancellationReason), wiring).paymentIntent;
}
