import type { Charge, PaymentIntent, Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { sampleCharge, samplePaymentIntent } from '@mizan/testing';

/** A payment of a customer that succeeded, with the fields that spending depends on. */
export const paymentIntent = (
  customerId: string,
  amountReceived: number,
  changes: Partial<PaymentIntent> = {},
): PaymentIntent =>
  samplePaymentIntent({
    amount: amountReceived,
    amountReceived,
    customer: { id: customerId, name: null, email: null, phone: null },
    ...changes,
  });

/** A charge that was captured, with the fields that spending depends on. */
export const chargeOf = (
  amount: number,
  convertedAmounts: Charge['convertedAmounts'],
  amountCaptured = amount,
): Charge => sampleCharge({ amount, amountCaptured, convertedAmounts });

/** A refund of a payment. */
export const refundOf = (intent: PaymentIntent, amount: number): Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  chargeId: 'ch_1',
  paymentIntentId: intent.id,
  createdAt: new Date().toISOString(),
  currency: intent.currency,
  status: 'SUCCEEDED',
  feeAmount: 0,
  metadata: {},
});
