// Generated from refund.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { RefundEntity } from './refund.entity.ts';

/** The table of {@link RefundEntity}. */
export const refunds = table<InferEntity<typeof RefundEntity>>('refunds', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  chargeId: 'text',
  paymentIntentId: 'text',
  amount: 'bigint',
  currency: 'text',
  presentmentDetails: 'jsonb',
  status: 'text',
  isSettled: 'boolean',
  isAnnounced: 'boolean',
  reason: 'text',
  failureReason: 'text',
  failureMessage: 'text',
  pendingReason: 'text',
  description: 'text',
  destinationDetails: 'jsonb',
  instructionsEmail: 'text',
  actionExpiresAt: 'timestamptz(3)',
  emailSentAt: 'timestamptz(3)',
  feeAmount: 'bigint',
  receiptNumber: 'text',
  isSurplus: 'boolean',
  isOutOfBand: 'boolean',
  metadata: 'jsonb',
  balanceTransactionId: 'text',
  failureBalanceTransactionId: 'text',
  reimbursementBalanceTransactionId: 'text',
  externalRefundId: 'text',
  nextSyncAt: 'timestamptz(3)',
  syncAttempts: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
