import type { Availability, LineItem, Price } from '@mizan/contracts';
import type { CatalogChanges, CatalogProduct } from './catalog-object.ts';

/** Lines of an order as it was placed, with what is on sale of it now: pieces left, archived, not yet or no longer sold. */
export const orderedLines = (lines: readonly LineItem[], news: CatalogChanges, now: Date): LineItem[] =>
  lines.map((line) => {
    const { stock, active, startDate, expirationDate } = currentPrice(line, news);
    const price: Price = { ...line.price, stock, active, startDate, expirationDate };
    return { ...line, price, availability: availabilityNow(price, currentProduct(line, news), now) };
  });

/** Lines of an offer: price and product are the catalog's own of now, but what is paid is what was offered. */
export const offeredLines = (lines: readonly LineItem[], news: CatalogChanges): LineItem[] =>
  lines.map((line) => {
    const { currency, unitAmount, type, recurring, customUnitAmount } = line.price;
    const price: Price = { ...currentPrice(line, news), currency, unitAmount, type, recurring, customUnitAmount };
    const { id, name, description, image, unitLabel } = currentProduct(line, news) ?? line.product;
    return { ...line, price, product: { id, name, description, image, unitLabel }, description: name };
  });

/** As {@link offeredLines}, with what is on sale of them now. */
export const offeredLinesAt = (lines: readonly LineItem[], news: CatalogChanges, now: Date): LineItem[] =>
  offeredLines(lines, news).map((line) => ({
    ...line,
    availability: availabilityNow(line.price, currentProduct(line, news), now),
  }));

const availabilityNow = (price: Price, product: CatalogProduct | undefined, now: Date) =>
  availabilityAt({ price, product: { active: product?.active ?? true }, available: price.stock }, now);

/** The newer of what the line was written with and what was heard since: it may have been written after that. */
function currentPrice({ price }: LineItem, news: CatalogChanges): Price {
  const heard = news?.[price.id];
  return heard?.object === 'price' && heard.updatedAt >= price.updatedAt ? heard : price;
}

/** Undefined for a product that has not changed: a line is written only with one that is on sale. */
export function currentProduct(
  { product }: Pick<LineItem, 'product'>,
  news: CatalogChanges,
): CatalogProduct | undefined {
  const heard = news?.[product.id];
  return heard?.object === 'product' ? heard : undefined;
}
/** Pieces left from which a page may say that few are left. */
const lowStock = 5;
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
