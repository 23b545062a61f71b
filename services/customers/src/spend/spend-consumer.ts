import { consumer } from '@mizan/service-kit';
import { countPayment } from './count-payment.ts';
import { countRefund } from './count-refund.ts';
import { recordItems } from './record-items.ts';

/**
 * Keeps what each customer spent. Any order and any number of repetitions of these events end in the same figures: each
 * payment and each refund has a row that says what was counted.
 */
export const spendConsumer = consumer({
  name: 'spend',
  purpose: 'keeps what customers spent',
  on: {
    'checkout.session.completed': (tx, { object, time }) => recordItems(tx, object, time),
    'checkout.session.async_payment_succeeded': (tx, { object, time }) => recordItems(tx, object, time),
    'payment_intent.succeeded': (tx, { object, time }) => countPayment(tx, object, time),
    'refund.created': (tx, { object }) => countRefund(tx, object, 'stands'),
    'refund.failed': (tx, { object }) => countRefund(tx, object, 'reversed'),
    'refund.canceled': (tx, { object }) => countRefund(tx, object, 'reversed'),
  },
});
