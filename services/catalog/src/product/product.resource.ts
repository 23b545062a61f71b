import type { Product, ProductListItem } from '@mizan/contracts';
import { toPriceResource, toProductListPrice, type ShownListPrice, type ShownPrice } from './price.resource.ts';
import type { ProductRow } from './product.entity.ts';
import { products } from './product.table.ts';
import { isoTime, type InJson } from './row-in-json.ts';

/** Newest prices that a product includes; `GET /prices` lists all of them. */
export const shownPrices = 50;

/** The part of a product's row that the API returns. */
export type ShownProduct = Omit<ProductRow, 'livemode' | 'version'>;
/** The columns of {@link ShownProduct}. */
export const productColumns = products.omit('livemode', 'version');

/** A product exactly as its GET and its events return it. */
export const toProductResource = (product: ShownProduct, prices: readonly InJson<ShownPrice>[]): Product => ({
  id: product.id,
  object: 'product',
  name: product.name,
  description: product.description,
  image: product.image,
  unitLabel: product.unitLabel,
  active: product.active,
  isSystemCreated: product.isSystemCreated,
  metadata: product.metadata,
  defaultPriceId: product.defaultPriceId,
  merchantId: product.merchantId,
  prices: prices.map(toPriceResource),
  createdAt: isoTime(product.createdAt),
  updatedAt: isoTime(product.updatedAt),
});

/** A product in a list: without `object` and `defaultPriceId`, and with short prices. */
export const toProductListItem = (
  product: ShownProduct,
  prices: readonly InJson<ShownListPrice>[],
): ProductListItem => ({
  id: product.id,
  name: product.name,
  description: product.description,
  image: product.image,
  unitLabel: product.unitLabel,
  active: product.active,
  isSystemCreated: product.isSystemCreated,
  metadata: product.metadata,
  merchantId: product.merchantId,
  prices: prices.map(toProductListPrice),
  createdAt: isoTime(product.createdAt),
  updatedAt: isoTime(product.updatedAt),
});
