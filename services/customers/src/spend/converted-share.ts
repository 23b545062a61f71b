import type { Currency, Order } from '@mizan/contracts';
import { proportion } from '@mizan/money';

/** An amount in other currencies than its own, minor units of each. */
export type Converted = Partial<Record<Currency, number>>;

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
