import type { ChargeOutcome } from '@mizan/contracts';
import type { Journal } from '../ledger/journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { Approved, Declined } from '../providers/port/provider-outcome.ts';
import type { Adjustment } from './partial-receipts.ts';

/** A charge with the answer of its provider, under the lock of its payment. */
export interface AnsweredCharge<Answer> {
  readonly intent: PaymentIntentRow;
  readonly charge: ChargeRow;
  readonly answer: Answer;
  readonly now: Date;
}

/** What the answer makes of a charge and its intent: both rows afterwards, and the events about them. */
export interface Settlement {
  readonly intent: PaymentIntentRow;
  readonly charge: ChargeRow;
  /** Null when the answer changes nothing that the charge shows. */
  readonly chargeEvent: 'charge.succeeded' | 'charge.failed' | 'charge.pending' | 'charge.updated' | null;
  readonly intentEvent:
    | 'payment_intent.succeeded'
    | 'payment_intent.amount_capturable_updated'
    | 'payment_intent.requires_action'
    | 'payment_intent.processing'
    | 'payment_intent.payment_failed'
    | null;
  /** The money that moved, if any did. */
  readonly captured: Captured | null;
  /** The money arrived after the payment or its checkout had ended. */
  readonly isLate?: boolean;
  /** A further change of the balance: partial receipts of a charge that failed, or their reversal. */
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
