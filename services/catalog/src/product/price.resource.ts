import type { CustomUnitAmount, Price, ProductListPrice, Recurring } from '@mizan/contracts';
import type { PriceRow } from './price.entity.ts';
import { prices } from './price.table.ts';
import { isoTime, type InJson } from './row-in-json.ts';

const shownInList = [
  'id',
  'currency',
  'type',
  'unitAmount',
  'recurringInterval',
  'recurringIntervalCount',
  'customMinimum',
  'customMaximum',
  'customPreset',
  'stock',
  'createdAt',
] as const;
const shown = [
  ...shownInList,
  'productId',
  'name',
  'description',
  'startDate',
  'expirationDate',
  'active',
  'metadata',
  'updatedAt',
] as const;

/** The part of a price's row that the API returns. */
export type ShownPrice = Pick<PriceRow, (typeof shown)[number]>;
/** The part of a price's row that a list of products returns. */
export type ShownListPrice = Pick<PriceRow, (typeof shownInList)[number]>;

/** The columns of {@link ShownPrice}. */
export const priceColumns = prices.pick(...shown);
/** The columns of {@link ShownPrice} for JSON that Postgres builds. */
export const priceJsonColumns = prices.named(...shown);
/** The columns of {@link ShownListPrice} for JSON that Postgres builds. */
export const listPriceJsonColumns = prices.named(...shownInList);

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
