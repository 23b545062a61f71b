import { formerAttributes, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { type Payment, updateIntent } from '../payment/payment.ts';

/** What changes with a capture that has failed, or with a new one after such. */
type CaptureState = Pick<Payment, 'pendingCapture'> & Pick<Payment['intent'], 'lastPaymentError'>;

/** Writes why the latest capture failed, or that nothing is known against it. Under the payment's lock. */
export async function recordLastError(
  tx: Tx,
  app: App,
  { before, lastPaymentError, pendingCapture }: CaptureState & { readonly before: Payment },
): Promise<Payment> {
  const intent = { ...before.intent, version: before.intent.version + 1, lastPaymentError, updatedAt: tx.now };
  await tx.sql`${updateIntent(intent)}`;
  const after = { ...before, intent, pendingCapture };
  const object = toPaymentIntentResource(after, app);
  const previousAttributes = formerAttributes(toPaymentIntentResource(before, app), object);
  tx.emit('payment_intent.updated', { object, version: intent.version, previousAttributes });
  return after;
}
