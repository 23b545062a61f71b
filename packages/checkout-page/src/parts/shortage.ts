import type { CheckoutView } from '../view/checkout-view.ts';

type Line = CheckoutView['lineItems'][number];

/** Pieces that the buyer wanted and could not have. */
export interface Shortage {
  readonly lineId: string;
  /** Pieces in stock of the line's price; absent when that is not known. */
  readonly left?: number;
}

/** The most pieces of a line that the stock has as far as is known; other lines of the same price have theirs. */
export function mostOf(line: Line, lines: readonly Line[], shortage: Shortage | undefined): number {
  const short = lines.find(({ id }) => id === shortage?.lineId);
  if (shortage?.left === undefined || short?.price.id !== line.price.id) return Infinity;
  const others = lines.filter(({ id, price }) => id !== line.id && price.id === line.price.id);
  return others.reduce((left, { quantity }) => left - quantity, shortage.left);
}

/** The items that an order cannot be paid with, and whether the buyer can have fewer of them here. */
export function scarceLines({ lineItems, status }: Pick<CheckoutView, 'lineItems' | 'status'>) {
  const having = (availability: Line['availability']) => lineItems.filter((line) => line.availability === availability);
  const scarce = [having('sold_out'), having('low_stock'), [...lineItems]].find(({ length }) => length > 0) ?? [];
  return { names: scarce.map(({ product }) => product.name), canLower: status === 'open' && scarce.every(canLower) };
}

const canLower = ({ availability, quantity, price, adjustableQuantity }: Line): boolean =>
  availability !== 'sold_out' &&
  price.type !== 'CUSTOM' &&
  adjustableQuantity.enabled &&
  quantity > Math.max(1, adjustableQuantity.minimum);
