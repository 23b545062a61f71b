import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';

const amount = () => p.bigint('number');

/** An order that was paid or free, and what became of its money. Its refunds may be heard of before it is. */
export const SaleOrderEntity = defineEntity({
  name: 'SaleOrder',
  tableName: 'sale_orders',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    /** The payment intent's id; the session's when the order was free. */
    id: p.text().collation('C').primary(),
    /** What the buyer paid and the merchant captured, minor units; 0 until the order is heard of. */
    amount: amount(),
    /** Refunds that stand, minor units. */
    refunded: amount(),
    /** Version of the intent that `refunded` is from. */
    intentVersion: p.integer(),
    /** Null until the order itself is heard of. */
    soldAt: p.datetime(3).strictNullable(),
  },
});

/** One line of such an order: what statistics add up. */
export const SaleLineEntity = defineEntity({
  name: 'SaleLine',
  tableName: 'sale_lines',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    orderId: p.text().collation('C').primary(),
    lineId: p.text().collation('C').primary(),
    productId: p.text().collation('C'),
    priceId: p.text().collation('C'),
    quantity: p.integer(),
    currency: p.text().$type<Currency>(),
    /** Before discounts, minor units. */
    gross: amount(),
    discount: amount(),
    /** Its part of the order's refunds. */
    refunded: amount(),
    soldAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'sale_lines_product',
      expression: `create index sale_lines_product on sale_lines (merchant_id, livemode, product_id, sold_at desc)`,
    },
  ],
  checks: [
    {
      name: 'sale_lines_amounts',
      expression: `gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0 and refunded <= gross - discount`,
    },
  ],
});
export type SaleLineRow = InferEntity<typeof SaleLineEntity>;
