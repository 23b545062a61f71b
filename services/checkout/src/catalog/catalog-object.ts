import type { Price, ProductSummary } from '@mizan/contracts';

/** What a checkout keeps of a product. */
export interface CatalogProduct extends ProductSummary {
  readonly object: 'product';
  readonly active: boolean;
}

/** What the catalog last said of a price or product. */
export type CatalogObject = Price | CatalogProduct;

/** What the catalog said, since they were written, of the prices and products of some lines, by id; null: not known. */
export type CatalogChanges = Readonly<Record<string, CatalogObject>> | null;
