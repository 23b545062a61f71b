import type { Price } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';

/** @throws Problem `resource_missing`: no such price for this merchant and mode */
export async function getPrice(reader: Reader, id: string): Promise<Price> {
  const price = await reader.one<ShownPrice>`
    select ${priceColumns} from prices
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} and id = ${id}`;
  if (!price) throw resourceMissing();
  return toPriceResource(price);
}
