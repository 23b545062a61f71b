import { countRows, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import { lockProduct } from '../product/lock-product.ts';
import { saveProduct } from '../product/save-product.ts';
import { lockPrice } from '../product/lock-price.ts';
import { toPriceResource } from '../product/price.resource.ts';

/**
 * Deletes a price that was never sold from. If it was its product's default, the product has none then.
 *
 * @throws Problem `resource_missing`: no such price for this merchant and mode
 * @throws Problem `resource_in_use`: it was part of a line item, however long ago
 */
export async function deletePrice(tx: Tx, id: string): Promise<{ id: string; object: 'price'; deleted: true }> {
  const { merchantId, livemode } = tx.scope;
  const found = await tx.one<{ productId: string }>`
    select product_id as "productId" from prices
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!found) throw resourceMissing();
  const product = await lockProduct(tx, found.productId); // before the price, like whoever deletes the product
  const price = await lockPrice(tx, id);
  if (price.isUsed)
    throw new Problem('resource_in_use', 'The price was sold from. Archive it instead: `active: false`.');

  await tx.sql`delete from prices where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!price.isSystemCreated) {
    const gone = new Map<Counted, number>([[price.active ? 'prices.active' : 'prices.archived', -1]]);
    tx.alongCommit`${countRows(tx, gone)}`;
  }
  tx.emit('price.deleted', { object: toPriceResource(price), version: price.version + 1 });
  if (product.defaultPriceId === id) await saveProduct(tx, product, { defaultPriceId: null });
  return { id, object: 'price', deleted: true };
}
