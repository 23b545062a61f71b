import type { Currency, Order } from '@mizan/contracts';
import { proportion } from '@mizan/money';

/** An amount in other currencies than its own, minor units of each. */
export type Converted = Partial<Record<Currency, number>>;

/** A payment that has succeeded, as it is recorded: minor units of its currency. */
export interface RecordedPayment {
  readonly currency: Currency;
  readonly amount: number;
  readonly converted: Converted | null;
  readonly refunded: number;
  /** In disputes. */
  readonly lost: number;
}

/** What a payment counts for, minor units of one currency. */
export interface Spent {
  readonly gross: number;
  readonly refunded: number;
  readonly lost: number;
}

/** What a payment counts for in a currency; undefined when no converted amount is known. Like `spentInColumns`, which says more. */
export function spentIn(currency: Currency, payment: RecordedPayment): Spent | undefined {
  if (payment.currency === currency) return { gross: payment.amount, refunded: payment.refunded, lost: payment.lost };
  const gross = payment.converted?.[currency];
  if (gross === undefined) return undefined;
  const shareOf = (amount: number) => proportion(gross, amount, payment.amount);
  return { gross, refunded: shareOf(payment.refunded), lost: shareOf(payment.lost) };
}

/**
 * Converts a part of a payment to other currencies: its share of the charge's `convertedAmounts`, rounded half up. It
 * uses no exchange rate, so the result never depends on when it is counted. Null when the charge has no converted
 * amounts.
 *
 * @param charge the captured one
 * @param amount minor units of the payment's currency
 */
export function convertedShare(charge: Order['capturedCharge'] | undefined, amount: number): Converted | null {
  if (!charge?.convertedAmounts) return null;
  const shares = Object.entries(charge.convertedAmounts).map(([currency, whole]) => [
    currency,
    proportion(whole, amount, charge.amount),
  ]);
  return Object.fromEntries(shares) as Converted;
}
