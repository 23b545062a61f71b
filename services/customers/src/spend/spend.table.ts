// Generated from spend.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SpendDisputeEntity, SpendItemEntity, SpendPaymentEntity, SpendRefundEntity } from './spend.entity.ts';

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
  lost: 'bigint',
  succeededAt: 'timestamptz(3)',
});

/** The table of {@link SpendItemEntity}. */
export const spendItems = table<InferEntity<typeof SpendItemEntity>>('spend_items', {
  merchantId: 'text',
  livemode: 'boolean',
  checkoutSessionId: 'text',
  productId: 'text',
  customerId: 'text',
  name: 'text',
  currency: 'text',
  quantity: 'bigint',
  amount: 'bigint',
  converted: 'jsonb',
  boughtAt: 'timestamptz(3)',
});

/** The table of {@link SpendRefundEntity}. */
export const spendRefunds = table<InferEntity<typeof SpendRefundEntity>>('spend_refunds', {
  merchantId: 'text',
  livemode: 'boolean',
  refundId: 'text',
  reversed: 'boolean',
});

/** The table of {@link SpendDisputeEntity}. */
export const spendDisputes = table<InferEntity<typeof SpendDisputeEntity>>('spend_disputes', {
  merchantId: 'text',
  livemode: 'boolean',
  disputeId: 'text',
});
