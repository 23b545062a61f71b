// Generated from refund.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { RefundEntity } from './refund.entity.ts';

/** The table of {@link RefundEntity}. */
export const refunds = table<InferEntity<typeof RefundEntity>>('refunds', {
  id: 'text',
  merchant_id: 'text',
  livemode: 'boolean',
  version: 'int',
  charge_id: 'text',
  payment_intent_id: 'text',
  amount: 'bigint',
  currency: 'text',
  presentment_details: 'jsonb',
  status: 'text',
  is_settled: 'boolean',
  is_announced: 'boolean',
  reason: 'text',
  failure_reason: 'text',
  failure_message: 'text',
  pending_reason: 'text',
  description: 'text',
  destination_details: 'jsonb',
  instructions_email: 'text',
  action_expires_at: 'timestamptz(3)',
  fee_amount: 'bigint',
  metadata: 'jsonb',
  balance_transaction_id: 'text',
  failure_balance_transaction_id: 'text',
  external_refund_id: 'text',
  next_sync_at: 'timestamptz(3)',
  sync_attempts: 'int',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
});
