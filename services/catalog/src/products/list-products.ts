import type { Operations, ProductListItem, ResponseOf } from '@mizan/contracts';
import {
  containing,
  fragment,
  json,
  storedCount,
  type Fragment,
  type OperationInput,
  type Reader,
} from '@mizan/service-kit';
import { listPriceColumns, type ShownListPrice } from '../prices/price.resource.ts';
import type { InJson } from '../row-in-json.ts';
import type { Counted } from './insert-products.ts';
import { productColumns, shownPrices, toProductListItem, type ShownProduct } from './product.resource.ts';

type ListProducts = Operations['listProducts'];
type Query = OperationInput<ListProducts>['query'];
type Row = { totalCount: number } & (
  | (ShownProduct & { prices: InJson<ShownListPrice>[] | null })
  | { id: null } // the page is empty
);

/**
 * A page of products, newest first, each with its newest prices, in one statement. Products that a checkout made from
 * `priceData` are left out.
 */
export async function listProducts(reader: Reader, query: Query): Promise<ResponseOf<ListProducts>> {
  const { page, limit } = query;
  const { found, total } = query.search || query.metadata ? matching(reader, query) : all(reader, query);
  const rows = await reader.sql<Row>`
    with ${found},
    page as (select id, created_at from found order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${total} as "totalCount", ${productColumns}, (
      select json_agg(price) from (
        select ${listPriceColumns} from prices
        where prices.merchant_id = products.merchant_id and prices.livemode = products.livemode
          and prices.product_id = products.id and not prices.is_system_created
        order by prices.created_at desc, prices.id desc limit ${shownPrices}
      ) as price
    ) as prices
    from (select) as always left join page on true left join products on products.id = page.id
    order by page.created_at desc, page.id desc`;
  const totalCount = rows[0]?.totalCount ?? 0;
  return { data: rows.flatMap(toItem), totalCount, page, limit, totalPages: Math.ceil(totalCount / limit) };
}

const toItem = (row: Row): ProductListItem[] => (row.id === null ? [] : [toProductListItem(row, row.prices ?? [])]);

/** Walks the list's own index, of which a page reads no more than it shows; how many there are is kept. */
function all(reader: Reader, { active }: Query): { found: Fragment; total: Fragment } {
  const lists: Counted[] = ['products.active', 'products.archived'];
  const counted = active === undefined ? lists : lists.filter((list) => (list === 'products.active') === active);
  const filter = active === undefined ? fragment`` : fragment`and active = ${active}`;
  return { found: fragment`found as (${select(reader)} ${filter})`, total: storedCount(reader, counted) };
}

/** Finds every match once, by the indexes of text and metadata, to show a page of them and to count them. */
function matching(reader: Reader, { active, search, metadata }: Query): { found: Fragment; total: Fragment } {
  const filters = [
    active === undefined ? fragment`` : fragment`and active = ${active}`,
    search === undefined || search.length === 0
      ? fragment``
      : fragment`and (
          id = any(${search}::text[])
          or (name || e'\n' || coalesce(description, '') || e'\n' || coalesce(unit_label, '')) ilike any(${search.map(containing)}::text[]))`,
    metadata === undefined ? fragment`` : fragment`and metadata @> ${json(metadata)}::jsonb`,
  ] as const;
  return {
    found: fragment`found as materialized (${select(reader)} ${filters[0]} ${filters[1]} ${filters[2]})`,
    total: fragment`(select count(*) from found)`,
  };
}

const select = ({ scope }: Reader): Fragment => fragment`
  select id, created_at from products
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and not is_system_created`;
