import type { CheckoutPrice, PriceData } from '@mizan/contracts';
import { own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { insertProducts, newPrice, newProduct } from '../product/insert-products.ts';
import type { PriceRow } from '../product/price.entity.ts';
import { toPriceResource } from '../product/price.resource.ts';
import type { ProductRow } from '../product/product.entity.ts';
import { toProductResource } from '../product/product.resource.ts';
import { getCheckoutPrices } from './get-checkout-prices.ts';

/** No default yet: its own price becomes that. */
const systemCreated = { defaultPriceId: null, isSystemCreated: true };

/**
 * Creates a price for each `priceData` of a checkout, and a product for each `productData`. They are marked as created
 * by the system, which keeps them out of the merchant's lists, and as used.
 *
 * @throws Problem `resource_missing`: a `product` is not this merchant's; `param` says which
 * @throws Problem `product_archived`
 */
export async function createAdHocPrices(tx: Tx, items: readonly PriceData[]): Promise<CheckoutPrice[]> {
  await assertProductsAvailable(tx, items);
  const products: ProductRow[] = [];
  const prices: PriceRow[] = [];
  for (const item of items) {
    const created = item.productData && newProduct(tx, { ...item.productData, active: true }, systemCreated);
    if (created) products.push(created);
    const productId = created?.id ?? item.product;
    if (productId === undefined) throw new Error('bug: priceData without product and productData');
    const price = newPrice(tx, { ...item, active: true }, { productId, isSystemCreated: true });
    price.firstReferencedAt = tx.now;
    if (created) created.defaultPriceId = price.id;
    prices.push(price);
  }
  await insertProducts(tx, { products, prices });

  for (const product of products) {
    const own = prices.filter(({ productId }) => productId === product.id);
    tx.emit('product.created', { object: toProductResource(product, own), version: product.version });
  }
  for (const price of prices) tx.emit('price.created', { object: toPriceResource(price), version: price.version });
  const ids = prices.map(({ id }) => id);
  return getCheckoutPrices(tx, ids);
}

async function assertProductsAvailable(tx: Tx, items: readonly PriceData[]): Promise<void> {
  const wanted = items.flatMap(({ product }) => product ?? []);
  if (wanted.length === 0) return;
  const found = await tx.sql<{ id: string; active: boolean }>`
    select id, active from products where ${own(tx)} and id = any(${wanted}::text[])
    order by id for key share`; // they cannot be deleted until the prices are inserted
  const missing = items.findIndex(({ product }) => product && !found.some(({ id }) => id === product));
  if (missing >= 0) throw resourceMissing(`items[${missing}].product`);
  const archived = items.findIndex(({ product }) => found.some(({ id, active }) => id === product && !active));
  if (archived >= 0)
    throw new Problem('product_archived', `The product ${items[archived]?.product} is archived.`, {
      param: `items[${archived}].product`,
    });
}
