// Generated from refund-details.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { RefundDetailsEntity } from './refund-details.entity.ts';

/** The table of {@link RefundDetailsEntity}. */
export const refundDetails = table<InferEntity<typeof RefundDetailsEntity>>('refund_details', {
  refundId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  sealed: 'bytea',
  createdAt: 'timestamptz(3)',
});
