import type { Availability, CheckoutPrice, LineItem, Price } from '@mizan/contracts';

/** Pieces left from which a page may say that few are left. */
const lowStock = 5;

/** What a line shows whose quantity the merchant did not make adjustable. */
const fixedQuantity = { enabled: false, minimum: 1, maximum: 99 };

/** How many are left, in a word; what other buyers' undecided payments hold comes and goes. */
export function availabilityOf(available: number | null): Availability {
  if (available === null || available > lowStock) return 'available';
  return available > 0 ? 'low_stock' : 'sold_out';
}

/** What decides whether something is on sale. */
interface OnSale {
  readonly price: Pick<Price, 'active' | 'startDate' | 'expirationDate'>;
  readonly product: { readonly active: boolean };
  /** Null is unlimited. */
  readonly available: number | null;
}

/** As {@link availabilityOf}, for what may not be on sale at all. */
export function availabilityAt({ price, product, available }: OnSale, now: Date): Availability {
  if (!price.active || !product.active) return 'inactive';
  if (price.startDate !== undefined && now < new Date(price.startDate)) return 'not_yet_active';
  if (price.expirationDate !== undefined && now >= new Date(price.expirationDate)) return 'expired';
  return availabilityOf(available);
}

/** A line of a cart before its amounts are computed; it keeps price and product as they are now. */
export function toLineItem(
  id: string,
  { price, product: { active: _active, ...product } }: CheckoutPrice,
  line: { quantity: number; adjustableQuantity?: LineItem['adjustableQuantity']; customAmount?: number },
): Omit<LineItem, 'amountSubtotal' | 'amountTotal' | 'amountDiscount' | 'amountTax'> {
  return {
    id,
    quantity: price.type === 'CUSTOM' ? 1 : line.quantity,
    price,
    product,
    adjustableQuantity: line.adjustableQuantity ?? fixedQuantity,
    ...(line.customAmount === undefined ? {} : { customAmount: line.customAmount }),
    currency: price.currency,
    description: product.name,
    availability: availabilityOf(price.stock),
  };
}
