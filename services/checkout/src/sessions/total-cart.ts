import type { LineItem, Price, SessionPaymentMethod } from '@mizan/contracts';
import { AmountOutOfRange, lineSubtotal, toBreakdown, totalsOf } from '@mizan/money';
import { Problem } from '@mizan/service-kit';
import { discountOfLines } from '../discounts/discount-lines.ts';
import { takes } from './payment-methods.ts';
import type { Session, SessionDiscount } from './session.ts';

type Unpriced = Omit<LineItem, 'amountSubtotal' | 'amountTotal' | 'amountDiscount' | 'amountTax'>;

/** A cart with every amount filled in. */
export type TotalledCart = Pick<Session, 'lineItems' | 'amountSubtotal' | 'amountTotal' | 'totalDetails'>;

/**
 * What one piece costs, minor units. For a CUSTOM price that is what the buyer chose, else what the merchant suggests,
 * else the least the merchant takes.
 */
export function unitAmountOf(price: Pick<Price, 'unitAmount' | 'customUnitAmount'>, customAmount?: number): number {
  const { unitAmount, customUnitAmount } = price;
  return unitAmount ?? customAmount ?? customUnitAmount?.preset ?? customUnitAmount?.minimum ?? 0;
}

/**
 * Fills in the amounts of every line and of the whole cart.
 *
 * @param discounts taken off one after the other
 * @throws Problem `amount_invalid`: a product or the sum is more than one amount can be
 */
export function totalCart(
  items: readonly Unpriced[],
  discounts: readonly Pick<SessionDiscount, 'coupon'>[] = [],
): TotalledCart {
  const at = { line: -1 };
  try {
    const gross = items.map((item, index) => {
      at.line = index;
      const subtotal = lineSubtotal(unitAmountOf(item.price, item.customAmount), item.quantity);
      return { productId: item.product.id, subtotal };
    });
    at.line = -1;
    const taken = discountOfLines(
      gross,
      discounts.map(({ coupon }) => coupon),
    );
    const lines = gross.map(({ subtotal }, index) => ({ subtotal, discount: taken[index] ?? 0, tax: 0 }));
    const totals = totalsOf(toBreakdown({ lines, shipping: 0, vatRatePpm: null }), 0);
    return {
      lineItems: items.map((item, index) => ({ ...item, ...(totals.lines[index] ?? missingLine()) })),
      amountSubtotal: totals.amountSubtotal,
      amountTotal: totals.amountTotal,
      totalDetails: { amountDiscount: totals.amountDiscount, amountTax: totals.amountTax },
    };
  } catch (thrown) {
    if (!(thrown instanceof AmountOutOfRange)) throw thrown;
    const param = at.line < 0 ? 'lineItems' : `lineItems[${at.line}].quantity`;
    throw new Problem('amount_invalid', 'The amount is larger than one payment can be.', { param, cause: thrown });
  }
}

function missingLine(): never {
  throw new Error('bug: totals have fewer lines than the cart');
}

/**
 * Refuses a total that no offered method takes; 0 is a free order and always fine.
 *
 * @throws Problem `amount_invalid`
 */
export function checkTotal(amountTotal: number, methods: readonly SessionPaymentMethod[]): void {
  if (amountTotal === 0) return;
  if (methods.some((method) => takes(method, amountTotal))) return;
  const isBelowAll = methods.every((method) => amountTotal < method.minTransactionAmount);
  const isAboveAll = methods.every((method) => amountTotal > method.maxTransactionAmount);
  const where = isBelowAll ? 'below the minimum' : isAboveAll ? 'above the maximum' : 'outside the bounds';
  const message = `The total of ${amountTotal} is ${where} of every payment method.`;
  throw new Problem('amount_invalid', message, { param: 'lineItems' });
}
