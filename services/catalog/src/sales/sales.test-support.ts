import type { CheckoutSession, LineItem, PaymentIntent, Price } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope } from '@mizan/testing';
import { checkoutSession, paymentIntent } from '../stock/payment-events.test-support.ts';

/** A line item of 100.00 a unit. */
export const line = (price: Price, quantity: number): LineItem => ({
  id: newId('li'),
  quantity,
  price,
  product: { id: price.productId, name: 'Tea', description: null, image: null, unitLabel: null },
  adjustableQuantity: { enabled: false, minimum: 1, maximum: 99 },
  amountSubtotal: 10_000 * quantity,
  amountTotal: 10_000 * quantity,
  amountDiscount: 0,
  amountTax: 0,
  currency: 'EGP',
  description: 'Tea',
});
/** A paid session with these line items. */
export const sold = (lineItems: LineItem[], changes: Partial<CheckoutSession> = {}): CheckoutSession => {
  const amountTotal = lineItems.reduce((sum, each) => sum + each.amountTotal, 0);
  const paid = {
    paymentStatus: 'paid' as const,
    paymentIntentId: newId('pi'),
    amountSubtotal: amountTotal,
    amountTotal,
  };
  return checkoutSession(newId('cs_test'), { ...paid, lineItems, ...changes });
};

/** The event of a payment of which so much has been refunded. */
export const refunded = (session: CheckoutSession, amountRefunded: number, objectversion: number) => {
  const object: PaymentIntent = {
    ...paymentIntent(session.id, null),
    id: session.paymentIntentId ?? '',
    amount: session.amountTotal,
    amountReceived: session.amountTotal,
    amountRefunded,
  };
  return { ...envelope({ type: 'payment_intent.updated', object }), objectversion };
};
