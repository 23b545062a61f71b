import { fragment, json, type Fragment, type Tx } from '@mizan/service-kit';
import type { CatalogObject, CatalogProduct } from './catalog-object.ts';

/**
 * A column, named `catalogChanges`, with the prices and products of a row's lines that have changed in the catalog since.
 *
 * @param table with the `line_items`
 * @param when rows that need it; it is null in others
 */
export const catalogChangesOf = (table: Fragment, when: Fragment): Fragment => fragment`
  case when ${when} then (
    select coalesce(json_object_agg(catalog_objects.id, catalog_objects.shown), '{}') from catalog_objects
    where catalog_objects.merchant_id = ${table}.merchant_id and catalog_objects.livemode = ${table}.livemode
      and catalog_objects.id = any(array(
        select unnest(array[line #>> '{price,id}', line #>> '{product,id}'])
        from json_array_elements(${table}.line_items) as line))
  ) end as "catalogChanges"`;

/** The product as of the catalog's latest event, locked until the transaction ends. */
export async function lockCatalogProduct(tx: Tx, id: string): Promise<CatalogProduct | undefined> {
  const { merchantId, livemode } = tx.scope;
  const known = await tx.one<{ shown: CatalogProduct }>`
    select shown from catalog_objects
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for update`;
  return known?.shown;
}

/** @returns false when a newer version is stored already */
export async function saveCatalogObject(tx: Tx, object: CatalogObject, version: number): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const saved = await tx.one`
    insert into catalog_objects as known (merchant_id, livemode, id, version, shown)
    values (${merchantId}, ${livemode}, ${object.id}, ${version}, ${json(object)})
    on conflict (merchant_id, livemode, id) do update set version = excluded.version, shown = excluded.shown
      where known.version < excluded.version
    returning 1`;
  return saved !== undefined;
}

/** Forgets a price or product that the catalog has deleted. */
export async function deleteCatalogObject(tx: Tx, id: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`delete from catalog_objects where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
}
