import type { Product } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import { priceColumns, type ShownPrice } from '../product/price.resource.ts';
import type { InJson } from '../product/row-in-json.ts';
import { productColumns, shownPrices, toProductResource, type ShownProduct } from '../product/product.resource.ts';

/**
 * A product with its newest prices, in one statement.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 */
export async function getProduct(reader: Reader, id: string): Promise<Product> {
  const product = await reader.one<ShownProduct & { prices: InJson<ShownPrice>[] | null }>`
    select ${productColumns}, (
      select json_agg(price) from (
        select ${priceColumns} from prices
        where prices.merchant_id = products.merchant_id and prices.livemode = products.livemode
          and prices.product_id = products.id and prices.is_system_created = products.is_system_created
        order by prices.created_at desc, prices.id desc limit ${shownPrices}
      ) as price
    ) as prices
    from products
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} and id = ${id}`;
  if (!product) throw resourceMissing();
  return toProductResource(product, product.prices ?? []);
}
