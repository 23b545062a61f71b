import type { Price, ProductSummary } from '@mizan/contracts';

/** What a checkout stores of a product. */
export interface CatalogProduct extends ProductSummary {
  readonly object: 'product';
  readonly active: boolean;
}

/** A price or product as of the catalog's latest event. */
export type CatalogObject = Price | CatalogProduct;

/** Prices and products that have changed in the catalog since some lines were written, by id; null: not loaded. */
export type CatalogChanges = Readonly<Record<string, CatalogObject>> | null;
