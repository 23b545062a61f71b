import type { CancelPaymentIntent, PaymentIntent } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toConfirmedPayment } from '../payment/payment-intent.resource.ts';
import { loadPayment, lockIntent, lockPayment } from '../payment/payment.ts';
import type { CancelOutcome } from '../providers/port/provider-outcome.ts';
import { type Cancellation, planCancellation, settleCancellation } from '../settle/cancel-payment.ts';

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
  app: App,
  { paymentIntentId }: Cancellation,
  outcome: CancelOutcome,
  { cancellationReason = 'REQUESTED_BY_CUSTOMER' }: CancelPaymentIntent,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, paymentIntentId);
  return toConfirmedPayment(await settleCancellation(tx, app, payment, outcome, cancellationReason), app).paymentIntent;
}
