import { allocate } from './allocate.ts';
import { add, subtract } from './minor-units.ts';
import { percentOffToPpm, shareOf } from './percentage.ts';

/** A coupon's value: a percentage (above 0, at most 100, two decimals) or minor units of the order's own currency. */
export type DiscountValue = { readonly percentOff: string | number } | { readonly amountOff: number };

/** One line as a discount sees it; minor units. */
export interface DiscountableLine {
  /** Unit amount × quantity. */
  readonly subtotal: number;
  /** What earlier discounts already took off this line. */
  readonly earlierDiscount: number;
  /** False when the coupon is limited to other products. */
  readonly isEligible: boolean;
}

/**
 * What a discount takes off each line, in minor units and in the lines' order. The sum over all eligible lines is
 * computed first (percentage of what is left of them, rounded half up once; a fixed amount never more than what is
 * left) and then split by largest remainder, so that no cent appears or disappears by rounding per line.
 *
 * @throws DecimalInvalid when `percentOff` is not above 0, at most 100, or finer than two decimals
 * @throws AmountOutOfRange when a figure is not a safe integer
 */
export function discountLines(lines: readonly DiscountableLine[], value: DiscountValue): number[] {
  const left = lines.map((line) => (line.isEligible ? subtract(line.subtotal, line.earlierDiscount) : 0));
  const discountable = add(...left);
  const total =
    'percentOff' in value
      ? shareOf(discountable, percentOffToPpm(value.percentOff))
      : Math.min(value.amountOff, discountable);
  return allocate(total, left);
}
