import type { Price, ProductSummary } from '@mizan/contracts';

/** What a checkout keeps of a product. */
export interface KnownProduct extends ProductSummary {
  readonly object: 'product';
  readonly active: boolean;
}

/** What the catalog last said of a price or product. */
export type CatalogObject = Price | KnownProduct;

/** What the catalog said, since they were written, of the prices and products of some lines, by id; null: not known. */
export type CatalogNews = Readonly<Record<string, CatalogObject>> | null;
