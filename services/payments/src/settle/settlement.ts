import type { ChargeOutcome } from '@mizan/contracts';
import { fragment, own, type Tx } from '@mizan/service-kit';
import { type Journal, receiptJournal, receiptReversalJournal } from '../ledger/journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { newMovement } from '../payment/new-movement.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { ChargedCard } from '../providers/port/provider-method.ts';
import type { Approved, Declined, PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';

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
    | 'payment_intent.updated'
    | null;
  /** The money that moved, if any did. */
  readonly captured: Captured | null;
  /** The money arrived after the payment or its checkout had ended. */
  readonly isLate?: boolean;
  /** A further change of the balance: partial receipts of a charge that failed, or their reversal. */
  readonly adjustment?: Adjustment | undefined;
}

/** What a provider has taken and the charge does not show, minor units: another answer was recorded while this one came. */
export const unrecordedCapture = (charge: ChargeRow, answer: PaymentOutcome | SyncOutcome): number =>
  answer.kind === 'approved' && answer.captured ? Math.max(0, answer.amount - charge.amountCaptured) : 0;

/** Has the janitor query the provider about a charge as it is recorded now. */
export async function queryAgain(tx: Tx, chargeId: string): Promise<void> {
  const nextSyncAt = fragment`least(next_sync_at, ${tx.now})`;
  await tx.sql`update charges set ${charges.set({ nextSyncAt })} where ${own(tx)} and id = ${chargeId}`;
}

/** A capture that happened: its row, the movement of the merchant's balance and the journals behind it. */
export interface Captured {
  readonly capture: CaptureRow;
  readonly movement: BalanceTransactionRow;
  readonly journals: readonly Journal[];
}

/** What a charge shows of its payment method, with the card as the provider's answer has it. */
export const methodDetailsWith = (charge: ChargeRow, card: ChargedCard | null): ChargeRow['paymentMethodDetails'] =>
  card ? { ...charge.paymentMethodDetails, card } : charge.paymentMethodDetails;

/** What a charge shows of its provider's answer. */
export function chargeOutcomeOf(answer: Approved | Declined): ChargeOutcome {
  if (answer.kind === 'approved')
    return {
      networkStatus: 'approved_by_network',
      type: 'authorized',
      reason: null,
      sellerMessage: 'Payment approved.',
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

/** A movement of the merchant's balance that is no capture: its row and the journals behind it. */
export interface Adjustment {
  readonly movement: BalanceTransactionRow;
  readonly journals: readonly Journal[];
}

/**
 * The part that came in by cash or transfer for a charge that ended before the rest came: the merchant keeps it
 * free of fees, and returns it to the buyer. Undefined where nothing came in.
 */
export const creditPartialReceipts = (charge: ChargeRow, now: Date): Adjustment | undefined =>
  adjustmentFor(charge, now, {
    gross: charge.amountReported,
    journalOf: receiptJournal,
    description: 'Partial payment of a charge that failed',
  });

/** Reverses that credit: the charge succeeds after all, and its capture brings the whole amount. */
export const reversePartialReceipts = (charge: ChargeRow, now: Date): Adjustment | undefined =>
  adjustmentFor(charge, now, {
    gross: -charge.amountReported,
    journalOf: receiptReversalJournal,
    description: 'Reversal: the charge succeeded after all',
  });

function adjustmentFor(
  charge: ChargeRow,
  now: Date,
  { journalOf, ...shown }: { gross: number; journalOf: typeof receiptJournal; description: string },
): Adjustment | undefined {
  const { id: sourceId, currency, settlesTo, amountReported: amount } = charge;
  const isMerchantHeld = settlesTo === 'merchant';
  if (amount === 0) return undefined;
  const source = { sourceType: 'charge', sourceId, journalSource: sourceId } as const;
  const movement = newMovement(charge, now, { type: 'adjustment', currency, isMerchantHeld, ...source, ...shown });
  return { movement, journals: [journalOf({ sourceId, currency, amount, settlesTo })] };
}
