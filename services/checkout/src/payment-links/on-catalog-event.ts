import type { Product } from '@mizan/contracts';
import { consumer } from '@mizan/service-kit';
import type { CatalogProduct } from '../catalog/catalog-object.ts';
import { renameInLinks } from './search-text.ts';
import { deleteCatalogObject, saveCatalogObject, lockCatalogProduct } from '../catalog/catalog-rows.ts';

/**
 * Keeps what has changed in the catalog since checkouts and links were written. In any order and any number of times these
 * events leave what the newest of them says. Links of a product that was renamed are found by its new name.
 */
export const onCatalogEvent = consumer('catalog', {
  'price.updated': async (tx, event) => {
    await saveCatalogObject(tx, event.object, event.objectVersion);
  },
  'price.deleted': (tx, { object }) => deleteCatalogObject(tx, object.id),
  'product.updated': async (tx, event) => {
    const product = knownProduct(event.object);
    const before = await lockCatalogProduct(tx, product.id);
    if ((await saveCatalogObject(tx, product, event.objectVersion)) && isRenamed(before, product))
      await renameInLinks(tx, product.id);
  },
  'product.deleted': (tx, { object }) => deleteCatalogObject(tx, object.id),
});

/** What links are found by has changed since the catalog was last heard; the event itself tells only its own change. */
const isRenamed = (before: CatalogProduct | undefined, now: CatalogProduct): boolean =>
  (['name', 'description', 'unitLabel'] as const).some((field) => before?.[field] !== now[field]);

const knownProduct = ({ id, object, name, description, image, unitLabel, active }: Product): CatalogProduct => ({
  id,
  object,
  name,
  description,
  image,
  unitLabel,
  active,
});
