import type { ChargeOutcome } from '@mizan/contracts';
import type { Journal } from '../ledger/journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { Approved, Declined } from '../providers/port/provider-outcome.ts';
import type { Adjustment } from './partial-receipts.ts';

/** What a provider's answer makes of a charge and its intent: rows as they shall be, and what is published about them. */
export interface Settlement {
  readonly intent: PaymentIntentRow;
  readonly charge: ChargeRow;
  /** What is published about the charge; null when the answer says nothing new. */
  readonly chargeEvent: 'charge.succeeded' | 'charge.failed' | 'charge.pending' | 'charge.updated' | null;
  readonly intentEvent:
    | 'payment_intent.succeeded'
    | 'payment_intent.amount_capturable_updated'
    | 'payment_intent.requires_action'
    | 'payment_intent.processing'
    | 'payment_intent.payment_failed'
    | null;
  /** The money that moved, when any did. */
  readonly captured: Captured | null;
  /** The money came when the payment was over, or its checkout. */
  readonly isLate?: boolean;
  /** What the balance gains or loses besides: money that came in for a charge that comes to nothing, or did not after all. */
  readonly adjustment?: Adjustment | undefined;
}

/** A capture that happened: its row, the movement of the merchant's balance and the journals behind it. */
export interface Captured {
  readonly capture: CaptureRow;
  readonly movement: BalanceTransactionRow;
  readonly journals: readonly Journal[];
}

/** What a charge shows of its provider's answer. */
export function chargeOutcomeOf(answer: Approved | Declined): ChargeOutcome {
  if (answer.kind === 'approved')
    return {
      networkStatus: 'approved_by_network',
      type: 'authorized',
      reason: null,
      sellerMessage: 'Payment complete.',
      adviceCode: null,
      riskLevel: 'normal',
    };
  const isSent = answer.networkStatus === 'declined_by_network';
  return {
    networkStatus: answer.networkStatus,
    type: isSent ? 'issuer_declined' : 'invalid',
    reason: answer.declineCode ?? answer.code,
    sellerMessage: answer.merchantMessage,
    adviceCode: answer.adviceCode,
    riskLevel: isSent ? 'normal' : 'not_assessed',
  };
}
