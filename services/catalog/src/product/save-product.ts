import type { Product } from '@mizan/contracts';
import { formerAttributes, own, type Tx } from '@mizan/service-kit';
import { countMoved } from './insert-products.ts';
import { priceColumns, type ShownPrice } from './price.resource.ts';
import type { ProductRow } from './product.entity.ts';
import { shownPrices, toProductResource } from './product.resource.ts';
import { products } from './product.table.ts';

/** Stores changes of a locked product and emits `product.updated`; writes nothing when nothing changes. */
export async function saveProduct(tx: Tx, before: ProductRow, changes: Partial<ProductRow>): Promise<Product> {
  const prices = await readShownPrices(tx, before);
  const was = toProductResource(before, prices);
  const after = { ...before, ...changes };
  const previousAttributes = formerAttributes(was, toProductResource(after, prices));
  if (Object.keys(previousAttributes).length === 0) return was;

  const saved = { ...after, updatedAt: tx.now, version: before.version + 1 };
  const { id, merchantId: _merchant, livemode: _mode, createdAt: _created, isSystemCreated: _system, ...rest } = saved;
  tx.alongCommit`update products set ${products.set(rest)} where ${own(tx)} and id = ${id}`;
  if (before.active !== saved.active && !saved.isSystemCreated) countMoved(tx, 'products', saved.active);
  const object = toProductResource(saved, prices);
  tx.emit('product.updated', { object, version: saved.version, previousAttributes });
  return object;
}

const readShownPrices = (tx: Tx, product: ProductRow): Promise<ShownPrice[]> => tx.sql<ShownPrice>`
  select ${priceColumns} from prices where ${own(tx)} and product_id = ${product.id}
    and is_system_created = ${product.isSystemCreated}
  order by created_at desc, id desc limit ${shownPrices}`;
