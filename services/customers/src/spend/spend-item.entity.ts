import { defineEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import type { Converted } from './converted-share.ts';

/** What one paid order contained of one product; behind the top products of a customer. */
export const SpendItemEntity = defineEntity({
  name: 'SpendItem',
  tableName: 'spend_items',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    checkoutSessionId: p.text().collation('C').primary(),
    productId: p.text().collation('C').primary(),
    customerId: p.text().collation('C'),
    /** Name of the product in the order. */
    name: p.text(),
    currency: p.text().$type<Currency>(),
    quantity: p.bigint('number'),
    /** After discounts, minor units. */
    amount: p.bigint('number'),
    /** `amount` in other currencies; null when unknown. */
    converted: p.json<Converted>().strictNullable(),
    boughtAt: p.datetime(3),
  },
  indexes: [{ name: 'spend_items_customer', properties: ['merchantId', 'livemode', 'customerId', 'boughtAt'] }],
});
