import { consumer, defineService } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { createAccountCache } from './customer/accounts.ts';
import { onPaymentMethod } from './customers/on-payment-method.ts';
import { customerRoutes } from './customers/routes.ts';
import { onCheckoutSession, onLinesSold } from './spend/on-checkout-session.ts';
import { onPaymentIntentSucceeded } from './spend/on-payment-intent-succeeded.ts';
import { isLost, onDisputeClosed } from './spend/on-dispute-closed.ts';
import { onRefund } from './spend/on-refund.ts';

/** Customers, registered and guests, and what they spend. */
export const customers = defineService({
  name: 'customers',
  env: {},
  orm: () => import('../mikro-orm.config.ts'),
  build: () => ({ accounts: createAccountCache() }),
  routes: customerRoutes,
  answers,
  // Each consumer gives the same result for any order and any number of repetitions of its events.
  consumers: () => [
    consumer({
      name: 'spend',
      purpose: 'sums what each customer paid and bought',
      on: {
        'checkout.session.completed': onCheckoutSession,
        'checkout.session.async_payment_succeeded': onCheckoutSession,
        'checkout.lines_sold': onLinesSold,
        'payment_intent.succeeded': onPaymentIntentSucceeded,
        'refund.created': onRefund,
        'refund.failed': onRefund,
        'refund.canceled': onRefund,
        'dispute.closed': { when: isLost, handle: onDisputeClosed },
      },
    }),
    consumer({
      name: 'payment-methods',
      purpose: 'keeps the most recently created payment method of each customer',
      on: { 'payment_method.attached': onPaymentMethod, 'payment_method.updated': onPaymentMethod },
    }),
  ],
  listeners: ({ accounts }) => [accounts.listener],
});
