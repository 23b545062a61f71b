import type { CreateProduct, Product } from '@mizan/contracts';
import { asStored, newId, type Tx } from '@mizan/service-kit';
import { newPrice } from '../product/new-price.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { checkImage } from './assert-image-url.ts';
import { insertProducts } from '../product/insert-products.ts';
import type { ProductRow } from '../product/product.entity.ts';
import { toProductResource } from '../product/product.resource.ts';

/**
 * Creates a product together with its prices: all of it or nothing. The price at `defaultPriceIndex` (the first when
 * absent) becomes its default.
 *
 * @throws Problem `parameter_invalid`: an image that {@link checkImage} refuses
 */
export async function createProduct(tx: Tx, publicUrl: string, body: CreateProduct): Promise<Product> {
  checkImage(tx.scope, body.image, publicUrl);

  // Ids fall, so that "newest first" shows prices of one moment in the order in which they were sent.
  const priceIds = body.prices.map(() => newId('price')).sort((a, b) => (a < b ? 1 : -1));
  const product: ProductRow = {
    id: newId('prod'),
    merchantId: tx.scope.merchantId,
    livemode: tx.scope.livemode,
    name: body.name,
    description: body.description ?? null,
    image: body.image ?? null,
    unitLabel: body.unitLabel ?? null,
    active: body.active,
    isSystemCreated: false,
    metadata: asStored(body.metadata ?? null),
    defaultPriceId: priceIds[body.defaultPriceIndex ?? 0] ?? null,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const prices = body.prices.map((price, index) =>
    newPrice(tx, price, { id: priceIds[index], productId: product.id, isSystemCreated: false }),
  );
  await insertProducts(tx, { products: [product], prices });

  const resource = toProductResource(product, prices);
  tx.emit('product.created', { object: resource, version: product.version });
  for (const price of prices) tx.emit('price.created', { object: toPriceResource(price), version: price.version });
  return resource;
}
