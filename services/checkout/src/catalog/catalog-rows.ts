import { acrossMerchants, fragment, own, type Fragment, type Tx } from '@mizan/service-kit';
import type { CatalogChanges, CatalogObject, CatalogProduct } from './catalog-object.ts';
import { catalogObjects } from './catalog-object.table.ts';

/**
 * A column, named `catalogChanges`, with the prices and products of a row's lines that have changed in the
 * catalog since. Only of the row's own merchant: the statement around it says whose rows are read.
 *
 * @param table with the `line_items`
 * @param when rows that need it; it is null in others
 */
export const catalogChangesOf = (table: Fragment, when: Fragment): Fragment => fragment`
  case when ${when} then (
    select coalesce(json_object_agg(catalog_objects.id, catalog_objects.shown), '{}') from catalog_objects
    where ${acrossMerchants}
      and catalog_objects.merchant_id = ${table}.merchant_id and catalog_objects.livemode = ${table}.livemode
      and catalog_objects.id = any(array(
        select unnest(array[line #>> '{price,id}', line #>> '{product,id}'])
        from json_array_elements(${table}.line_items) as line))
  ) end as catalog_changes`;

/** The product as of the catalog's latest event, with that event's version, locked until the transaction ends. */
export const lockCatalogProduct = (tx: Tx, id: string) =>
  tx.one<{ shown: CatalogProduct; version: number }>`
    select ${catalogObjects.pick('shown', 'version')} from catalog_objects where ${own(tx)} and id = ${id} for update`;

/** @returns false when a newer version is stored already */
export async function saveCatalogObject(tx: Tx, object: CatalogObject, version: number): Promise<boolean> {
  const saved = await tx.one`
    ${insertObjects(tx, [object], version)}
    on conflict (merchant_id, livemode, id) do update set version = excluded.version, shown = excluded.shown
      where catalog_objects.version < excluded.version
    returning id`;
  return saved !== undefined;
}

/** Stores products that are not known yet, and locks all of them until the transaction ends. */
export async function lockCatalogProducts(tx: Tx, products: readonly CatalogProduct[]): Promise<CatalogChanges> {
  const rows = await tx.sql<{ id: string; shown: CatalogProduct }>`
    ${insertObjects(tx, inOrder(products), 0)}
    on conflict (merchant_id, livemode, id) do update set version = catalog_objects.version
    returning id, shown`;
  return Object.fromEntries(rows.map(({ id, shown }) => [id, shown]));
}

/** Each once, in the order of their ids: every transaction locks them in that order. */
const inOrder = (products: readonly CatalogProduct[]): CatalogProduct[] =>
  [...new Map(products.map((product) => [product.id, product])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));

function insertObjects({ scope }: Tx, objects: readonly CatalogObject[], version: number): Fragment {
  const { merchantId, livemode } = scope;
  return catalogObjects.insert(objects.map((shown) => ({ merchantId, livemode, id: shown.id, version, shown })));
}

/** Forgets a price or product that the catalog has deleted. */
export async function deleteCatalogObject(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from catalog_objects where ${own(tx)} and id = ${id}`;
}
