import type { CreateProduct, Product } from '@mizan/contracts';
import { newId, type Tx } from '@mizan/service-kit';
import { insertProducts, newPrice, newProduct } from '../product/insert-products.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { toProductResource } from '../product/product.resource.ts';
import { assertImageUrl } from './assert-image-url.ts';

/**
 * Creates a product together with its prices, all or nothing. The price at `defaultPriceIndex`, or the first, becomes
 * its default.
 *
 * @throws Problem `parameter_invalid`: see {@link assertImageUrl}
 */
export async function createProduct(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  body: CreateProduct,
): Promise<Product> {
  assertImageUrl(tx.scope, body.image, publicUrl);

  // Descending ids, so that "newest first" lists prices created at the same time in the order of the request.
  const priceIds = body.prices.map(() => newId('price')).sort((a, b) => (a < b ? 1 : -1));
  const defaultPriceId = priceIds[body.defaultPriceIndex ?? 0] ?? null;
  const product = newProduct(tx, body, { defaultPriceId, isSystemCreated: false });
  const prices = body.prices.map((price, index) =>
    newPrice(tx, price, { id: priceIds[index], productId: product.id, isSystemCreated: false }),
  );
  await insertProducts(tx, { products: [product], prices });

  const resource = toProductResource(product, prices);
  tx.emit('product.created', { object: resource, version: product.version });
  for (const price of prices) tx.emit('price.created', { object: toPriceResource(price), version: price.version });
  return resource;
}
