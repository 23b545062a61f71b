import type { CreatePrice, Price } from '@mizan/contracts';
import { own, resourceMissing, type Tx } from '@mizan/service-kit';
import { insertProducts, newPrice } from '../product/insert-products.ts';
import { toPriceResource } from '../product/price.resource.ts';

/** Creates a price for an existing product. @throws Problem `resource_missing` */
export async function createPrice(tx: Tx, productId: string, body: CreatePrice): Promise<Price> {
  const product = await tx.one<{ isSystemCreated: boolean }>`
    select is_system_created from products where ${own(tx)} and id = ${productId}
    for key share`; // it cannot be deleted until the price is inserted
  if (!product) throw resourceMissing('productId');
  const price = newPrice(tx, body, { productId, isSystemCreated: product.isSystemCreated });
  await insertProducts(tx, { products: [], prices: [price] });

  const resource = toPriceResource(price);
  tx.emit('price.created', { object: resource, version: price.version });
  return resource;
}
