import type { PaymentIntent } from '@mizan/contracts';
import type { Wiring } from '../wiring.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import type { Payment } from './payment.ts';

/** A payment intent as other services are answered, with its version as on its events. */
export interface ConfirmedPayment {
  readonly paymentIntent: PaymentIntent;
  readonly objectVersion: number;
}

/** The payment intent of a session; null, and version 0, before its first confirm. */
export type SessionPayment = ConfirmedPayment | { readonly paymentIntent: null; readonly objectVersion: 0 };

export const noPayment: SessionPayment = { paymentIntent: null, objectVersion: 0 };

/** The answer about a payment. */
export const answerOf = ({ intent, charges }: Payment, { clientSecretOf }: Wiring): ConfirmedPayment => ({
  paymentIntent: toPaymentIntentResource(intent, charges, clientSecretOf),
  objectVersion: intent.version,
});
