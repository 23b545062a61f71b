import type { CheckoutPrice, LineItem } from '@mizan/contracts';
import { availabilityOf } from '../catalog/current-lines.ts';
import type { UntotalledLine } from './total-cart.ts';

/** What a line shows when the merchant did not make its quantity adjustable. */
const fixedQuantity = { enabled: false, minimum: 1, maximum: 99 };

/** A line of a cart before its amounts are computed; it stores price and product as they are now. */
export function toLineItem(
  id: string,
  { price, product: { active: _active, ...product } }: CheckoutPrice,
  line: { quantity: number; adjustableQuantity?: LineItem['adjustableQuantity']; customAmount?: number },
): UntotalledLine {
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
