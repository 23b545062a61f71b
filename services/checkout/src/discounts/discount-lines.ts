import type { Coupon } from '@mizan/contracts';
import { add, discountLines } from '@mizan/money';

/** A line as coupons see it; minor units. */
export interface CouponLine {
  /** Absent for a product that is made for this checkout, which no coupon can name. */
  readonly productId: string | undefined;
  readonly subtotal: number;
}

type Value = Pick<Coupon, 'percentOff' | 'amountOff' | 'appliesToProductIds'>;

/**
 * What coupons take off each line together, minor units, in the lines' order. They apply one after the other, each to
 * what the earlier ones left.
 *
 * @throws AmountOutOfRange when a figure is not a safe integer
 */
export function discountOfLines(lines: readonly CouponLine[], coupons: readonly Value[]): number[] {
  return coupons.reduce(
    (taken, coupon) => {
      const parts = discountLines(
        lines.map(({ productId, subtotal }, index) => ({
          subtotal,
          earlierDiscount: taken[index] ?? 0,
          isEligible: appliesTo(coupon, productId),
        })),
        valueOf(coupon),
      );
      return taken.map((earlier, index) => add(earlier, parts[index] ?? 0));
    },
    lines.map(() => 0),
  );
}

const appliesTo = ({ appliesToProductIds: ids }: Value, productId: string | undefined): boolean =>
  ids.length === 0 || (productId !== undefined && ids.includes(productId));

function valueOf({ percentOff, amountOff }: Value): Parameters<typeof discountLines>[1] {
  if (percentOff !== null) return { percentOff };
  if (amountOff !== null) return { amountOff };
  throw new Error('bug: a coupon that takes nothing off');
}
