import { fragment, type Fragment } from '@mizan/service-kit';

/**
 * A column, named `news`, with what the catalog has said since about prices and products of the lines of a row.
 *
 * @param table whose `line_items` are looked through
 * @param when rows for which it matters; in others it is null
 */
export const newsOf = (table: Fragment, when: Fragment): Fragment => fragment`
  case when ${when} then (
    select coalesce(json_object_agg(catalog_objects.id, catalog_objects.shown), '{}') from catalog_objects
    where catalog_objects.merchant_id = ${table}.merchant_id and catalog_objects.livemode = ${table}.livemode
      and catalog_objects.id = any(array(
        select unnest(array[line #>> '{price,id}', line #>> '{product,id}'])
        from json_array_elements(${table}.line_items) as line))
  ) end as news`;
