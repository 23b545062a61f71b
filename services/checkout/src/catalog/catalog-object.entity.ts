import { defineEntity, p } from '@mikro-orm/core';
import type { CatalogObject } from './catalog-object.ts';

const id = () => p.text().collation('C');

/**
 * What the catalog last said of a price or product, from its events. A line of a checkout carries what it was written
 * with; what has changed since is here, so that lines tell what is on sale now, and do so while the catalog is away.
 * There is no row for what has never changed.
 */
export const CatalogObjectEntity = defineEntity({
  name: 'CatalogObject',
  tableName: 'catalog_objects',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    /** `price_…` or `prod_…` */
    id: id().primary(),
    /** Of the event that said it; 0 for a product that a link found so. */
    version: p.integer(),
    shown: p.json<CatalogObject>().columnType('json'),
  },
});
