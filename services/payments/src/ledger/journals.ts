import type { Currency, SettlesTo } from '@mizan/contracts';
import { add, type Fee, subtract } from '@mizan/money';

/**
 * Accounts of the ledger; each merchant has its own set for each mode and currency.
 * Amounts are signed, and the sign means the same everywhere: **credit is positive, debit is negative**. So what the
 * platform owes a merchant is the plain sum of the entries of `merchant_pending` and `merchant_available`, and what it
 * is owed by the processor is a negative `processor_clearing`.
 *
 * Money that merchants receive themselves has accounts of its own ({@link merchantHeldAccounts}), which sum to zero in
 * every journal: no journal moves money between the two.
 */
export type LedgerAccount =
  /** Money that the processor holds for the platform (negative), less what was paid out of it to buyers and merchants. */
  | 'processor_clearing'
  /** Captured and not yet usable by the merchant. */
  | 'merchant_pending'
  /**
   * Held by the platform and usable by the merchant: decides whether money may leave. Negative when the merchant owes the
   * platform fees of money that it received itself.
   */
  | 'merchant_available'
  /** Fees earned, without VAT. */
  | 'platform_fee'
  /** VAT on fees, owed to the tax authority. */
  | 'fee_vat'
  /** On its way back to buyers. */
  | 'refund_clearing'
  /** Received by the merchant itself, from buyers or from its own provider, and not refunded. */
  | 'held_by_merchant'
  /** As `processor_clearing`, of the money that merchants receive themselves. */
  | 'merchant_processor_clearing'
  /** As `refund_clearing`, of the money that merchants receive themselves. */
  | 'merchant_refund_clearing'
  /** On its way to merchants' bank accounts. */
  | 'payout_clearing'
  /** What test mode put into balances out of nothing (negative). */
  | 'platform_float'
  /** What buyers paid (negative), fees included; less refunds. Against `merchant_sales`. */
  | 'gross_volume'
  /** The merchant's sales; less refunds. */
  | 'merchant_sales';

/** The accounts of money that merchants receive themselves; all others are of money that passes through the platform. */
export const merchantHeldAccounts: readonly LedgerAccount[] = [
  'held_by_merchant',
  'merchant_processor_clearing',
  'merchant_refund_clearing',
];

/** The accounts that the money of a charge moves through, by who receives it. */
const accountsOf = {
  platform: { processor: 'processor_clearing', usable: 'merchant_available', refunds: 'refund_clearing' },
  merchant: {
    processor: 'merchant_processor_clearing',
    usable: 'held_by_merchant',
    refunds: 'merchant_refund_clearing',
  },
} as const satisfies Record<SettlesTo, Record<'processor' | 'usable' | 'refunds', LedgerAccount>>;

/** The account whose balance a refund draws on, by who received the money of its charge. */
export const drawnAccount = (settlesTo: SettlesTo): LedgerAccount => accountsOf[settlesTo].usable;

/** What a journal records. A migration has posted `reclassification` as well, for charges older than {@link merchantHeldAccounts}. */
export type JournalKind =
  // Posted in the transaction that moves the money.
  | 'capture'
  | 'availability'
  | 'refund'
  | 'refund_settlement'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'payout'
  | 'payout_settlement'
  | 'payout_failure'
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

/**
 * Entries that are posted together, once for each (kind, source). They sum to 0 in every currency, and so do those of
 * {@link merchantHeldAccounts} alone.
 */
export interface Journal {
  readonly kind: JournalKind;
  /** Id of what caused it: a capture (`ch_…:cap:n`), a refund, a dispute, a payout, an account. */
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

/** A movement of a charge's money. */
export interface ChargeMovement extends Movement {
  /** Who receives the money of the charge. */
  readonly settlesTo: SettlesTo;
}

/**
 * A capture of `amount`: the processor owes it; the merchant is owed it less the fee, which can exceed a small amount. If
 * the merchant receives the money itself, all of it is usable at once, and the merchant owes the platform the fee.
 */
export const captureJournal = ({ fee, ...capture }: ChargeMovement & { readonly fee: Fee }): Journal =>
  balanced('capture', capture, {
    ...(capture.settlesTo === 'platform'
      ? { processor_clearing: -capture.amount, merchant_pending: subtract(capture.amount, fee.total) }
      : {
          merchant_processor_clearing: -capture.amount,
          held_by_merchant: capture.amount,
          merchant_available: -fee.total,
        }),
    platform_fee: fee.fee,
    fee_vat: fee.feeVat,
  });

/** Funds of a capture become usable. @param capture its net amount, negative when the fee exceeded the capture */
export const availabilityJournal = (capture: Movement): Journal =>
  balanced('availability', capture, { merchant_pending: -capture.amount, merchant_available: capture.amount });

/**
 * A refund is created: it leaves what the merchant can use of the money of its kind at once. What the refund itself costs
 * leaves the money that the platform holds.
 */
export function refundJournal({ feeAmount, ...refund }: ChargeMovement & { readonly feeAmount: number }): Journal {
  const { refunds } = accountsOf[refund.settlesTo];
  const usable =
    refund.settlesTo === 'platform'
      ? { merchant_available: -add(refund.amount, feeAmount) }
      : { held_by_merchant: -refund.amount, merchant_available: -feeAmount };
  return balanced('refund', refund, { ...usable, [refunds]: refund.amount, platform_fee: feeAmount });
}

/** The provider sent the money of a refund. */
export function refundSettlementJournal(refund: ChargeMovement): Journal {
  const { refunds, processor } = accountsOf[refund.settlesTo];
  return balanced('refund_settlement', refund, { [refunds]: -refund.amount, [processor]: refund.amount });
}

/**
 * The merchant sent the money of a refund itself, although the platform holds that of its charge: the amount that was debited
 * returns, because the processor still owes all of the charge.
 */
export const refundReimbursementJournal = (refund: Movement): Journal =>
  balanced('refund_settlement', refund, { refund_clearing: -refund.amount, merchant_available: refund.amount });

/** A refund failed or was canceled: its amount, not its fee, returns, from the processor if it had been settled before. */
export function refundFailureJournal({
  isSettled,
  ...refund
}: ChargeMovement & { readonly isSettled: boolean }): Journal {
  const { refunds, processor, usable } = accountsOf[refund.settlesTo];
  const from = isSettled ? processor : refunds;
  return balanced('refund_failure', refund, { [from]: -refund.amount, [usable]: refund.amount });
}

/**
 * A provider withdrew the money of a disputed charge: it leaves what the merchant can use of the money of its kind, also
 * where that becomes negative. The fee leaves the money that the platform holds.
 */
export function disputeJournal({ feeAmount, ...dispute }: ChargeMovement & { readonly feeAmount: number }): Journal {
  const { processor } = accountsOf[dispute.settlesTo];
  const usable =
    dispute.settlesTo === 'platform'
      ? { merchant_available: -add(dispute.amount, feeAmount) }
      : { held_by_merchant: -dispute.amount, merchant_available: -feeAmount };
  return balanced('dispute', dispute, { ...usable, [processor]: dispute.amount, platform_fee: feeAmount });
}

/** The provider returned the money of a dispute that was won; its fee is kept. */
export function disputeReversalJournal(dispute: ChargeMovement): Journal {
  const { processor, usable } = accountsOf[dispute.settlesTo];
  return balanced('dispute_reversal', dispute, { [processor]: -dispute.amount, [usable]: dispute.amount });
}

/** A payout is created: it leaves what the merchant can use of the money that the platform holds. */
export const payoutJournal = (payout: Movement): Journal =>
  balanced('payout', payout, { merchant_available: -payout.amount, payout_clearing: payout.amount });

/** The bank executed a payout, with money that the processor has settled. */
export const payoutSettlementJournal = (payout: Movement): Journal =>
  balanced('payout_settlement', payout, { payout_clearing: -payout.amount, processor_clearing: payout.amount });

/** A payout failed or was canceled: its amount returns, from the processor if the bank had executed it before. */
export function payoutFailureJournal({ isReturned, ...payout }: Movement & { readonly isReturned: boolean }): Journal {
  const from = isReturned ? 'processor_clearing' : 'payout_clearing';
  return balanced('payout_failure', payout, { [from]: -payout.amount, merchant_available: payout.amount });
}

/** Part of the money of a charge came in, and the charge failed: the merchant keeps it. */
export function receiptJournal(receipt: ChargeMovement): Journal {
  const { processor, usable } = accountsOf[receipt.settlesTo];
  return balanced('receipt', receipt, { [processor]: -receipt.amount, [usable]: receipt.amount });
}

/** Reverses a receipt: the charge has succeeded after all, and its capture counts all that came in. */
export function receiptReversalJournal(receipt: ChargeMovement): Journal {
  const { processor, usable } = accountsOf[receipt.settlesTo];
  return balanced('receipt_reversal', receipt, { [processor]: receipt.amount, [usable]: -receipt.amount });
}

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
  for (const half of Object.values(Object.groupBy(entries, holderOf))) {
    const sum = add(...half.map((entry) => entry.amount));
    if (sum !== 0) throw new Error(`bug: journal ${kind} of ${sourceId} is out of balance by ${sum}`);
  }
  return { kind, sourceId, entries };
}

const holderOf = ({ account }: JournalEntry): SettlesTo =>
  merchantHeldAccounts.includes(account) ? 'merchant' : 'platform';
