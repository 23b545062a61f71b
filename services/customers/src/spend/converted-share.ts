import type { Currency, PaymentIntent } from '@mizan/contracts';
import { proportion } from '@mizan/money';

/** An amount in other currencies than its own, minor units of each. */
export type Converted = Partial<Record<Currency, number>>;

/**
 * Converts a part of a payment to other currencies: its share of the charge's `convertedAmounts`, rounded half up. It
 * uses no exchange rate, so the result never depends on when it is counted. Null when the charge has no converted
 * amounts.
 *
 * @param amount minor units of the payment's currency
 */
export function convertedShare({ charges }: Pick<PaymentIntent, 'charges'>, amount: number): Converted | null {
  const charge = charges.find(({ amountCaptured, outcome }) => amountCaptured > 0 && !outcome?.surplus);
  if (!charge?.convertedAmounts) return null;
  const shares = Object.entries(charge.convertedAmounts).map(([currency, whole]) => [
    currency,
    proportion(whole, amount, charge.amount),
  ]);
  return Object.fromEntries(shares) as Converted;
}
