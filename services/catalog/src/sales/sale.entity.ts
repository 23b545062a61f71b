import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

const amount = () => p.bigint('number');

/** A paid or free order and what was refunded of it. The events of its refunds may arrive before its own. */
export const SaleOrderEntity = defineEntity({
  name: 'SaleOrder',
  tableName: 'sale_orders',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    /** The payment intent's id; the session's when the order was free. */
    id: p.text().collation('C').primary(),
    /** What the buyer paid and the merchant captured, minor units; 0 until the event of the order arrives. */
    amount: amount(),
    /** Refunds that were not reversed, minor units. */
    refunded: amount(),
    /** Version of the payment intent that `refunded` is from. */
    intentVersion: p.integer(),
    /** Null until the event of the order arrives. */
    soldAt: p.datetime(3).strictNullable(),
  },
});

/** One line of an order: what statistics sum up. */
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
    /** Its share of the order's refunds. */
    refunded: amount(),
    soldAt: p.datetime(3),
    /** Whether it is part of the sums: a trigger adds it when this is set, and what is refunded of it afterwards. */
    isSummed: p.boolean().default(false),
  },
  indexes: indexesOf('sale_lines', {
    product: '(merchant_id, livemode, product_id, sold_at desc)',
    unsummed: '(merchant_id, livemode, product_id, sold_at) where not is_summed',
  }),
  checks: checksOf('sale_lines', {
    amounts: 'gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0 and refunded <= gross - discount',
  }),
});
export type SaleLineRow = InferEntity<typeof SaleLineEntity>;

/**
 * What was sold of a price in a quarter of an hour, in one currency: the sums of its lines, minor units. Only a trigger of
 * `sale_lines` writes it. Days of every time zone begin with such a quarter.
 */
export const SaleSumEntity = defineEntity({
  name: 'SaleSum',
  tableName: 'sale_sums',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    productId: p.text().collation('C').primary(),
    /** When the quarter of an hour began. */
    quarter: p.datetime(3).primary(),
    currency: p.text().$type<Currency>().primary(),
    priceId: p.text().collation('C').primary(),
    unitsSold: amount(),
    gross: amount(),
    discount: amount(),
    refunded: amount(),
    /** Orders whose first line of the product in this currency is of this price: summed over prices, each order once. */
    orders: amount(),
    lastSoldAt: p.datetime(3),
  },
  checks: checksOf('sale_sums', {
    amounts:
      'units_sold >= 0 and gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0 and refunded <= gross - discount and orders >= 0',
  }),
});
