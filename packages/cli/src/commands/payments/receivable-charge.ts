import type { Charge, PaymentIntent } from '@mizan/contracts';

/**
 * The charge that `mark-paid` records money of, as the API chooses it, as far as a payment shows: the newest that waits for money which the merchant
 * receives, or else the newest that has failed and whose amount the payment still has, also where the buyer has tried other
 * methods since. Undefined where there is none.
 */
export function receivableChargeOf({ charges, amount, currency }: PaymentIntent): Charge | undefined {
  const byHand = charges.filter(({ amountReceived }) => amountReceived !== undefined).toReversed();
  // A buyer whose attempt timed out before it reached its provider does not know where the money goes.
  const hasFailed = (each: Charge): boolean => each.status === 'FAILED' && each.failureCode !== 'provider_timeout';
  return (
    byHand.find(({ status }) => status === 'PENDING') ??
    byHand.find((each) => hasFailed(each) && each.amount === amount && each.currency === currency)
  );
}
