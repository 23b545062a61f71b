import type { FeeTerms } from './fee-terms.ts';

/** What a fee table's row is chosen by. A row that leaves the provider or a card column `null` holds for every value of it. */
export interface FeeColumns {
  readonly paymentMethodType: string;
  /** Currency of the row's fixed part; a row is never used for another one. */
  readonly currency: string;
  readonly brand: string | null;
  /** True for cards issued within the acquirer's own network. */
  readonly isOnUs: boolean | null;
  /** True for cards issued in another country than the account's. */
  readonly isInternational: boolean | null;
  /** Who takes the payment; a row from before providers could be named has none. */
  readonly provider?: string | null;
}

/** Columns that a row may leave open; among equally many matches the one named first decides. */
const openColumns = ['provider', 'isInternational', 'isOnUs', 'brand'] as const;

/**
 * The row of a fee table that holds for a payment: same method and currency, no column that contradicts, and among
 * those the one with the most matching columns. Between as many, a provider's row goes before an international row
 * before an on-us row before a brand's row; between equal rows the earlier wins.
 *
 * @param payment card columns are `null` while the card is unknown, and for other methods; the provider is while it is
 *   not chosen
 * @returns undefined when the table has no row for that payment
 */
export function chooseFeeRow<Row extends FeeColumns>(rows: readonly Row[], payment: FeeColumns): Row | undefined {
  return rows
    .filter((row) => row.paymentMethodType === payment.paymentMethodType && row.currency === payment.currency)
    .filter((row) => openColumns.every((column) => isOpen(row, column) || row[column] === payment[column]))
    .toSorted((a, b) => specificity(b) - specificity(a))[0];
}

/** A row of a fee table with its conditions. */
export interface FeeRow extends FeeColumns {
  readonly ratePpm: number;
  readonly fixed: number;
  /** Minor units of `currency`, for each refund; a row from before refunds could cost anything has none. */
  readonly refundFixed?: number;
}

/** The terms of a payment by the row that holds for it; undefined when the table has none. @param vatPpm VAT on fees */
export function feeTermsOf(rows: readonly FeeRow[], vatPpm: number, payment: FeeColumns): FeeTerms | undefined {
  const row = chooseFeeRow(rows, payment);
  if (!row) return undefined;
  const { ratePpm, fixed, refundFixed } = row;
  return { ratePpm, fixed, vatPpm, ...(refundFixed ? { refundFixed } : {}) };
}

/** What is known of a payment before its buyer has chosen a card. */
export interface OfferedPayment extends Pick<FeeColumns, 'paymentMethodType' | 'currency'> {
  /** The provider that would take it; undefined in test mode. */
  readonly provider?: string;
}

/**
 * Whether a fee is agreed for some payment of this kind: without one, no card or buyer could ever pay it. For a card, what
 * {@link chooseFeeRow} finds may still depend on the card.
 */
export const hasFeeRow = (
  rows: readonly FeeColumns[],
  { paymentMethodType, currency, provider }: OfferedPayment,
): boolean =>
  rows.some(
    (row) =>
      row.paymentMethodType === paymentMethodType &&
      row.currency === currency &&
      (isOpen(row, 'provider') || row.provider === provider),
  );

const isOpen = (row: FeeColumns, column: (typeof openColumns)[number]): boolean => (row[column] ?? null) === null;

/** Counts the columns a row names; the fraction orders rows that name as many. */
const specificity = (row: FeeColumns): number =>
  openColumns.reduce((score, column, index) => score + (isOpen(row, column) ? 0 : 1 + 2 ** -(index + 2)), 0);
