import { fragment, resourceMissing, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import { priceColumns } from './price.resource.ts';

/** The columns of a whole row, named as the entity names them. */
const wholePrice = fragment`
  ${priceColumns}, prices.merchant_id as "merchantId", prices.livemode, prices.held,
  prices.is_system_created as "isSystemCreated", prices.first_referenced_at as "firstReferencedAt", prices.version`;

/**
 * The price, locked until the transaction ends.
 *
 * @throws Problem `resource_missing`: no such price for this merchant and mode
 */
export async function lockPrice(tx: Tx, id: string): Promise<PriceRow> {
  const price = await tx.one<PriceRow>`
    select ${wholePrice} from prices
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id} for update`;
  if (!price) throw resourceMissing();
  return price;
}

/** All prices of a product, newest first, locked until the transaction ends; the product is locked before. */
export const lockPricesOf = (tx: Tx, productId: string): Promise<PriceRow[]> => tx.sql<PriceRow>`
  select ${wholePrice} from prices
  where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and product_id = ${productId}
  order by created_at desc, id desc for update`;
