import type { Refund } from '../state.ts';

/** A Refund as Stripe shows it. */
export const renderRefund = (refund: Refund): Readonly<Record<string, unknown>> => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: refund.balanceTransactionId,
  charge: refund.chargeId,
  created: refund.created,
  currency: refund.currency,
  customer: null,
  customer_account: null,
  destination_details: {
    type: 'card',
    card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
  },
  ...(refund.status === 'failed'
    ? { failure_reason: refund.failureReason, failure_balance_transaction: refund.failureBalanceTransactionId }
    : {}),
  ...(refund.status === 'pending' ? { pending_reason: 'processing' } : {}),
  metadata: refund.metadata,
  payment_intent: refund.intentId,
  payment_method: null,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});
