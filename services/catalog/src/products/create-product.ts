import type { CreateProduct, Product } from '@mizan/contracts';
import { newId, Problem, type Scope, type Tx } from '@mizan/service-kit';
import { insertProducts, newPrice, newProduct } from '../product/insert-products.ts';
import { toPriceResource } from '../product/price.resource.ts';
import { toProductResource } from '../product/product.resource.ts';

/**
 * Creates a product with its prices, all or nothing; the price at `defaultPriceIndex`, or the first, becomes its
 * default.
 *
 * @throws Problem `parameter_invalid`: see {@link assertImageUrl}
 */
export async function createProduct(tx: Tx, { publicUrl }: ProductsApp, body: CreateProduct): Promise<Product> {
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

/** What the operations on products need of the service. */
export interface ProductsApp {
  /** Base address of the platform, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Refuses an image URL that is not https. Test mode also accepts localhost and the platform's own uploads.
 *
 * @param publicUrl base address of the platform, without a trailing slash
 * @throws Problem `parameter_invalid`
 */
export function assertImageUrl({ livemode }: Scope, image: string | null | undefined, publicUrl: string): void {
  if (image === null || image === undefined) return;
  const { protocol, hostname, href } = new URL(image);
  if (protocol === 'https:') return;
  if (!livemode && (hostname === 'localhost' || href.startsWith(new URL(`${publicUrl}/files/`).href))) return;
  throw new Problem('parameter_invalid', 'image must be an https URL.', { param: 'image' });
}
