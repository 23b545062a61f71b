// Generated from spend-payment.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SpendPaymentEntity } from './spend-payment.entity.ts';

/** The table of {@link SpendPaymentEntity}. */
export const spendPayments = table<InferEntity<typeof SpendPaymentEntity>>('spend_payments', {
  merchantId: 'text',
  livemode: 'boolean',
  paymentIntentId: 'text',
  customerId: 'text',
  currency: 'text',
  amount: 'bigint',
  converted: 'jsonb',
  refunded: 'bigint',
  succeededAt: 'timestamptz(3)',
});
