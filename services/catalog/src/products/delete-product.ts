import { countRows, Problem, type Tx } from '@mizan/service-kit';
import { lockPricesOf } from '../product/lock-price.ts';
import { toPriceResource } from '../product/price.resource.ts';
import type { Counted } from '../product/insert-products.ts';
import { lockProduct } from '../product/lock-product.ts';
import { shownPrices, toProductResource } from '../product/product.resource.ts';

/**
 * Deletes a product with all its prices, or nothing. A checkout that is just being opened has to reserve its prices, which
 * are locked here: either it comes first and the product stays, or it finds no price any more.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 * @throws Problem `resource_in_use`: one of its prices was part of a line item, however long ago
 */
export async function deleteProduct(tx: Tx, id: string): Promise<{ id: string; object: 'product'; deleted: true }> {
  const product = await lockProduct(tx, id);
  const prices = await lockPricesOf(tx, id);
  if (prices.some(({ isUsed }) => isUsed))
    throw new Problem('resource_in_use', 'The product was sold from. Archive it instead: `active: false`.');

  const { merchantId, livemode } = tx.scope;
  tx.alongCommit`delete from prices where merchant_id = ${merchantId} and livemode = ${livemode} and product_id = ${id}`;
  tx.alongCommit`delete from products where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!product.isSystemCreated) {
    const active = prices.filter((price) => price.active && !price.isSystemCreated).length;
    const archived = prices.filter((price) => !price.active && !price.isSystemCreated).length;
    const gone = new Map<Counted, number>([
      [product.active ? 'products.active' : 'products.archived', -1],
      ['prices.active', -active],
      ['prices.archived', -archived],
    ]);
    tx.alongCommit`${countRows(tx, gone)}`;
  }
  for (const price of prices) tx.emit('price.deleted', { object: toPriceResource(price), version: price.version + 1 });
  const object = toProductResource(product, prices.slice(0, shownPrices));
  tx.emit('product.deleted', { object, version: product.version + 1 });
  return { id, object: 'product', deleted: true };
}
