import type { CancelPaymentIntent, PaymentIntent } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { loadPayment, lockIntent, lockPayment } from '../payment/payment.ts';
import {
  type Cancellation,
  planCancellation,
  type ReleaseOutcome,
  settleCancellation,
} from '../settle/cancel-payment.ts';

/** Checks that a merchant may cancel a payment. @throws Problem `resource_missing`, and as `planCancellation` */
export async function cancelPaymentIntent(tx: Tx, id: string): Promise<Cancellation> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  return planCancellation(tx, await loadPayment(tx, intent));
}

interface CanceledIntent {
  readonly cancellation: Cancellation;
  readonly outcome: ReleaseOutcome;
  readonly reason: CancelPaymentIntent['cancellationReason'];
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleIntentCancellation(
  tx: Tx,
  app: App,
  { cancellation, outcome, reason = 'REQUESTED_BY_CUSTOMER' }: CanceledIntent,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, cancellation.paymentIntentId);
  const { chargeId } = cancellation;
  return toPaymentIntentResource(await settleCancellation(tx, app, { payment, chargeId, outcome, reason }), app);
}
