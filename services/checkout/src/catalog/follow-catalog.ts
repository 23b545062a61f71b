import type { Product } from '@mizan/contracts';
import { consumer, json, type BusEvent, type Tx } from '@mizan/service-kit';
import { renameInLinks } from '../payment-links/search-text.ts';
import type { CatalogObject, KnownProduct } from './catalog-object.ts';

type Changed = Pick<BusEvent<'price.updated' | 'product.updated'>, 'objectVersion'>;

/**
 * Keeps what has changed in the catalog since checkouts and links were written. In any order and any number of times these
 * events leave what the newest of them says. Links of a product that was renamed are found by its new name.
 */
export const catalogConsumer = consumer({
  name: 'catalog',
  purpose: 'shows open checkouts and payment links as the catalog is now',
  on: {
    'price.updated': async (tx, event) => {
      await keep(tx, event.object, event);
    },
    'price.deleted': (tx, { object }) => forget(tx, object.id),
    'product.updated': async (tx, event) => {
      const product = knownProduct(event.object);
      const before = await lockKnown(tx, product.id);
      if ((await keep(tx, product, event)) && isRenamed(before, product)) await renameInLinks(tx, product.id);
    },
    'product.deleted': (tx, { object }) => forget(tx, object.id),
  },
});

/** What links are found by has changed since the catalog was last heard; the event itself tells only its own change. */
const isRenamed = (before: KnownProduct | undefined, now: KnownProduct): boolean =>
  (['name', 'description', 'unitLabel'] as const).some((field) => before?.[field] !== now[field]);

async function lockKnown(tx: Tx, id: string): Promise<KnownProduct | undefined> {
  const { merchantId, livemode } = tx.scope;
  const known = await tx.one<{ shown: KnownProduct }>`
    select shown from catalog_objects
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for update`;
  return known?.shown;
}

const knownProduct = ({ id, object, name, description, image, unitLabel, active }: Product): KnownProduct => ({
  id,
  object,
  name,
  description,
  image,
  unitLabel,
  active,
});

/** @returns false when something newer was heard before */
async function keep(tx: Tx, object: CatalogObject, { objectVersion }: Changed): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const kept = await tx.one`
    insert into catalog_objects as known (merchant_id, livemode, id, version, shown)
    values (${merchantId}, ${livemode}, ${object.id}, ${objectVersion}, ${json(object)})
    on conflict (merchant_id, livemode, id) do update set version = excluded.version, shown = excluded.shown
      where known.version < excluded.version
    returning 1`;
  return kept !== undefined;
}

async function forget(tx: Tx, id: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`delete from catalog_objects where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
}
