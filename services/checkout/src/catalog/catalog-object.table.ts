// Generated from catalog-object.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CatalogObjectEntity } from './catalog-object.entity.ts';

/** The table of {@link CatalogObjectEntity}. */
export const catalogObjects = table<InferEntity<typeof CatalogObjectEntity>>('catalog_objects', {
  merchantId: 'text',
  livemode: 'boolean',
  id: 'text',
  version: 'int',
  shown: 'json',
});
