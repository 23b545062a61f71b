import { transactionBounds, type Currency } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

/**
 * Refuses a payment that is smaller or larger than the platform takes by any method. What a configuration narrows for
 * one method only checkouts know, and they judge it.
 *
 * @param param where in the request the amount was; undefined where the request names none
 * @throws Problem `amount_invalid`
 */
export function assertWithinBounds(
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  param?: string,
): void {
  const { min, max } = transactionBounds(currency);
  if (amount >= min && amount <= max) return;
  const message = `A payment in ${currency} must be from ${min} to ${max} in its smallest unit, not ${amount}.`;
  throw new Problem('amount_invalid', message, { param });
}
