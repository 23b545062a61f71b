import type { Refund } from '@mizan/contracts';
import type { RefundRow } from './refund.entity.ts';

/** The refund as the API and its events show it. Fields that say nothing are left out, as the specification has it. */
export const toRefundResource = (row: RefundRow): Refund => ({
  id: row.id,
  object: 'refund',
  amount: row.amount,
  chargeId: row.charge_id,
  paymentIntentId: row.payment_intent_id,
  balanceTransactionId: row.balance_transaction_id,
  failureBalanceTransactionId: row.failure_balance_transaction_id ?? undefined,
  externalRefundId: row.external_refund_id ?? undefined,
  createdAt: row.created_at.toISOString(),
  currency: row.currency,
  presentmentDetails: row.presentment_details ?? undefined,
  status: row.status,
  reason: row.reason ?? undefined,
  failureReason: row.failure_reason ?? undefined,
  failureCode: row.failure_reason ?? undefined,
  failureMessage: row.failure_message ?? undefined,
  pendingReason: row.pending_reason ?? undefined,
  description: row.description ?? undefined,
  destinationDetails: row.destination_details ?? undefined,
  nextAction: nextActionOf(row),
  instructionsEmail: row.instructions_email ?? undefined,
  feeAmount: row.fee_amount,
  metadata: row.metadata,
});

function nextActionOf(row: RefundRow): Refund['nextAction'] {
  if (row.status !== 'REQUIRES_ACTION' || !row.action_expires_at || row.instructions_email === null) return undefined;
  return {
    type: 'display_details',
    displayDetails: {
      emailSentAt: row.created_at.toISOString(),
      emailSentTo: row.instructions_email,
      expiresAt: row.action_expires_at.toISOString(),
    },
  };
}
