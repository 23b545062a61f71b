// Generated from spend-refund.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SpendRefundEntity } from './spend-refund.entity.ts';

/** The table of {@link SpendRefundEntity}. */
export const spendRefunds = table<InferEntity<typeof SpendRefundEntity>>('spend_refunds', {
  merchantId: 'text',
  livemode: 'boolean',
  refundId: 'text',
  reversed: 'boolean',
});
