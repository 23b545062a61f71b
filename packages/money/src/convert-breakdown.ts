import { allocate } from './allocate.ts';
import { type LockedRate, toProcessing } from './exchange.ts';
import { add, subtract } from './minor-units.ts';

/** What an order consists of before the platform fee; minor units of one currency. */
export interface Breakdown {
  readonly lines: readonly BreakdownLine[];
  readonly shipping: number;
  /** VAT collected from the buyer. */
  readonly vat: number;
}

/** One line of a {@link Breakdown}. */
export interface BreakdownLine {
  /** Unit amount × quantity. */
  readonly subtotal: number;
  /** At most `subtotal`. */
  readonly discount: number;
  readonly tax: number;
}

/** Sum that the buyer owes before the platform fee: lines after discount, tax, shipping and VAT. */
export function breakdownTotal(breakdown: Breakdown): number {
  const lines = breakdown.lines.map((line) => add(subtract(line.subtotal, line.discount), line.tax));
  return add(...lines, breakdown.shipping, breakdown.vat);
}

/**
 * Converts an order from the currency the buyer sees into the currency it is processed in. The total is converted
 * first, by one rounding; its parts (each line after discount, each line's tax, shipping, VAT) then split that total
 * by largest remainder. Discounts are converted as one sum and split likewise, and a line's subtotal is what it nets
 * plus its discount. So every identity of the order holds in both currencies and no line falls below 0.
 *
 * @param step what the converted total shall be a multiple of, as for `toProcessing`
 * @throws DecimalInvalid | RangeError | AmountOutOfRange as `toProcessing`
 */
export function convertBreakdown(breakdown: Breakdown, locked: LockedRate, step = 1): Breakdown {
  const count = breakdown.lines.length;
  const parts = allocate(toProcessing(breakdownTotal(breakdown), locked, step), [
    ...breakdown.lines.map((line) => subtract(line.subtotal, line.discount)),
    ...breakdown.lines.map((line) => line.tax),
    breakdown.shipping,
    breakdown.vat,
  ]);
  const discountWeights = breakdown.lines.map((line) => line.discount);
  const discounts = allocate(toProcessing(add(...discountWeights), locked), discountWeights);
  const part = (index: number): number => parts[index] ?? 0;
  return {
    lines: discounts.map((discount, index) => ({
      subtotal: add(part(index), discount),
      discount,
      tax: part(count + index),
    })),
    shipping: part(2 * count),
    vat: part(2 * count + 1),
  };
}
