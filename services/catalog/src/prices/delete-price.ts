import { countRows, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import { lockPrice, lockProduct } from '../product/lock-products.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { saveProduct } from '../product/save-product.ts';

/**
 * Deletes a price that no line item was ever created from. If it was the default of its product, that has none any
 * more.
 *
 * @throws Problem `resource_in_use`: it has ever been part of a line item
 */
export async function deletePrice(tx: Tx, id: string): Promise<{ id: string; object: 'price'; deleted: true }> {
  const found = await tx.one<{ productId: string }>`
    select product_id from prices where ${own(tx)} and id = ${id}`;
  if (!found) throw resourceMissing();
  const product = await lockProduct(tx, found.productId); // before the price, in the same order as `deleteProduct`
  const price = await lockPrice(tx, id);
  const used = 'This price has been used in a checkout. Archive it instead: set `active` to false.';
  if (price.isUsed) throw new Problem('resource_in_use', used);

  await tx.sql`delete from prices where ${own(tx)} and id = ${id}`;
  if (!price.isSystemCreated) {
    const gone = new Map<Counted, number>([[price.active ? 'prices.active' : 'prices.archived', -1]]);
    tx.alongCommit`${countRows(tx, gone)}`;
  }
  tx.emit('price.deleted', { object: toPriceResource(price), version: price.version + 1 });
  if (product.defaultPriceId === id) await saveProduct(tx, product, { defaultPriceId: null });
  return { id, object: 'price', deleted: true };
}
