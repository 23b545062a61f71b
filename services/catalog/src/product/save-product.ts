import type { Product } from '@mizan/contracts';
import { countRows, formerAttributes, own, type Tx } from '@mizan/service-kit';
import type { Counted } from './insert-products.ts';
import { priceColumns, type ShownPrice } from './price.resource.ts';
import type { ProductRow } from './product.entity.ts';
import { shownPrices, toProductResource } from './product.resource.ts';
import { products } from './product.table.ts';

/**
 * Stores changes of a locked product and emits `product.updated`; writes nothing when nothing changes.
 *
 * @returns the product as the API returns it
 */
export async function saveProduct(tx: Tx, before: ProductRow, changes: Partial<ProductRow>): Promise<Product> {
  const prices = await readShownPrices(tx, before);
  const was = toProductResource(before, prices);
  const after = { ...before, ...changes };
  const previousAttributes = formerAttributes(was, toProductResource(after, prices));
  if (Object.keys(previousAttributes).length === 0) return was;

  const saved = { ...after, updatedAt: tx.now, version: before.version + 1 };
  const { name, description, image, unitLabel, active, metadata, defaultPriceId, updatedAt, version } = saved;
  const set = products.set({
    name,
    description,
    image,
    unitLabel,
    active,
    metadata,
    defaultPriceId,
    updatedAt,
    version,
  });
  tx.alongCommit`update products set ${set} where ${own(tx)} and id = ${saved.id}`;
  if (before.active !== saved.active && !saved.isSystemCreated) {
    const moved = new Map<Counted, number>([
      ['products.active', saved.active ? 1 : -1],
      ['products.archived', saved.active ? -1 : 1],
    ]);
    tx.alongCommit`${countRows(tx, moved)}`;
  }
  const object = toProductResource(saved, prices);
  tx.emit('product.updated', { object, version: saved.version, previousAttributes });
  return object;
}

const readShownPrices = (tx: Tx, product: ProductRow): Promise<ShownPrice[]> => tx.sql<ShownPrice>`
  select ${priceColumns} from prices where ${own(tx)} and product_id = ${product.id}
    and is_system_created = ${product.isSystemCreated}
  order by created_at desc, id desc limit ${shownPrices}`;
