import { consumer, defineService } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { accounts } from './customer/accounts.ts';
import { onPaymentMethod } from './customers/on-payment-method.ts';
import { customerRoutes } from './customers/routes.ts';
import { onCheckoutSession } from './spend/on-checkout-session.ts';
import { onPaymentIntentSucceeded } from './spend/on-payment-intent-succeeded.ts';
import { onRefund } from './spend/on-refund.ts';

/** Customers, registered and guests, and what they spend. */
export const customers = defineService({
  name: 'customers',
  env: {},
  orm: () => import('../mikro-orm.config.ts'),
  routes: () => customerRoutes,
  answers: () => answers,
  // The handlers give the same result for any order and any number of repetitions of these events.
  consumers: () => [
    consumer('spend', {
      'checkout.session.completed': onCheckoutSession,
      'checkout.session.async_payment_succeeded': onCheckoutSession,
      'payment_intent.succeeded': onPaymentIntentSucceeded,
      'refund.created': onRefund,
      'refund.failed': onRefund,
      'refund.canceled': onRefund,
    }),
    consumer('payment-methods', {
      'payment_method.attached': onPaymentMethod,
      'payment_method.updated': onPaymentMethod,
    }),
  ],
  listeners: () => [accounts.listener],
});
