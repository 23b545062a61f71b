import type { CheckoutSession } from '@mizan/contracts';
import { consumer, type Tx } from '@mizan/service-kit';
import { recordRefunds } from './record-refunds.ts';
import { recordSale } from './record-sale.ts';

/**
 * Keeps what was sold for statistics. Any order and any number of repetitions of these events end in the same figures:
 * an order is recorded once, and of its refunds counts what the newest version of its payment says.
 */
export const salesConsumer = consumer({
  name: 'sales',
  purpose: 'counts sales and refunds for the statistics of products',
  on: {
    'checkout.session.completed': (tx, { object, time }) => recordOnceSold(tx, object, time),
    'checkout.session.async_payment_succeeded': (tx, { object, time }) => recordOnceSold(tx, object, time),
    'payment_intent.partially_refunded': recordRefunds,
    'payment_intent.refunded': recordRefunds,
    'payment_intent.updated': recordRefunds,
  },
});

const recordOnceSold = async (tx: Tx, session: CheckoutSession, soldAt: Date): Promise<void> => {
  if (session.paymentStatus !== 'unpaid') await recordSale(tx, session, soldAt);
};
