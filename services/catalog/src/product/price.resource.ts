import type { CustomUnitAmount, Price, ProductListPrice, Recurring } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import { isoTime, type InJson } from './row-in-json.ts';
import type { PriceRow } from './price.entity.ts';

/** The columns that {@link toPriceResource} reads, named as the entity names them. */
export const priceColumns = fragment`
  prices.id, prices.product_id as "productId", prices.name, prices.description, prices.currency, prices.type,
  prices.unit_amount as "unitAmount", prices.recurring_interval as "recurringInterval",
  prices.recurring_interval_count as "recurringIntervalCount", prices.custom_minimum as "customMinimum",
  prices.custom_maximum as "customMaximum", prices.custom_preset as "customPreset", prices.stock,
  prices.start_date as "startDate", prices.expiration_date as "expirationDate", prices.active, prices.metadata,
  prices.created_at as "createdAt", prices.updated_at as "updatedAt"`;

/** The columns that {@link toProductListPrice} reads. */
export const listPriceColumns = fragment`
  prices.id, prices.currency, prices.type, prices.unit_amount as "unitAmount",
  prices.recurring_interval as "recurringInterval", prices.recurring_interval_count as "recurringIntervalCount",
  prices.custom_minimum as "customMinimum", prices.custom_maximum as "customMaximum",
  prices.custom_preset as "customPreset", prices.stock, prices.created_at as "createdAt"`;

/** The part of a price's row that the API returns. */
export type ShownPrice = Omit<
  PriceRow,
  'merchantId' | 'livemode' | 'held' | 'isSystemCreated' | 'firstReferencedAt' | 'reservedUntil' | 'version'
>;
/** The part of a price's row that a list of products returns. */
export type ShownListPrice = Omit<
  ShownPrice,
  'productId' | 'name' | 'description' | 'startDate' | 'expirationDate' | 'active' | 'metadata' | 'updatedAt'
>;

/** A price exactly as its GET and its events return it. */
export const toPriceResource = (price: InJson<ShownPrice>): Price => ({
  id: price.id,
  object: 'price',
  name: price.name ?? undefined,
  description: price.description ?? undefined,
  currency: price.currency,
  unitAmount: price.unitAmount,
  type: price.type,
  recurring: recurringOf(price),
  customUnitAmount: customUnitAmountOf(price),
  stock: price.stock,
  startDate: price.startDate === null ? undefined : isoTime(price.startDate),
  expirationDate: price.expirationDate === null ? undefined : isoTime(price.expirationDate),
  active: price.active,
  metadata: price.metadata,
  createdAt: isoTime(price.createdAt),
  updatedAt: isoTime(price.updatedAt),
  productId: price.productId,
});

/** A price inside a product list: eight fields. */
export const toProductListPrice = (price: InJson<ShownListPrice>): ProductListPrice => ({
  id: price.id,
  unitAmount: price.unitAmount,
  currency: price.currency,
  type: price.type,
  recurring: recurringOf(price),
  customUnitAmount: customUnitAmountOf(price),
  stock: price.stock,
  createdAt: isoTime(price.createdAt),
});

function recurringOf({ recurringInterval, recurringIntervalCount }: InJson<ShownListPrice>): Recurring | null {
  if (recurringInterval === null || recurringIntervalCount === null) return null;
  return { interval: recurringInterval, intervalCount: recurringIntervalCount };
}

const customUnitAmountOf = (price: InJson<ShownListPrice>): CustomUnitAmount | null =>
  price.type === 'CUSTOM'
    ? { minimum: price.customMinimum, maximum: price.customMaximum, preset: price.customPreset }
    : null;
