import type { PaymentIntent } from '@mizan/contracts';
import type { App } from './app.ts';
import { type ChargeParts, toChargeResource } from './charge.resource.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import type { Payment } from './payment.ts';

/** Derives the client secret of an intent's id; nothing is stored. */
export type DeriveClientSecret = (id: string) => string;

/**
 * The payment intent as the API and its events show it.
 *
 * @param charges all of them, oldest first
 */
export function toPaymentIntentResource(
  row: PaymentIntentRow,
  charges: readonly ChargeParts[],
  clientSecretOf: DeriveClientSecret,
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
    clientSecret: clientSecretOf(row.id),
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
    // Guests are merged: the column follows, the snapshot beside it stays what the checkout knew.
    customer: row.customer && { ...row.customer, id: row.customer_id ?? row.customer.id },
    nextAction: row.next_action,
    metadata: row.metadata,
    lastPaymentError: row.last_payment_error,
    livemode: row.livemode,
  };
}

/** A payment intent as other services are answered, with its version as on its events. */
export interface ConfirmedPayment {
  readonly paymentIntent: PaymentIntent;
  readonly objectVersion: number;
}

/** The payment intent of a session; null, and version 0, before its first confirm. */
export type SessionPayment = ConfirmedPayment | { readonly paymentIntent: null; readonly objectVersion: 0 };

export const noPayment: SessionPayment = { paymentIntent: null, objectVersion: 0 };

/** The answer about a payment. */
export const toConfirmedPayment = ({ intent, charges }: Payment, { clientSecretOf }: App): ConfirmedPayment => ({
  paymentIntent: toPaymentIntentResource(intent, charges, clientSecretOf),
  objectVersion: intent.version,
});
