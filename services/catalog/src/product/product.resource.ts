import type { Product, ProductListItem } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import { toPriceResource, toProductListPrice, type ShownListPrice, type ShownPrice } from './price.resource.ts';
import { isoTime, type InJson } from './row-in-json.ts';
import type { ProductRow } from './product.entity.ts';

/** Newest prices that a product includes; `GET /prices` lists all of them. */
export const shownPrices = 50;

/** The columns that {@link toProductResource} reads, named as the entity names them. */
export const productColumns = fragment`
  products.id, products.merchant_id as "merchantId", products.name, products.description, products.image,
  products.unit_label as "unitLabel", products.active, products.is_system_created as "isSystemCreated",
  products.metadata, products.default_price_id as "defaultPriceId", products.created_at as "createdAt",
  products.updated_at as "updatedAt"`;

/** The part of a product's row that the API returns. */
export type ShownProduct = Omit<ProductRow, 'livemode' | 'version'>;

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
