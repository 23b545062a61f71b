import { countRows, own, Problem, type Tx } from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import { hasUsedPrice, lockPricesOf, lockProduct } from '../product/lock-products.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { shownPrices, toProductResource } from '../product/product.resource.ts';

/** Each is an event of the same transaction. */
const pricesMax = 100;

/**
 * Deletes a product with all its prices, or nothing. A checkout that is being created at the same time reserves the
 * same prices, which are locked here: either the checkout is first and the product is kept, or it no longer finds the
 * prices.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 * @throws Problem `resource_in_use`: one of its prices has ever been part of a line item, or there are too many of them
 */
export async function deleteProduct(tx: Tx, id: string): Promise<{ id: string; object: 'product'; deleted: true }> {
  const product = await lockProduct(tx, id);
  const used = 'This product has been used in a checkout. Archive it instead: set `active` to false.';
  if (await hasUsedPrice(tx, id)) throw new Problem('resource_in_use', used); // before thousands of prices are locked
  const prices = await lockPricesOf(tx, id, pricesMax + 1);
  if (prices.some(({ isUsed }) => isUsed)) throw new Problem('resource_in_use', used);
  const many = `This product has more than ${pricesMax} prices. Delete some of them first, or archive the product: set \`active\` to false.`;
  if (prices.length > pricesMax) throw new Problem('resource_in_use', many);

  tx.alongCommit`delete from prices where ${own(tx)} and product_id = ${id}`;
  tx.alongCommit`delete from products where ${own(tx)} and id = ${id}`;
  if (!product.isSystemCreated) {
    const listed = prices.filter(({ isSystemCreated }) => !isSystemCreated);
    const active = listed.filter((price) => price.active).length;
    const archived = listed.length - active;
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
