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

/** Lines of one price, which share its stock. */
interface ScarcePrice {
  readonly lines: readonly Line[];
  /** Pieces in stock; undefined when that is not known. */
  readonly left: number | undefined;
}

/**
 * The items that an order cannot be paid with, and what a buyer can do here: lower quantities, remove items to pay for the rest,
 * or wait for pieces that other buyers hold and may not pay for.
 *
 * @param shortage what the refusal of the payment said, if anything
 */
export function scarceItems({ lineItems, status }: Pick<CheckoutView, 'lineItems' | 'status'>, shortage?: Shortage) {
  const scarce = scarcePrices(lineItems, shortage);
  const lines = scarce.flatMap((price) => price.lines);
  const isOpen = status === 'open';
  const isRestLeft = lineItems.some((line) => !lines.includes(line) || !isRemovable(line));
  return {
    names: [...new Set(lines.map(({ product }) => product.name))],
    canLower: isOpen && scarce.every((price) => fits(price, lowestOf)),
    canRemove: isOpen && isRestLeft && scarce.every((price) => fits(price, fewestWithout)),
    canWait: isOpen && shortage?.left !== undefined && lines.every(({ availability }) => availability !== 'sold_out'),
  };
}

function scarcePrices(lineItems: readonly Line[], shortage: Shortage | undefined): readonly ScarcePrice[] {
  const short = lineItems.find(({ id }) => id === shortage?.lineId)?.price.id;
  const having = (availability: Line['availability']) =>
    lineItems.filter((line) => line.availability === availability).map(({ price }) => price.id);
  const soldOut = having('sold_out');
  const known = [...(short === undefined ? [] : [short]), ...soldOut];
  const candidates = [known, having('low_stock'), lineItems.map(({ price }) => price.id)];
  const ids = new Set(candidates.find(({ length }) => length > 0));
  return [...ids].map((id) => ({
    lines: lineItems.filter(({ price }) => price.id === id),
    left: soldOut.includes(id) ? 0 : id === short ? shortage?.left : undefined,
  }));
}

/** Whether the stock of a price has as many pieces as its lines can be changed to; where it is not known, fewer than now. */
function fits({ lines, left }: ScarcePrice, changed: (line: Line) => number): boolean {
  const sum = (pieces: (line: Line) => number) => lines.reduce((total, line) => total + pieces(line), 0);
  return left === undefined ? sum(changed) < sum(({ quantity }) => quantity) : sum(changed) <= left;
}

const isAdjustable = ({ price, adjustableQuantity }: Line): boolean =>
  price.type !== 'CUSTOM' && adjustableQuantity.enabled;

const isRemovable = (line: Line): boolean => isAdjustable(line) && line.adjustableQuantity.minimum === 0;

const lowestOf = (line: Line): number =>
  isAdjustable(line) ? Math.min(line.quantity, Math.max(1, line.adjustableQuantity.minimum)) : line.quantity;

const fewestWithout = (line: Line): number => (isRemovable(line) ? 0 : lowestOf(line));
