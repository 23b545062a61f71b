import { newId } from '@mizan/service-kit';
import { type Journal, receiptJournal, receiptReversalJournal } from '../ledger/journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';

/** A movement of the merchant's balance that is no capture: its row and the journals behind it. */
export interface Adjustment {
  readonly movement: BalanceTransactionRow;
  readonly journals: readonly Journal[];
}

/**
 * The part that came in by cash or transfer for a charge that failed because the rest never came: the merchant keeps it
 * free of fees, and returns it to the buyer. Undefined where nothing came in.
 */
export const creditPartialReceipts = (charge: ChargeRow, now: Date): Adjustment | undefined =>
  charge.amountReported === 0
    ? undefined
    : {
        movement: {
          ...movementOf(charge, charge.amountReported, now),
          description: 'Partial payment of a charge that failed',
        },
        journals: [receiptJournal(receiptOf(charge))],
      };

/** Reverses that credit: the charge succeeds after all, and its capture brings the whole amount. */
export const reversePartialReceipts = (charge: ChargeRow, now: Date): Adjustment | undefined =>
  charge.amountReported === 0
    ? undefined
    : {
        movement: {
          ...movementOf(charge, -charge.amountReported, now),
          description: 'Reversal: the charge succeeded after all',
        },
        journals: [receiptReversalJournal(receiptOf(charge))],
      };

const receiptOf = ({ id: sourceId, currency, amountReported: amount }: ChargeRow) => ({ sourceId, currency, amount });

const movementOf = (
  { id, merchantId, livemode, currency }: ChargeRow,
  amount: number,
  now: Date,
): Omit<BalanceTransactionRow, 'description'> => ({
  id: newId('txn', now.getTime()),
  merchantId,
  livemode,
  type: 'adjustment',
  gross: amount,
  fee: 0,
  net: amount,
  currency,
  status: 'available',
  availableOn: now,
  feeDetails: [],
  sourceType: 'charge',
  sourceId: id,
  journalSource: id,
  exchangeRate: null,
  createdAt: now,
});
