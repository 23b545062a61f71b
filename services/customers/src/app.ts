import { defineService } from '@mizan/service-kit';
import { accounts } from './customer/accounts.ts';
import { answers } from './answers.ts';
import { savedMethodConsumer } from './customers/on-payment-method.ts';
import { customerRoutes } from './customers/routes.ts';
import { spendConsumer } from './spend/spend-consumer.ts';

/** Customers, registered and guests, and what they spend. */
export const customers = defineService({
  name: 'customers',
  env: {},
  orm: () => import('../mikro-orm.config.ts'),
  routes: () => customerRoutes,
  answers: () => answers,
  consumers: () => [spendConsumer, savedMethodConsumer],
  listeners: () => [accounts.listener],
});
