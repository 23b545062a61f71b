import { newId, own, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { noEvidence } from '../payment/dispute.resource.ts';
import { disputes } from '../payment/dispute.table.ts';

type Given = Pick<DisputeRow, 'amount' | 'reason' | 'evidenceDueBy' | 'externalDisputeId' | 'isInquiry'> &
  Partial<Pick<DisputeRow, 'id' | 'lostAt' | 'connectionId'>>;

/** A dispute before it is written; `settleDispute` writes it. */
export const newDispute = (charge: ChargeRow, now: Date, given: Given): DisputeRow => ({
  id: newId('dp', now.getTime()),
  merchantId: charge.merchantId,
  livemode: charge.livemode,
  version: 0,
  chargeId: charge.id,
  paymentIntentId: charge.paymentIntentId,
  currency: charge.currency,
  status: 'NEEDS_RESPONSE',
  evidence: noEvidence,
  isRefundable: false,
  feeAmount: 0,
  balanceTransactionId: null,
  reversalBalanceTransactionId: null,
  provider: charge.provider,
  connectionId: null,
  lostAt: null,
  createdAt: now,
  updatedAt: now,
  ...given,
});

/** The dispute that a provider calls `externalDisputeId`. */
export const findReported = (
  tx: Tx,
  { provider, externalDisputeId }: Pick<DisputeRow, 'provider' | 'externalDisputeId'>,
): Promise<DisputeRow | undefined> => tx.one<DisputeRow>`
  select ${disputes.columns} from disputes
  where ${own(tx)} and provider = ${provider} and external_dispute_id = ${externalDisputeId}`;
