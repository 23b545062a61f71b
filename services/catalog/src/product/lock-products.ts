import { fragment, own, resourceMissing, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import { prices } from './price.table.ts';
import type { ProductRow } from './product.entity.ts';
import { products } from './product.table.ts';

/** A price that no one else changes until the transaction ends. */
export interface LockedPrice extends PriceRow {
  /** A line item was created from it, or is being created: its amount can no longer change. */
  readonly isUsed: boolean;
}

const isUsed = fragment`(prices.first_referenced_at is not null or coalesce(prices.reserved_until > now(), false))`;
const lockedPriceColumns = fragment`${prices.columns}, ${isUsed} as is_used`;

/**
 * The product, locked until the transaction ends. A transaction that also locks its prices locks the product first.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 */
export async function lockProduct(tx: Tx, id: string): Promise<ProductRow> {
  const product = await tx.one<ProductRow>`
    select ${products.columns} from products where ${own(tx)} and id = ${id} for update`;
  if (!product) throw resourceMissing();
  return product;
}

/** The price, locked until the transaction ends. @throws Problem `resource_missing` */
export async function lockPrice(tx: Tx, id: string): Promise<LockedPrice> {
  const price = await tx.one<LockedPrice>`
    select ${lockedPriceColumns} from prices where ${own(tx)} and id = ${id} for update`;
  if (!price) throw resourceMissing();
  return price;
}

/** Prices of a product, newest first and at most `limit`, locked until the transaction ends. Lock the product first. */
export const lockPricesOf = (tx: Tx, productId: string, limit: number): Promise<LockedPrice[]> => tx.sql<LockedPrice>`
  select ${lockedPriceColumns} from prices where ${own(tx)} and product_id = ${productId}
  order by created_at desc, id desc limit ${limit} for update`;

/** Whether a price of the product is used. The answer may change until the prices are locked. */
export const hasUsedPrice = async (tx: Tx, productId: string): Promise<boolean> =>
  (await tx.one`select 1 from prices where ${own(tx)} and product_id = ${productId} and ${isUsed} limit 1`) !==
  undefined;
