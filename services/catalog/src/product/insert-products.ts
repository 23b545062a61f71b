import type { CreatePrice, CreateProduct } from '@mizan/contracts';
import { asStored, countRows, fragment, newId, type Reader, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import { prices } from './price.table.ts';
import type { ProductRow } from './product.entity.ts';
import { products } from './product.table.ts';

/** Lists whose length is stored. */
export type Counted = 'products.active' | 'products.archived' | 'prices.active' | 'prices.archived';

/** Counts a product or price that was archived or activated in its new list. */
export function countMoved(tx: Tx, list: 'products' | 'prices', active: boolean): void {
  const moved = new Map<Counted, number>([
    [`${list}.active`, active ? 1 : -1],
    [`${list}.archived`, active ? -1 : 1],
  ]);
  tx.alongCommit`${countRows(tx, moved)}`;
}

/** The row of a product to create; the contract has checked its rules. */
export function newProduct(
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  body: Pick<CreateProduct, 'name' | 'description' | 'image' | 'unitLabel' | 'active' | 'metadata'>,
  row: { defaultPriceId: string | null; isSystemCreated: boolean },
): ProductRow {
  return {
    id: newId('prod'),
    merchantId: scope.merchantId,
    livemode: scope.livemode,
    name: body.name,
    description: body.description ?? null,
    image: body.image ?? null,
    unitLabel: body.unitLabel ?? null,
    active: body.active,
    isSystemCreated: row.isSystemCreated,
    metadata: asStored(body.metadata ?? null),
    defaultPriceId: row.defaultPriceId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The row of a price to create; the contract has checked its rules. */
export function newPrice(
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  body: CreatePrice,
  row: { id?: string; productId: string; isSystemCreated: boolean },
): PriceRow {
  return {
    id: row.id ?? newId('price'),
    merchantId: scope.merchantId,
    livemode: scope.livemode,
    productId: row.productId,
    name: body.name ?? null,
    description: body.description ?? null,
    currency: body.currency,
    type: body.type,
    unitAmount: body.unitAmount ?? null,
    recurringInterval: body.recurring?.interval ?? null,
    recurringIntervalCount: body.recurring?.intervalCount ?? null,
    customMinimum: body.customUnitAmount?.minimum ?? null,
    customMaximum: body.customUnitAmount?.maximum ?? null,
    customPreset: body.customUnitAmount?.preset ?? null,
    stock: body.stock ?? null,
    held: 0,
    startDate: body.startDate ? new Date(body.startDate) : null,
    expirationDate: body.expirationDate ? new Date(body.expirationDate) : null,
    active: body.active,
    isSystemCreated: row.isSystemCreated,
    metadata: asStored(body.metadata ?? {}),
    firstReferencedAt: null,
    reservedUntil: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Rows to insert: products, and prices of these or of existing products. */
interface NewProducts {
  products: readonly ProductRow[];
  prices: readonly PriceRow[];
}

/** Inserts products and prices and counts those that lists show, in one statement. */
export async function insertProducts(tx: Tx, rows: NewProducts): Promise<void> {
  const inserts = [
    ...(rows.products.length > 0 ? [fragment`product_rows as (${products.insert(rows.products)})`] : []),
    ...(rows.prices.length > 0 ? [fragment`price_rows as (${prices.insert(rows.prices)})`] : []),
  ].reduce((all, each) => fragment`${all}, ${each}`);
  await tx.sql`with ${inserts} ${countRows(tx, listed(rows))}`;
}

function listed({ products, prices }: NewProducts): Map<Counted, number> {
  const counts = new Map<Counted, number>();
  const count = (counted: Counted) => counts.set(counted, (counts.get(counted) ?? 0) + 1);
  for (const each of products) if (!each.isSystemCreated) count(each.active ? 'products.active' : 'products.archived');
  for (const each of prices) if (!each.isSystemCreated) count(each.active ? 'prices.active' : 'prices.archived');
  return counts;
}
