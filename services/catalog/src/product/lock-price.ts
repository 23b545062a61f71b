import { fragment, resourceMissing, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import { priceColumns } from './price.resource.ts';

/** A price that nobody else changes meanwhile. */
export interface LockedPrice extends PriceRow {
  /** A line item was made from it, or is just being written: what it costs stays. */
  readonly isUsed: boolean;
}

const isUsed = fragment`(prices.first_referenced_at is not null or coalesce(prices.reserved_until > now(), false))`;

/** The columns of a whole row, named as the entity names them. */
const wholePrice = fragment`
  ${priceColumns}, prices.merchant_id as "merchantId", prices.livemode, prices.held,
  prices.is_system_created as "isSystemCreated", prices.first_referenced_at as "firstReferencedAt",
  prices.reserved_until as "reservedUntil", prices.version, ${isUsed} as "isUsed"`;

/**
 * The price, locked until the transaction ends.
 *
 * @throws Problem `resource_missing`: no such price for this merchant and mode
 */
export async function lockPrice(tx: Tx, id: string): Promise<LockedPrice> {
  const price = await tx.one<LockedPrice>`
    select ${wholePrice} from prices
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id} for update`;
  if (!price) throw resourceMissing();
  return price;
}

/** All prices of a product, newest first, locked until the transaction ends; the product is locked before. */
export const lockPricesOf = (tx: Tx, productId: string): Promise<LockedPrice[]> => tx.sql<LockedPrice>`
  select ${wholePrice} from prices
  where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and product_id = ${productId}
  order by created_at desc, id desc for update`;
