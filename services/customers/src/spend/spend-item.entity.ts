import { defineEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import type { Converted } from './converted-share.ts';

/** What one paid order had of one product: behind the products that most was spent on. */
export const SpendItemEntity = defineEntity({
  name: 'SpendItem',
  tableName: 'spend_items',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    checkoutSessionId: p.text().collation('C').primary(),
    productId: p.text().collation('C').primary(),
    customerId: p.text().collation('C'),
    /** The product's name as the order had it. */
    name: p.text(),
    currency: p.text().$type<Currency>(),
    quantity: p.bigint('number'),
    /** After discounts, minor units. */
    amount: p.bigint('number'),
    /** What `amount` is in other currencies; null when nothing says so. */
    converted: p.json<Converted>().strictNullable(),
    boughtAt: p.datetime(3),
  },
  indexes: [{ name: 'spend_items_customer', properties: ['merchantId', 'livemode', 'customerId', 'boughtAt'] }],
});
