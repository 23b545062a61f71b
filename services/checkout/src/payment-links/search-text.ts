import type { LineItem, ProductSummary } from '@mizan/contracts';
import { json, type Tx } from '@mizan/service-kit';
import type { CatalogChanges, CatalogProduct } from '../catalog/catalog-object.ts';
import { currentProduct } from '../catalog/current-lines.ts';
import { linkColumns } from './link-rows.ts';
import type { Link } from './link.ts';

/** The text that a search of links matches, and the products it comes from. */
export interface SearchIndex {
  readonly text: string;
  readonly productIds: readonly string[];
}

/** Links renamed at a time. */
const batch = 200;

/** Names, descriptions and unit labels of the products of these lines, as they are in the catalog now. */
export function searchIndexOf(lines: readonly Pick<LineItem, 'product'>[], changes: CatalogChanges): SearchIndex {
  const products = lines.map((line): ProductSummary => currentProduct(line, changes) ?? line.product);
  return {
    text: products.flatMap(({ name, description, unitLabel }) => [name, description ?? '', unitLabel ?? '']).join('\n'),
    productIds: [...new Set(products.map(({ id }) => id))],
  };
}

/**
 * The stored versions of these products, locked until the transaction ends: a later rename then finds the link that this
 * transaction writes. Lock the products before the link.
 *
 * @param products as the catalog returned them
 */
export async function lockProducts(
  tx: Tx,
  products: readonly Omit<CatalogProduct, 'object'>[],
): Promise<CatalogChanges> {
  const { merchantId, livemode } = tx.scope;
  const known = products.map((product) => ({ ...product, object: 'product' as const }));
  const rows = await tx.sql<{ id: string; shown: CatalogProduct }>`
    insert into catalog_objects as known (merchant_id, livemode, id, version, shown)
    select distinct on (id) ${merchantId}, ${livemode}::boolean, id, 0, shown::json
    from unnest(${known.map(({ id }) => id)}::text[], ${known.map((product) => json(product))}::text[]) as found (id, shown)
    order by id
    on conflict (merchant_id, livemode, id) do update set version = known.version
    returning id, shown`;
  return Object.fromEntries(rows.map(({ id, shown }) => [id, shown]));
}

/**
 * Makes a search find the links of a product by its current name. The product must be locked. The names of a link's other
 * products are read by a statement after the one that locks the link: a rename of those has committed by then.
 */
export async function renameInLinks(tx: Tx, productId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  for (let last = ''; ;) {
    const locked = await tx.sql<Pick<Link, 'id'>>`
      select id from payment_links
      where merchant_id = ${merchantId} and livemode = ${livemode} and product_ids @> array[${productId}] and id > ${last}
      order by id limit ${batch} for update`;
    if (locked.length === 0) return;
    const links = await tx.sql<Link>`
      select ${linkColumns} from payment_links where id = any(${locked.map(({ id }) => id)}::text[])`;
    await tx.sql`
      update payment_links set search_text = renamed.text
      from unnest(${links.map(({ id }) => id)}::text[],
        ${links.map(({ lineItems, catalogChanges }) => searchIndexOf(lineItems, catalogChanges).text)}::text[]) as renamed (id, text)
      where payment_links.id = renamed.id`;
    if (locked.length < batch) return;
    last = locked.at(-1)?.id ?? last;
  }
}
