import type { Operations, Price, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, own, readPage, resourceMissing, type Reader } from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import type { PriceRow } from '../product/price.entity.ts';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';
import { prices } from '../product/price.table.ts';

type ListPrices = Operations['listPrices'];
type Query = QueryOf<ListPrices>;

/** A price. @throws Problem `resource_missing` */
export async function getPrice(reader: Reader, id: string): Promise<Price> {
  const price = await reader.one<ShownPrice>`
    select ${priceColumns} from prices where ${own(reader)} and id = ${id}`;
  if (!price) throw resourceMissing();
  return toPriceResource(price);
}

/** A page of prices, newest first; those created from `priceData` only when `productId` names their product. */
export async function listPrices(reader: Reader, query: Query): Promise<ResponseOf<ListPrices>> {
  const { productId, active, type, currency } = query;
  const { rows, totalCount, nextCursor } = await readPage<PriceRow, ShownPrice>(reader, prices, {
    page: query,
    filters: [
      productId === undefined ? fragment`not is_system_created` : fragment`product_id = ${productId}`,
      ...(active === undefined ? [] : [fragment`active = ${active}`]),
      ...(type === undefined ? [] : [fragment`type = ${type}`]),
      ...(currency === undefined ? [] : [fragment`currency = ${currency}`]),
    ],
    counted: storedListsOf(query),
    columns: priceColumns,
  });
  return { data: rows.map(toPriceResource), totalCount, nextCursor };
}

/** Stored counts where a million prices may match; undefined where a filter narrows them down. */
function storedListsOf({ productId, active, type, currency }: Query): Counted[] | undefined {
  if (productId !== undefined || type !== undefined || currency !== undefined) return undefined;
  if (active === undefined) return ['prices.active', 'prices.archived'];
  return [active ? 'prices.active' : 'prices.archived'];
}
