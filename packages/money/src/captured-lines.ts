import { allocate } from './allocate.ts';

/** A line of an order before and after discounts: what it costs is `subtotal - discount`, minor units. */
export interface SoldLine {
  readonly subtotal: number;
  readonly discount: number;
}

/**
 * What the lines of an order brought in when less than its total was captured: each bears its share of what is missing,
 * and so does what the buyer would have paid beyond the lines (taxes and fees). The lines' nets sum exactly to their
 * share of what was captured; a discount shrinks with its line.
 *
 * @param captured minor units of `total`; more than that counts as all of it
 * @throws AmountOutOfRange when a figure is not a safe integer
 */
export function capturedLines(captured: number, total: number, lines: readonly SoldLine[]): SoldLine[] {
  if (captured >= total) return [...lines];
  const nets = lines.map(({ subtotal, discount }) => subtotal - discount);
  const beyond = Math.max(
    0,
    nets.reduce((left, net) => left - net, total),
  );
  const received = allocate(captured, [...nets, beyond]);
  return lines.map(({ discount: whole }, index) => {
    const [discount = 0] = allocate(whole, [captured, total - captured]);
    return { subtotal: (received[index] ?? 0) + discount, discount };
  });
}
