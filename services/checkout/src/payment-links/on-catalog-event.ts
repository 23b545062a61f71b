import type { Product } from '@mizan/contracts';
import { consumer, type BusEvent, type Tx } from '@mizan/service-kit';
import type { CatalogProduct } from '../catalog/catalog-object.ts';
import { deleteCatalogObject, lockCatalogProduct, saveCatalogObject } from '../catalog/catalog-rows.ts';
import { renameInLinks } from './search-text.ts';

type ProductEvent = Pick<BusEvent<'product.updated'>, 'object' | 'objectVersion'>;

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
    'product.updated': {
      before: async ({ transact }, event) => {
        if (await transact((tx) => saveProduct(tx, event))) await renameInLinks(transact, event.object.id);
      },
      handle: () => Promise.resolve(), // it has taken effect before: a product may be in any number of links
    },
    'product.deleted': (tx, { object }) => deleteCatalogObject(tx, object.id),
  },
});

/**
 * @returns whether its links may have another name of it: also when this event comes again or after a newer one, because its links
 *   may be renamed in part
 */
async function saveProduct(tx: Tx, { object, objectVersion }: ProductEvent): Promise<boolean> {
  const product = toCatalogProduct(object);
  const before = await lockCatalogProduct(tx, product.id);
  if (before && before.version >= objectVersion) return true;
  return (await saveCatalogObject(tx, product, objectVersion)) && isRenamed(before?.shown, product);
}

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
