import type { Wording } from '../texts/wording.ts';
import type { CheckoutView } from './checkout-view.ts';
import type { UnpaidReason } from './payment-state.ts';

/** The sums of a payment of which a part was received, in words. */
export interface Rest extends Readonly<Record<string, string>> {
  readonly received: string;
  /** What is left to pay. */
  readonly amount: string;
}

/**
 * What was received of a payment that is not complete, and what is left to pay; undefined where nothing was received, and
 * where nothing is left.
 *
 * @param whole what the buyer was asked for at first, minor units
 */
export function restOf(
  { amountTotal, amountReceived = 0 }: Pick<CheckoutView, 'amountTotal' | 'amountReceived'>,
  { amount }: Pick<Wording, 'amount'>,
  whole = amountTotal,
): Rest | undefined {
  if (amountReceived === 0 || amountReceived >= whole) return undefined;
  return { received: amount(amountReceived), amount: amount(whole - amountReceived) };
}

/** The checkout as its order is shown: only while money is awaited does what was received lower what the buyer is asked for. */
export const orderView = (view: CheckoutView, unpaid: UnpaidReason | undefined): CheckoutView =>
  unpaid === 'awaited' ? view : { ...view, amountReceived: 0 };
