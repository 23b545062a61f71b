import { type DestinationDetails, paymentMethods, type PaymentMethodType, type SettlesTo } from '@mizan/contracts';
import {
  type Journal,
  refundFailureJournal,
  refundReimbursementJournal,
  refundSettlementJournal,
} from '../ledger/journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { newMovement } from '../payment/new-movement.ts';
import { type RefundTrigger, transition } from '../payment/refund-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import type { RefundFailed, RefundOutcome, RefundSucceeded } from '../providers/port/provider-outcome.ts';
import { nextScheduledAt, retryAt, returnWindowMs } from '../providers/port/sync-schedule.ts';

/** A refund under the lock of its payment. */
export interface RefundAt {
  readonly refund: RefundRow;
  /** Who received the money that it returns. */
  readonly settlesTo: SettlesTo;
  /** Whether the merchant reports the outcome, because no provider returns the money. */
  readonly isByMerchant: boolean;
  readonly now: Date;
}

/** What a provider's answer makes of a refund. */
export interface RefundSettlement {
  readonly refund: RefundRow;
  /** Published about the refund, in this order. */
  readonly events: readonly (
    'refund.updated' | 'refund.succeeded' | 'refund.failed' | 'refund.canceled' | 'refund.requires_action'
  )[];
  readonly journals: readonly Journal[];
  /** The credit after a failure, or of money that the merchant has sent itself. */
  readonly movement: BalanceTransactionRow | null;
}

/** The money was sent; some providers can still report later that it came back. @param type what the charge was paid with */
export function settleSucceeded(
  { refund, settlesTo, isByMerchant, now }: RefundAt,
  type: PaymentMethodType,
  answer: RefundSucceeded,
): RefundSettlement {
  const answered = { nextSyncAt: answer.checkAgainAt, syncAttempts: 0 }; // from here on, counts queries without an answer
  if (refund.status === 'SUCCEEDED') return unchanged({ ...refund, ...answered });
  const { id: sourceId, currency, amount } = refund;
  const sent = { sourceId, currency, amount };
  const movement = isByMerchant && settlesTo === 'platform' ? reimbursementOf(refund, now) : null;
  return {
    refund: {
      ...refund,
      status: statusAfter(refund, 'succeed'),
      reimbursementBalanceTransactionId: movement?.id ?? null,
      isSettled: true,
      pendingReason: null,
      externalRefundId: answer.reference,
      destinationDetails: destinationOf(type, answer, isByMerchant),
      ...answered,
      updatedAt: now,
    },
    // A refund that was published as pending is updated first; one that succeeds at once was never published as pending.
    events: refund.isAnnounced ? ['refund.updated', 'refund.succeeded'] : ['refund.succeeded'],
    journals: [movement ? refundReimbursementJournal(sent) : refundSettlementJournal({ ...sent, settlesTo })],
    movement,
  };
}

/** What the merchant gets back of a refund that it has sent from its own bank account. */
const reimbursementOf = (refund: RefundRow, now: Date): BalanceTransactionRow =>
  newMovement(refund, now, {
    type: 'adjustment',
    gross: refund.amount,
    currency: refund.currency,
    sourceType: 'refund',
    sourceId: refund.id,
    journalSource: refund.id,
    description: 'Refund that you have sent yourself',
    exchangeRate: refund.presentmentDetails?.exchangeRate ?? null,
  });

/** The money did not arrive, came back, or was never sent: it is credited to the merchant. The refund's fee is kept. */
export function settleFailed(
  { refund, settlesTo, now }: RefundAt,
  answer: Pick<RefundFailed, 'failureReason' | 'message' | 'reference'>,
  trigger: Extract<RefundTrigger, 'fail' | 'expire' | 'cancel'>,
): RefundSettlement {
  const { id: sourceId, currency, amount, isSettled } = refund;
  if (refund.reimbursementBalanceTransactionId !== null)
    throw new Error(`bug: ${sourceId} was marked as paid and credited, and cannot ${trigger}`);
  const movement = newMovement(refund, now, {
    type: 'refund_failure',
    gross: amount,
    currency,
    sourceType: 'refund',
    sourceId,
    journalSource: sourceId,
    exchangeRate: refund.presentmentDetails?.exchangeRate ?? null,
    isMerchantHeld: settlesTo === 'merchant',
  });
  return {
    refund: {
      ...refund,
      status: statusAfter(refund, trigger),
      pendingReason: null,
      failureReason: trigger === 'cancel' ? null : answer.failureReason,
      failureMessage: trigger === 'cancel' ? null : answer.message,
      failureBalanceTransactionId: movement.id,
      externalRefundId: answer.reference ?? refund.externalRefundId,
      nextSyncAt: null,
      updatedAt: now,
    },
    events: [trigger === 'cancel' ? 'refund.canceled' : 'refund.failed'],
    journals: [refundFailureJournal({ sourceId, currency, amount, settlesTo, isSettled })],
    movement,
  };
}

/** The refund is pending or its state is unknown: the provider is queried again. */
export function settleOpen(
  { refund, now }: RefundAt,
  answer: Extract<RefundOutcome, { kind: 'pending' | 'unknown' }>,
): RefundSettlement {
  const scheduled = retryAt(refund.syncAttempts, now); // daily in the end: the balance is debited already
  if (answer.kind === 'unknown' && refund.status !== 'PENDING')
    return unchanged(isOver(refund, now) ? { ...refund, nextSyncAt: null } : refund); // it has ended, perhaps meanwhile
  if (answer.kind === 'unknown') return unchanged({ ...refund, nextSyncAt: scheduled });
  const { reason: pendingReason, reference, checkAgainAt } = answer;
  const externalRefundId = reference ?? refund.externalRefundId;
  return unchanged({ ...refund, pendingReason, externalRefundId, nextSyncAt: checkAgainAt ?? scheduled });
}

/**
 * Whether a refund that has succeeded is not queried any more: its bank hardly returns the money by now, and the provider has left
 * a whole schedule of queries without an answer. One lost answer ends nothing, as a callback may have reported a late return.
 */
export const isOver = ({ status, createdAt, syncAttempts }: RefundRow, now: Date): boolean =>
  status === 'SUCCEEDED' &&
  now.getTime() - createdAt.getTime() >= returnWindowMs &&
  nextScheduledAt(syncAttempts, now) === null;

/** The refund waits for the buyer's bank details. */
export const settleWaiting = (refund: RefundRow): RefundSettlement => ({
  ...unchanged({ ...refund, nextSyncAt: refund.actionExpiresAt }),
  events: refund.isAnnounced ? [] : ['refund.requires_action'],
});

const unchanged = (refund: RefundRow): RefundSettlement => ({ refund, events: [], journals: [], movement: null });

function statusAfter(refund: RefundRow, trigger: RefundTrigger): RefundRow['status'] {
  const moved = transition(refund.status, trigger);
  if ('refusal' in moved) throw new Error(`bug: ${refund.id} is ${refund.status} and cannot ${trigger}`);
  return moved.to;
}

/** Where the money went: back to the card or wallet that paid, else to a bank account. Wallets of phones pay by a card. */
function destinationOf(
  type: PaymentMethodType,
  { networkReference, sentTo }: RefundSucceeded,
  isByMerchant: boolean,
): DestinationDetails {
  const { category, refundsNatively } = paymentMethods[type];
  const reference = networkReference === null ? {} : { reference: networkReference };
  const referenceStatus = networkReference === null ? 'pending' : 'available';
  if (sentTo?.type === 'wallet') return { type: 'wallet', wallet: reference };
  if (sentTo?.type === 'kiosk') return { type: 'kiosk', kiosk: { ...reference, provider: sentTo.kiosk } };
  if (isByMerchant || !refundsNatively || category === 'bank_app')
    return { type: 'bank_transfer', bankTransfer: { ...reference, referenceStatus } };
  if (category !== 'card' && category !== 'wallet') return { type: 'wallet', wallet: { ...reference, provider: type } };
  return {
    type: 'card',
    card: { type: 'refund', referenceType: 'acquirer_reference_number', ...reference, referenceStatus },
  };
}
