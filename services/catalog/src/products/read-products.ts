import type { Operations, Product, QueryOf, ResponseOf } from '@mizan/contracts';
import {
  containing,
  fragment,
  json,
  own,
  readPage,
  resourceMissing,
  type Fragment,
  type Reader,
} from '@mizan/service-kit';
import type { Counted } from '../product/insert-products.ts';
import {
  listPriceJsonColumns,
  priceJsonColumns,
  type ShownListPrice,
  type ShownPrice,
} from '../product/price.resource.ts';
import type { ProductRow } from '../product/product.entity.ts';
import {
  productColumns,
  shownPrices,
  toProductListItem,
  toProductResource,
  type ShownProduct,
} from '../product/product.resource.ts';
import { products } from '../product/product.table.ts';
import type { InJson } from '../product/row-in-json.ts';

type ListProducts = Operations['listProducts'];
type Query = QueryOf<ListProducts>;
type Row = ShownProduct & { prices: InJson<ShownListPrice>[] | null };

/** A product with its newest prices, in one statement. @throws Problem `resource_missing` */
export async function getProduct(reader: Reader, id: string): Promise<Product> {
  const product = await reader.one<ShownProduct & { prices: InJson<ShownPrice>[] | null }>`
    select ${productColumns}, (
      select json_agg(price) from (
        select ${priceJsonColumns} from prices
        where prices.merchant_id = products.merchant_id and prices.livemode = products.livemode
          and prices.product_id = products.id and prices.is_system_created = products.is_system_created
        order by prices.created_at desc, prices.id desc limit ${shownPrices}
      ) as price
    ) as prices
    from products
    where ${own(reader)} and id = ${id}`;
  if (!product) throw resourceMissing();
  return toProductResource(product, product.prices ?? []);
}

/** Returns those of the ids that are not products of this merchant and mode, in the order of the request. */
export async function findMissingProducts(reader: Reader, productIds: readonly string[]): Promise<string[]> {
  const found = await reader.sql<{ id: string }>`
    select id from products where ${own(reader)} and id = any(${productIds}::text[])`;
  const known = new Set(found.map(({ id }) => id));
  return productIds.filter((id) => !known.has(id));
}

/** A page of products, newest first, each with its newest prices; without those created from `priceData`. */
export async function listProducts(reader: Reader, query: Query): Promise<ResponseOf<ListProducts>> {
  const { page = 1, limit, active, search, metadata } = query;
  const { rows, totalCount, nextCursor } = await readPage<ProductRow, Row>(reader, products, {
    page: query,
    filters: [
      fragment`not is_system_created`,
      ...(active === undefined ? [] : [fragment`active = ${active}`]),
      ...(search === undefined || search.length === 0 ? [] : [matchesAny(search)]),
      ...(metadata === undefined ? [] : [fragment`metadata @> ${json(metadata)}::jsonb`]),
    ],
    ...(search || metadata ? { findsAllFirst: true } : { counted: storedListsOf(query) }),
    columns: fragment`${productColumns}, (
      select json_agg(price) from (
        select ${listPriceJsonColumns} from prices
        where ${own(reader, 'prices')} and prices.product_id = products.id and not prices.is_system_created
        order by prices.created_at desc, prices.id desc limit ${shownPrices}
      ) as price
    ) as prices`,
  });
  const data = rows.map((row) => toProductListItem(row, row.prices ?? []));
  return { data, totalCount, nextCursor, page, limit, totalPages: Math.ceil(totalCount / limit) };
}

function storedListsOf({ active }: Query): Counted[] {
  if (active === undefined) return ['products.active', 'products.archived'];
  return [active ? 'products.active' : 'products.archived'];
}

const matchesAny = (search: string[]): Fragment => fragment`(
  id = any(${search}::text[])
  or (name || e'\n' || coalesce(description, '') || e'\n' || coalesce(unit_label, '')) ilike any(${search.map(containing)}::text[]))`;
