import type { Availability, LineItem, Price } from '@mizan/contracts';
import type { CatalogChanges, CatalogProduct } from './catalog-object.ts';

/** Lines of an order as it was placed, with their availability now. */
export const orderedLines = (lines: readonly LineItem[], changes: CatalogChanges, now: Date): LineItem[] =>
  lines.map((line) => {
    const { stock, active, startDate, expirationDate } = currentPrice(line, changes);
    const price: Price = { ...line.price, stock, active, startDate, expirationDate };
    return { ...line, price, availability: availabilityNow(price, currentProduct(line, changes), now) };
  });

/** Lines of an offer with the catalog's price and product as they are now, but with the amounts that were offered. */
export const offeredLines = (lines: readonly LineItem[], changes: CatalogChanges): LineItem[] =>
  lines.map((line) => {
    const { currency, unitAmount, type, recurring, customUnitAmount } = line.price;
    const price: Price = { ...currentPrice(line, changes), currency, unitAmount, type, recurring, customUnitAmount };
    const { id, name, description, image, unitLabel } = currentProduct(line, changes) ?? line.product;
    return { ...line, price, product: { id, name, description, image, unitLabel }, description: name };
  });

/** As {@link offeredLines}, with their availability now. */
export const offeredLinesAt = (lines: readonly LineItem[], changes: CatalogChanges, now: Date): LineItem[] =>
  offeredLines(lines, changes).map((line) => ({
    ...line,
    availability: availabilityNow(line.price, currentProduct(line, changes), now),
  }));

const availabilityNow = (price: Price, product: CatalogProduct | undefined, now: Date) =>
  availabilityAt({ price, product: { active: product?.active ?? true }, available: price.stock }, now);

/** The newer of the line's own price and the catalog's last event: the line may have been written after it. */
function currentPrice({ price }: LineItem, changes: CatalogChanges): Price {
  const changed = changes?.[price.id];
  return changed?.object === 'price' && changed.updatedAt >= price.updatedAt ? changed : price;
}

/** Undefined for a product that has not changed since: a line is written only with one that is on sale. */
export function currentProduct(
  { product }: Pick<LineItem, 'product'>,
  changes: CatalogChanges,
): CatalogProduct | undefined {
  const changed = changes?.[product.id];
  return changed?.object === 'product' ? changed : undefined;
}
/** At this many pieces left, a page may show that few are left. */
const lowStock = 5;

/** Availability by the number of pieces left. Stock that undecided payments hold counts as left: it comes and goes. */
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
/** As {@link availabilityOf}, for a price that may not be on sale at all. */
export function availabilityAt({ price, product, available }: OnSale, now: Date): Availability {
  if (!price.active || !product.active) return 'inactive';
  if (price.startDate !== undefined && now < new Date(price.startDate)) return 'not_yet_active';
  if (price.expirationDate !== undefined && now >= new Date(price.expirationDate)) return 'expired';
  return availabilityOf(available);
}
