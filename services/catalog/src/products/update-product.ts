import type { Product, UpdateProduct } from '@mizan/contracts';
import { mergeMetadata, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { checkImage } from './assert-image-url.ts';
import { lockProduct } from '../product/lock-product.ts';
import { saveProduct } from '../product/save-product.ts';

/**
 * Changes a product. An empty `defaultPrice` clears the default; archiving the default price does not.
 *
 * @throws Problem `resource_missing`: no such product, or no such price of it, for this merchant and mode
 * @throws Problem `price_inactive`: the price that should become the default is archived
 * @throws Problem `parameter_invalid`: an image that {@link checkImage} refuses; too much metadata
 */
export async function updateProduct(tx: Tx, publicUrl: string, id: string, body: UpdateProduct): Promise<Product> {
  checkImage(tx.scope, body.image, publicUrl);
  const { defaultPrice, metadata, ...fields } = body;
  const product = await lockProduct(tx, id);
  return saveProduct(tx, product, {
    ...fields,
    metadata: mergeMetadata(product.metadata, metadata),
    ...(defaultPrice === undefined ? {} : { defaultPriceId: await ownPrice(tx, id, defaultPrice) }),
  });
}

async function ownPrice(tx: Tx, productId: string, priceId: string): Promise<string | null> {
  if (priceId === '') return null;
  const price = await tx.one<{ active: boolean }>`
    select active from prices
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${priceId}
      and product_id = ${productId} for share`; // it is neither archived nor deleted meanwhile
  if (!price) throw resourceMissing('defaultPrice');
  if (!price.active)
    throw new Problem('price_inactive', 'An archived price cannot be the default.', { param: 'defaultPrice' });
  return priceId;
}
