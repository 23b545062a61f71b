import { type Breakdown, breakdownTotal } from './convert-breakdown.ts';
import { add, multiply, subtract, toAmount } from './minor-units.ts';
import { vatCollected } from './percentage.ts';

/** What a line costs before discounts: unit amount × quantity, minor units. @throws AmountOutOfRange beyond one amount */
export function lineSubtotal(unitAmount: number, quantity: number): number {
  return toAmount(multiply(toAmount(unitAmount), quantity));
}

/** An order's lines and what is collected beside them; minor units of one currency. */
export interface OrderLines {
  readonly lines: readonly { readonly subtotal: number; readonly discount: number; readonly tax: number }[];
  readonly shipping: number;
  /** Parts per million of goods after discount plus shipping; null when no VAT is collected. */
  readonly vatRatePpm: number | null;
}

/** Adds the VAT of the whole order to its lines. @throws AmountOutOfRange when a figure is not a safe integer */
export function toBreakdown(order: OrderLines): Breakdown {
  const net = add(...order.lines.map((line) => subtract(line.subtotal, line.discount)));
  const vat = order.vatRatePpm === null ? 0 : vatCollected(net, order.shipping, order.vatRatePpm);
  return { lines: order.lines, shipping: order.shipping, vat };
}

/** The sums of an order; minor units of one currency. `amountTotal = subtotal − discount + tax + shipping + VAT + fee`. */
export interface OrderTotals {
  readonly amountSubtotal: number;
  readonly amountDiscount: number;
  readonly amountTax: number;
  readonly amountShipping: number;
  readonly amountCollectedVat: number;
  /** What the buyer pays for the payment itself; 0 when the merchant bears the fee. */
  readonly amountPlatformFee: number;
  readonly amountTotal: number;
  readonly lines: readonly LineTotals[];
}

/** The sums of one line; the lines' `amountTotal` add up to the order's subtotal − discount + tax. */
export interface LineTotals {
  readonly amountSubtotal: number;
  readonly amountDiscount: number;
  readonly amountTax: number;
  readonly amountTotal: number;
}

/**
 * Sums up an order.
 *
 * @param platformFee surcharge from `grossUp`, in the breakdown's minor units; 0 when the merchant bears the fee
 * @throws AmountOutOfRange when a sum is negative or beyond the largest amount
 */
export function totalsOf(breakdown: Breakdown, platformFee: number): OrderTotals {
  const { lines, shipping, vat } = breakdown;
  return {
    amountSubtotal: toAmount(add(...lines.map((line) => line.subtotal))),
    amountDiscount: toAmount(add(...lines.map((line) => line.discount))),
    amountTax: toAmount(add(...lines.map((line) => line.tax))),
    amountShipping: toAmount(shipping),
    amountCollectedVat: toAmount(vat),
    amountPlatformFee: toAmount(platformFee),
    amountTotal: toAmount(add(breakdownTotal(breakdown), platformFee)),
    lines: lines.map((line) => ({
      amountSubtotal: line.subtotal,
      amountDiscount: line.discount,
      amountTax: line.tax,
      amountTotal: toAmount(add(subtract(line.subtotal, line.discount), line.tax)),
    })),
  };
}

/** How a payment intent's amount is made up; minor units. `amount = product − discount + tax + fees + tip (+ shipping)`. */
export interface AmountDetails {
  readonly productAmount: number;
  readonly discount: number;
  /** Tax of the lines plus VAT collected. */
  readonly tax: number;
  readonly platformFees: number;
  readonly tip: number;
}

/** The payment intent's view of an order's totals. @throws AmountOutOfRange when tax and VAT do not fit in one amount */
export function amountDetailsOf(totals: OrderTotals): AmountDetails {
  return {
    productAmount: totals.amountSubtotal,
    discount: totals.amountDiscount,
    tax: toAmount(add(totals.amountTax, totals.amountCollectedVat)),
    platformFees: totals.amountPlatformFee,
    tip: 0,
  };
}
