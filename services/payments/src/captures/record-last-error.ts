import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { type Payment, updateIntent } from '../payment/payment.ts';

type LastError = Pick<Payment['intent'], 'lastPaymentError'>;

/** Writes why the latest capture failed, or that nothing is known against it. Under the payment's lock. */
export async function recordLastError(
  tx: Tx,
  app: App,
  { before, lastPaymentError }: LastError & { readonly before: Payment },
): Promise<Payment> {
  const intent = { ...before.intent, version: before.intent.version + 1, lastPaymentError, updatedAt: tx.now };
  await tx.sql`${updateIntent(intent)}`;
  const after = { ...before, intent };
  tx.emit('payment_intent.updated', {
    object: toPaymentIntentResource(after, app),
    version: intent.version,
    previousAttributes: { lastPaymentError: before.intent.lastPaymentError },
  });
  return after;
}
