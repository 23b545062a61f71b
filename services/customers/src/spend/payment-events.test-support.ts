import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund, SavedPaymentMethod } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope, sampleCharge, sampleDispute, samplePaymentIntent } from '@mizan/testing';

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

/** A dispute of a payment that was lost. */
export const lostDisputeOf = (intent: PaymentIntent, amount: number): Dispute =>
  sampleDispute({ paymentIntentId: intent.id, amount, currency: intent.currency, status: 'LOST' });

/** A payment method without details. */
export const methodOf = (createdAt: Date, type: PaymentMethod['type']): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  type,
  card: null,
  valu: null,
  billingDetails: null,
  createdAt: createdAt.toISOString(),
});

/** A card that a customer saved. */
const savedCard = (customerId: string, createdAt: Date, expYear = 2040): SavedPaymentMethod => ({
  ...methodOf(createdAt, 'card'),
  card: {
    brand: 'visa',
    funding: 'credit',
    last4: '4242',
    expMonth: 12,
    expYear,
    country: 'EG',
    issuer: null,
    fingerprint: 'fingerprint',
  },
  customerId,
});

/** A customer saves two cards, each of which is renewed. @returns the events, and the method listed after them */
export function savingsOf(customerId: string, older: Date, newer: Date) {
  const [first, second] = [savedCard(customerId, older), savedCard(customerId, newer)];
  const renewed = (method: SavedPaymentMethod, version: number) => ({
    ...method,
    card: method.card && { ...method.card, expYear: 2040 + version },
  });
  const versions = [1, 2, 3].flatMap((version) => [first, second].map((each) => ({ each, version })));
  const { id, type, card } = renewed(second, 3);
  return {
    events: versions.map(({ each, version }) =>
      version === 1
        ? envelope({ type: 'payment_method.attached', object: each })
        : envelope({ type: 'payment_method.updated', object: renewed(each, version), version }),
    ),
    latest: { id, type, card },
  };
}
