import type { Currency } from '@mizan/contracts';
import { add, type Fee, subtract } from '@mizan/money';

/**
 * Accounts of the ledger; each merchant has its own set for each mode and currency.
 * Amounts are signed, and the sign means the same everywhere: **credit is positive, debit is negative**. So what the
 * platform owes a merchant is the plain sum of the entries of `merchant_pending` and `merchant_available`, and what it
 * is owed by the processor is a negative `processor_clearing`.
 */
export type LedgerAccount =
  /** Money that the processor holds for the platform (negative), less what it still has to pay out to buyers. */
  | 'processor_clearing'
  /** Captured and not yet usable by the merchant. */
  | 'merchant_pending'
  /** Usable by the merchant: decides whether money may leave. */
  | 'merchant_available'
  /** Fees earned, without VAT. */
  | 'platform_fee'
  /** VAT on fees, owed to the tax authority. */
  | 'fee_vat'
  /** On its way back to buyers. */
  | 'refund_clearing'
  /** What test mode put into balances out of nothing (negative). */
  | 'platform_float'
  /** What buyers paid (negative), fees included; less refunds. Against `merchant_sales`. */
  | 'gross_volume'
  /** The merchant's sales; less refunds. */
  | 'merchant_sales';

/** What a journal records. */
export type JournalKind =
  // Posted in the transaction that moves the money.
  | 'capture'
  | 'availability'
  | 'refund'
  | 'refund_settlement'
  | 'refund_failure'
  | 'receipt'
  | 'receipt_reversal'
  | 'float'
  // Follow by event.
  | 'sale'
  | 'refund_reversal'
  | 'refund_restoral'
  // Takes the accounts of a test mode that was emptied to zero.
  | 'reset';

/** One line of a journal. Never 0. */
export interface JournalEntry {
  readonly account: LedgerAccount;
  readonly currency: Currency;
  /** Minor units of `currency`; credit positive, debit negative. */
  readonly amount: number;
}

/** Entries that are posted together, once for each (kind, source). They sum to 0 in every currency. */
export interface Journal {
  readonly kind: JournalKind;
  /** Id of what caused it: a capture (`ch_…:cap:n`), a refund, an account. */
  readonly sourceId: string;
  /** In the order of their account names, so that all writers lock balances in one order. May be empty. */
  readonly entries: readonly JournalEntry[];
}

/** What every journal is about: an amount in minor units of one currency. */
export interface Movement {
  readonly sourceId: string;
  readonly currency: Currency;
  readonly amount: number;
}

/** A capture of `amount`: the processor owes it; the merchant is owed it less the fee, which can exceed a small amount. */
export const captureJournal = ({ fee, ...capture }: Movement & { readonly fee: Fee }): Journal =>
  balanced('capture', capture, {
    processor_clearing: -capture.amount,
    merchant_pending: subtract(capture.amount, fee.total),
    platform_fee: fee.fee,
    fee_vat: fee.feeVat,
  });

/** Funds of a capture become usable. @param capture its net amount, negative when the fee exceeded the capture */
export const availabilityJournal = (capture: Movement): Journal =>
  balanced('availability', capture, { merchant_pending: -capture.amount, merchant_available: capture.amount });

/** A refund is created: it leaves the available balance at once, with what the refund itself costs. */
export const refundJournal = ({ feeAmount, ...refund }: Movement & { readonly feeAmount: number }): Journal =>
  balanced('refund', refund, {
    merchant_available: -add(refund.amount, feeAmount),
    refund_clearing: refund.amount,
    platform_fee: feeAmount,
  });

/** The provider sent the money of a refund. */
export const refundSettlementJournal = (refund: Movement): Journal =>
  balanced('refund_settlement', refund, { refund_clearing: -refund.amount, processor_clearing: refund.amount });

/** A refund failed or was canceled: its amount, not its fee, returns, from the processor if it had been settled before. */
export function refundFailureJournal({ isSettled, ...refund }: Movement & { readonly isSettled: boolean }): Journal {
  const from = isSettled ? 'processor_clearing' : 'refund_clearing';
  return balanced('refund_failure', refund, { [from]: -refund.amount, merchant_available: refund.amount });
}

/** Part of the money of a charge came in, and the charge failed: the merchant keeps it. */
export const receiptJournal = (receipt: Movement): Journal =>
  balanced('receipt', receipt, { processor_clearing: -receipt.amount, merchant_available: receipt.amount });

/** Reverses a receipt: the charge has succeeded after all, and its capture counts all that came in. */
export const receiptReversalJournal = (receipt: Movement): Journal =>
  balanced('receipt_reversal', receipt, {
    processor_clearing: receipt.amount,
    merchant_available: -receipt.amount,
  });

/** The money that an account's test mode starts with. */
export const floatJournal = (float: Movement): Journal =>
  balanced('float', float, { platform_float: -float.amount, merchant_available: float.amount });

/** Records the gross amount of a capture as a sale. */
export const saleJournal = (capture: Movement): Journal =>
  balanced('sale', capture, { gross_volume: -capture.amount, merchant_sales: capture.amount });

/** Reverses the sale for a refund's amount; fees stay as they are. */
export const refundReversalJournal = (refund: Movement): Journal =>
  balanced('refund_reversal', refund, { gross_volume: refund.amount, merchant_sales: -refund.amount });

/** Restores the sale that a refund reversed, once the refund has failed or was canceled. */
export const refundRestoralJournal = (refund: Movement): Journal =>
  balanced('refund_restoral', refund, { gross_volume: -refund.amount, merchant_sales: refund.amount });

/** Takes accounts of one currency to zero. @param sums what they hold; together zero */
export const resetJournal = (
  reset: Omit<Movement, 'amount'>,
  sums: readonly Pick<JournalEntry, 'account' | 'amount'>[],
): Journal =>
  balanced('reset', { ...reset, amount: 0 }, Object.fromEntries(sums.map(({ account, amount }) => [account, -amount])));

function balanced(
  kind: JournalKind,
  { sourceId, currency }: Movement,
  amounts: { readonly [Account in LedgerAccount]?: number },
): Journal {
  const entries = (Object.entries(amounts) as [LedgerAccount, number][])
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, currency, amount }))
    .toSorted((a, b) => (a.account < b.account ? -1 : 1));
  const sum = add(...entries.map((entry) => entry.amount));
  if (sum !== 0) throw new Error(`bug: journal ${kind} of ${sourceId} is out of balance by ${sum}`);
  return { kind, sourceId, entries };
}
