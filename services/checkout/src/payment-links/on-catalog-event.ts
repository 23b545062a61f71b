import type { Product } from '@mizan/contracts';
import { consumer } from '@mizan/service-kit';
import type { CatalogProduct } from '../catalog/catalog-object.ts';
import { deleteCatalogObject, lockCatalogProduct, saveCatalogObject } from '../catalog/catalog-rows.ts';
import { renameInLinks } from './search-text.ts';

/**
 * Stores what changes in the catalog after checkouts and links were written. In any order and any number of times, these
 * events result in the newest of them. Links of a renamed product are found by its new name.
 */
export const onCatalogEvent = consumer({
  name: 'catalog',
  purpose: 'shows open checkouts and payment links with the current prices, stock and names',
  on: {
    'price.updated': async (tx, { object, objectVersion }) => {
      await saveCatalogObject(tx, object, objectVersion);
    },
    'price.deleted': (tx, { object }) => deleteCatalogObject(tx, object.id),
    'product.updated': async (tx, { object, objectVersion }) => {
      const product = toCatalogProduct(object);
      const before = await lockCatalogProduct(tx, product.id);
      if ((await saveCatalogObject(tx, product, objectVersion)) && isRenamed(before, product))
        await renameInLinks(tx, product.id);
    },
    'product.deleted': (tx, { object }) => deleteCatalogObject(tx, object.id),
  },
});

/** Whether a text that links are found by differs from the stored version: an event only contains its own change. */
const isRenamed = (before: CatalogProduct | undefined, now: CatalogProduct): boolean =>
  (['name', 'description', 'unitLabel'] as const).some((field) => before?.[field] !== now[field]);

const toCatalogProduct = ({ id, object, name, description, image, unitLabel, active }: Product): CatalogProduct => ({
  id,
  object,
  name,
  description,
  image,
  unitLabel,
  active,
});
