import type { BalanceTransactionRow } from '../balance/balance-transaction.entity.ts';
import type { CaptureRow } from '../captures/capture.entity.ts';
import type { ChargeRow } from '../charges/charge.entity.ts';
import type { Journal } from '../ledger/journals.ts';
import type { Adjustment } from '../ledger/partial-receipts.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';

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

/** When captured funds of an account and mode can be used. */
export interface SettlementRules {
  /** True: at the moment of capture. */
  readonly isInstant: boolean;
  /** Otherwise this long after it. */
  readonly delayDays: number;
}
