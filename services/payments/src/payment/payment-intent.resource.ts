import type { PaymentIntent, PendingCapture } from '@mizan/contracts';
import type { App } from './app.ts';
import type { CaptureRow } from './capture.entity.ts';
import { toChargeResource } from './charge.resource.ts';
import type { Payment } from './payment.ts';

/** The payment intent as the API and its events show it. */
export function toPaymentIntentResource(
  { intent: row, charges, pendingCapture }: Payment,
  app: Pick<App, 'secrets' | 'receipts' | 'refundPages'>,
): PaymentIntent {
  const rendered = charges.map((charge) => toChargeResource(charge, app));
  return {
    id: row.id,
    object: 'payment_intent',
    checkoutSessionId: row.checkoutSessionId,
    amount: row.amount,
    amountCapturable: row.amountCapturable,
    amountReceived: row.amountReceived,
    amountRefunded: row.amountRefunded,
    currency: row.currency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    clientSecret: app.secrets.clientSecret(row.id),
    captureMethod: row.captureMethod,
    confirmationMethod: row.confirmationMethod,
    // The row of a canceled payment keeps the time at which its authorization would have expired.
    captureBefore: row.amountCapturable > 0 ? (row.captureBefore?.toISOString() ?? null) : null,
    ...(pendingCapture && row.amountCapturable > 0 ? { pendingCapture: toPendingCapture(pendingCapture) } : {}),
    description: row.description,
    receiptEmail: row.receiptEmail,
    canceledAt: row.canceledAt?.toISOString() ?? null,
    cancellationReason: row.cancellationReason,
    shipping: row.shipping,
    amountDetails: row.amountDetails,
    presentmentDetails: row.presentmentDetails,
    latestCharge: rendered.findLast((_, index) => charges[index]?.row.isSurplus === false) ?? null,
    charges: rendered,
    paymentMethod: row.paymentMethod,
    // A merged guest changes the column; the snapshot keeps what the checkout knew.
    customer: row.customer && { ...row.customer, id: row.customerId ?? row.customer.id },
    nextAction: row.nextAction,
    metadata: row.metadata,
    lastPaymentError: row.lastPaymentError,
    livemode: row.livemode,
  };
}

const toPendingCapture = ({ amount, isFinal, createdAt }: CaptureRow): PendingCapture => ({
  amount,
  finalCapture: isFinal,
  createdAt: createdAt.toISOString(),
});

/** A payment intent in the reply to another service, with its version as on its events. */
export interface ConfirmedPayment {
  readonly paymentIntent: PaymentIntent;
  readonly objectVersion: number;
}

/** The payment intent of a session; null, and version 0, before its first confirm. */
export type SessionPayment = ConfirmedPayment | { readonly paymentIntent: null; readonly objectVersion: 0 };

export const toSessionPayment = (payment: Payment | undefined, app: App): SessionPayment =>
  payment ? toConfirmedPayment(payment, app) : { paymentIntent: null, objectVersion: 0 };

export const toConfirmedPayment = (payment: Payment, app: App): ConfirmedPayment => ({
  paymentIntent: toPaymentIntentResource(payment, app),
  objectVersion: payment.intent.version,
});
