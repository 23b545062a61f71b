import type { Product, UpdateProduct } from '@mizan/contracts';
import { mergeMetadata, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { lockProduct } from '../product/lock-products.ts';
import { saveProduct } from '../product/save-product.ts';
import { assertImageUrl, type ProductsApp } from './create-product.ts';

interface Update {
  readonly id: string;
  readonly body: UpdateProduct;
}

/**
 * Updates a product. An empty `defaultPrice` clears the default; archiving the default price does not.
 *
 * @throws Problem `resource_missing`: no such product, or no such price of it, for this merchant and mode
 * @throws Problem `price_inactive`: the new default price is archived
 * @throws Problem `parameter_invalid`: see {@link assertImageUrl}; too much metadata
 */
export async function updateProduct(tx: Tx, { publicUrl }: ProductsApp, { id, body }: Update): Promise<Product> {
  assertImageUrl(tx.scope, body.image, publicUrl);
  const { defaultPrice, metadata, ...fields } = body;
  const product = await lockProduct(tx, id);
  return saveProduct(tx, product, {
    ...fields,
    metadata: mergeMetadata(product.metadata, metadata),
    ...(defaultPrice === undefined ? {} : { defaultPriceId: await findDefaultPrice(tx, id, defaultPrice) }),
  });
}

async function findDefaultPrice(tx: Tx, productId: string, priceId: string): Promise<string | null> {
  if (priceId === '') return null;
  const price = await tx.one<{ active: boolean }>`
    select active from prices where ${own(tx)} and id = ${priceId}
      and product_id = ${productId} for share`; // it can be neither archived nor deleted until the product is saved
  if (!price) throw resourceMissing('defaultPrice');
  const archived = 'An archived price cannot be the default price of a product. Activate the price first.';
  if (!price.active) throw new Problem('price_inactive', archived, { param: 'defaultPrice' });
  return priceId;
}
