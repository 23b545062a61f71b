import { countRows, json, type Tx } from '@mizan/service-kit';
import type { PriceRow } from './price.entity.ts';
import type { ProductRow } from './product.entity.ts';

/** Rows to add: products, and prices of these or of existing products. */
export interface NewProducts {
  products: readonly ProductRow[];
  prices: readonly PriceRow[];
}

/** Lists whose length is kept. */
export type Counted = 'products.active' | 'products.archived' | 'prices.active' | 'prices.archived';

/** Adds products and prices and counts those that lists show, in one statement. */
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
