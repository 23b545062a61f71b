import type { PaymentIntent } from '@mizan/contracts';
import type { App } from './app.ts';
import { toChargeResource } from './charge.resource.ts';
import type { Payment } from './payment.ts';

/** The payment intent as the API and its events show it. */
export function toPaymentIntentResource(
  { intent: row, charges }: Payment,
  { secrets }: Pick<App, 'secrets'>,
): PaymentIntent {
  const rendered = charges.map(toChargeResource);
  return {
    id: row.id,
    object: 'payment_intent',
    checkoutSessionId: row.checkout_session_id,
    amount: row.amount,
    amountCapturable: row.amount_capturable,
    amountReceived: row.amount_received,
    amountRefunded: row.amount_refunded,
    currency: row.currency,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    clientSecret: secrets.clientSecret(row.id),
    captureMethod: row.capture_method,
    confirmationMethod: row.confirmation_method,
    captureBefore: row.capture_before?.toISOString() ?? null,
    description: row.description,
    receiptEmail: row.receipt_email,
    canceledAt: row.canceled_at?.toISOString() ?? null,
    cancellationReason: row.cancellation_reason,
    shipping: row.shipping,
    amountDetails: row.amount_details,
    presentmentDetails: row.presentment_details,
    latestCharge: rendered.at(-1) ?? null,
    charges: rendered,
    paymentMethod: row.payment_method,
    // A merged guest changes the column; the snapshot keeps what the checkout knew.
    customer: row.customer && { ...row.customer, id: row.customer_id ?? row.customer.id },
    nextAction: row.next_action,
    metadata: row.metadata,
    lastPaymentError: row.last_payment_error,
    livemode: row.livemode,
  };
}

/** A payment intent in the reply to another service, with its version as on its events. */
export interface ConfirmedPayment {
  readonly paymentIntent: PaymentIntent;
  readonly objectVersion: number;
}

/** The payment intent of a session; null, and version 0, before its first confirm. */
export type SessionPayment = ConfirmedPayment | { readonly paymentIntent: null; readonly objectVersion: 0 };

export const noPayment: SessionPayment = { paymentIntent: null, objectVersion: 0 };

export const toConfirmedPayment = (payment: Payment, app: App): ConfirmedPayment => ({
  paymentIntent: toPaymentIntentResource(payment, app),
  objectVersion: payment.intent.version,
});
