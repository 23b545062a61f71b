// Generated from dispute.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { DisputeEntity } from './dispute.entity.ts';

/** The table of {@link DisputeEntity}. */
export const disputes = table<InferEntity<typeof DisputeEntity>>('disputes', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  chargeId: 'text',
  paymentIntentId: 'text',
  amount: 'bigint',
  currency: 'text',
  reason: 'text',
  status: 'text',
  isInquiry: 'boolean',
  evidence: 'jsonb',
  evidenceDueBy: 'timestamptz(3)',
  isRefundable: 'boolean',
  feeAmount: 'bigint',
  balanceTransactionId: 'text',
  reversalBalanceTransactionId: 'text',
  provider: 'text',
  connectionId: 'text',
  externalDisputeId: 'text',
  lostAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
