import { defineEntity, p } from '@mikro-orm/core';
import type { CatalogObject } from './catalog-object.ts';

const id = () => p.text().collation('C');

/**
 * A price or product as of the catalog's latest event about it. A line of a checkout has the price and product that it was
 * written with; later changes are here, so that lines show what is on sale now, also while the catalog is unavailable.
 * Prices and products that never changed have no row.
 */
export const CatalogObjectEntity = defineEntity({
  name: 'CatalogObject',
  tableName: 'catalog_objects',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    /** `price_…` or `prod_…` */
    id: id().primary(),
    /** Of the event; 0 for a product that was stored when a link was written. */
    version: p.integer(),
    shown: p.json<CatalogObject>().columnType('json'),
  },
});
