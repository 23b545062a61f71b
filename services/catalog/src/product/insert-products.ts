import type { CreatePrice, CreateProduct } from '@mizan/contracts';
import { asStored, countRows, json, newId, type Reader, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import type { ProductRow } from './product.entity.ts';

/** Lists whose length is stored. */
export type Counted = 'products.active' | 'products.archived' | 'prices.active' | 'prices.archived';

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
export async function insertProducts(tx: Tx, { products, prices }: NewProducts): Promise<void> {
  await tx.sql`
    with product_rows as (
      insert into products (
        id, merchant_id, livemode, name, description, image, unit_label, active, is_system_created, metadata,
        default_price_id, version, created_at, updated_at)
      select
        id, ${tx.scope.merchantId}, ${tx.scope.livemode}, name, description, image, "unitLabel", active,
        "isSystemCreated", metadata, "defaultPriceId", version, "createdAt", "updatedAt"
      from jsonb_to_recordset(${json(products)}::jsonb) as row (
        id text, name text, description text, image text, "unitLabel" text, active boolean, "isSystemCreated" boolean,
        metadata jsonb, "defaultPriceId" text, version integer, "createdAt" timestamptz, "updatedAt" timestamptz)),
    price_rows as (
      insert into prices (
        id, merchant_id, livemode, product_id, name, description, currency, type, unit_amount, recurring_interval,
        recurring_interval_count, custom_minimum, custom_maximum, custom_preset, stock, held, start_date,
        expiration_date, active, is_system_created, metadata, first_referenced_at, version, created_at, updated_at)
      select
        id, ${tx.scope.merchantId}, ${tx.scope.livemode}, "productId", name, description, currency, type, "unitAmount",
        "recurringInterval", "recurringIntervalCount", "customMinimum", "customMaximum", "customPreset", stock, held,
        "startDate", "expirationDate", active, "isSystemCreated", metadata, "firstReferencedAt", version, "createdAt",
        "updatedAt"
      from jsonb_to_recordset(${json(prices)}::jsonb) as row (
        id text, "productId" text, name text, description text, currency text, type text, "unitAmount" bigint,
        "recurringInterval" text, "recurringIntervalCount" integer, "customMinimum" bigint, "customMaximum" bigint,
        "customPreset" bigint, stock integer, held integer, "startDate" timestamptz, "expirationDate" timestamptz,
        active boolean, "isSystemCreated" boolean, metadata jsonb, "firstReferencedAt" timestamptz, version integer,
        "createdAt" timestamptz, "updatedAt" timestamptz))
    ${countRows(tx, listed(products, prices))}`;
}

function listed(products: readonly ProductRow[], prices: readonly PriceRow[]): Map<Counted, number> {
  const counts = new Map<Counted, number>();
  const count = (counted: Counted) => counts.set(counted, (counts.get(counted) ?? 0) + 1);
  for (const each of products) if (!each.isSystemCreated) count(each.active ? 'products.active' : 'products.archived');
  for (const each of prices) if (!each.isSystemCreated) count(each.active ? 'prices.active' : 'prices.archived');
  return counts;
}
