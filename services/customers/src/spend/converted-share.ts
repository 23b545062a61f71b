import type { Currency, PaymentIntent } from '@mizan/contracts';
import { proportion } from '@mizan/money';

/** An amount in other currencies than its own, minor units of each. */
export type Converted = Partial<Record<Currency, number>>;

/**
 * What a part of a payment is in other currencies: its share of what the charge says that the whole is, rounded half up.
 * No rate is involved, so that whoever counts it, whenever, gets the same. Null when the charge says nothing.
 *
 * @param amount minor units of the payment's currency
 */
export function convertedShare({ charges }: Pick<PaymentIntent, 'charges'>, amount: number): Converted | null {
  const charge = charges.find(({ amountCaptured }) => amountCaptured > 0);
  if (!charge?.convertedAmounts) return null;
  const shares = Object.entries(charge.convertedAmounts).map(([currency, whole]) => [
    currency,
    proportion(whole, amount, charge.amount),
  ]);
  return Object.fromEntries(shares) as Converted;
}
