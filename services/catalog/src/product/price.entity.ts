import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { maxAmount, type Currency, type Metadata, type PriceType, type RecurringInterval } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';
import { ProductEntity } from './product.entity.ts';

/** How a product is sold, and how many pieces are in stock. Amounts are minor units of `currency`. */
export const PriceEntity = defineEntity({
  name: 'Price',
  tableName: 'prices',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    productId: () => p.manyToOne(ProductEntity).mapToPk().fieldName('product_id').deleteRule('no action'),
    name: p.text().strictNullable(),
    description: p.text().strictNullable(),
    currency: p.text().$type<Currency>(),
    type: p.text().$type<PriceType>(),
    unitAmount: p.bigint('number').strictNullable(),
    recurringInterval: p.text().$type<RecurringInterval>().strictNullable(),
    recurringIntervalCount: p.integer().strictNullable(),
    customMinimum: p.bigint('number').strictNullable(),
    customMaximum: p.bigint('number').strictNullable(),
    customPreset: p.bigint('number').strictNullable(),
    /** Pieces not sold yet. Null is unlimited; below 0, more were sold than there were. */
    stock: p.integer().strictNullable(),
    /** Pieces of it held for pending payments; `stock - held` can still be sold. */
    held: p.integer(),
    startDate: p.datetime(3).strictNullable(),
    expirationDate: p.datetime(3).strictNullable(),
    active: p.boolean(),
    isSystemCreated: p.boolean(),
    metadata: p.json<Metadata>(),
    /** When a line item first used it. From then on its amount cannot change and it cannot be deleted. */
    firstReferencedAt: p.datetime(3).strictNullable(),
    /** The same protection, in real time, while a line item is being created; see `reserve-prices.ts`. */
    reservedUntil: p.datetime(3).strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: indexesOf('prices', {
    by_product: '(merchant_id, livemode, product_id, is_system_created, created_at desc, id desc)',
    list: '(merchant_id, livemode, created_at desc, id desc) where not is_system_created',
  }),
  checks: checksOf('prices', {
    type: `type in ('ONE_TIME', 'RECURRING', 'CUSTOM')`,
    unit_amount: `(type = 'CUSTOM') = (unit_amount is null) and unit_amount >= 0 and unit_amount <= ${maxAmount}`,
    recurring: `(type = 'RECURRING') = (recurring_interval is not null) and (recurring_interval is null) = (recurring_interval_count is null)`,
    held: 'held >= 0',
    dates: 'expiration_date > start_date',
  }),
});
export type PriceRow = InferEntity<typeof PriceEntity>;
