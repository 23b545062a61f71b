import type { CheckoutView } from '../view/checkout-view.ts';

type Line = CheckoutView['lineItems'][number];

/** Pieces that the buyer wanted and could not have. */
export interface Shortage {
  /** Undefined when that is not known. */
  readonly lineId: string | undefined;
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

/** The fewest pieces that a buyer can choose: 0, which removes the line, only where the merchant allows it and others remain. */
export const fewestOf = ({ adjustableQuantity }: Line, lines: readonly Line[]): number =>
  lines.length > 1 ? adjustableQuantity.minimum : Math.max(1, adjustableQuantity.minimum);

/** The items that an order cannot be paid with, and what a buyer can do here to pay for the rest, or for all of it later. */
export function scarceLines({ lineItems, status }: Pick<CheckoutView, 'lineItems' | 'status'>, shortage?: Shortage) {
  const short = lineItems.find(({ id }) => id === shortage?.lineId);
  const ofShort = lineItems.filter(({ price }) => price.id === short?.price.id);
  const having = (availability: Line['availability']) => lineItems.filter((line) => line.availability === availability);
  const candidates = [ofShort, having('sold_out'), having('low_stock'), [...lineItems]];
  const scarce = candidates.find(({ length }) => length > 0) ?? [];
  const isOpen = status === 'open';
  return {
    names: scarce.map(({ product }) => product.name),
    canLower: isOpen && shortage?.left !== 0 && scarce.every(canLower),
    canRemove: isOpen && scarce.length < lineItems.length && scarce.every(canRemove),
    /** Other buyers may not pay for the pieces that they hold. */
    canWait: isOpen && ofShort.length > 0 && scarce.every(({ availability }) => availability !== 'sold_out'),
  };
}

const isAdjustable = ({ price, adjustableQuantity }: Line): boolean =>
  price.type !== 'CUSTOM' && adjustableQuantity.enabled;

const canLower = (line: Line): boolean =>
  isAdjustable(line) &&
  line.availability !== 'sold_out' &&
  line.quantity > Math.max(1, line.adjustableQuantity.minimum);

const canRemove = (line: Line): boolean => isAdjustable(line) && line.adjustableQuantity.minimum === 0;
