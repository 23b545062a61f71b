import type { Operations, Price, ResponseOf } from '@mizan/contracts';
import { fragment, storedCount, type Fragment, type OperationInput, type Reader } from '@mizan/service-kit';
import type { Counted } from '../products/insert-products.ts';
import { priceColumns, toPriceResource, type ShownPrice } from './price.resource.ts';

type ListPrices = Operations['listPrices'];
type Query = OperationInput<ListPrices>['query'];
type Row = { totalCount: number } & (ShownPrice | { id: null });

/**
 * A page of prices, newest first, in one statement. Prices that a checkout made from `priceData` are shown only when
 * their product is named.
 */
export async function listPrices(reader: Reader, query: Query): Promise<ResponseOf<ListPrices>> {
  const { page, limit } = query;
  const filter = filterOf(query);
  const rows = await reader.sql<Row>`
    with page as (
      select prices.* from prices
      where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} ${filter}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${totalOf(reader, query, filter)} as "totalCount", ${priceColumns}
    from (select) as always left join page as prices on true
    order by prices.created_at desc, prices.id desc`;
  return { data: rows.flatMap(toItem), totalCount: rows[0]?.totalCount ?? 0 };
}

const toItem = (row: Row): Price[] => (row.id === null ? [] : [toPriceResource(row)]);

function filterOf({ productId, active, type, currency }: Query): Fragment {
  return [
    productId === undefined ? fragment`and not is_system_created` : fragment`and product_id = ${productId}`,
    active === undefined ? fragment`` : fragment`and active = ${active}`,
    type === undefined ? fragment`` : fragment`and type = ${type}`,
    currency === undefined ? fragment`` : fragment`and currency = ${currency}`,
  ].reduce((all, each) => fragment`${all} ${each}`);
}

/** Kept by counters where a million prices may match, counted where the filter narrows them down. */
function totalOf(reader: Reader, { productId, active, type, currency }: Query, filter: Fragment): Fragment {
  if (productId !== undefined || type !== undefined || currency !== undefined)
    return fragment`(
      select count(*) from prices
      where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} ${filter})`;
  const lists: Counted[] = ['prices.active', 'prices.archived'];
  return storedCount(
    reader,
    active === undefined ? lists : lists.filter((list) => (list === 'prices.active') === active),
  );
}
