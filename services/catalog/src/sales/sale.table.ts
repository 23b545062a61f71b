// Generated from sale.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SaleLineEntity, SaleOrderEntity, SaleSumEntity } from './sale.entity.ts';

/** The table of {@link SaleOrderEntity}. */
export const saleOrders = table<InferEntity<typeof SaleOrderEntity>>('sale_orders', {
  merchantId: 'text',
  livemode: 'boolean',
  id: 'text',
  amount: 'bigint',
  refunded: 'bigint',
  intentVersion: 'int',
  soldAt: 'timestamptz(3)',
});

/** The table of {@link SaleLineEntity}. */
export const saleLines = table<InferEntity<typeof SaleLineEntity>>('sale_lines', {
  merchantId: 'text',
  livemode: 'boolean',
  orderId: 'text',
  lineId: 'text',
  productId: 'text',
  priceId: 'text',
  quantity: 'int',
  currency: 'text',
  gross: 'bigint',
  discount: 'bigint',
  refunded: 'bigint',
  soldAt: 'timestamptz(3)',
  isSummed: 'boolean',
});

/** The table of {@link SaleSumEntity}. */
export const saleSums = table<InferEntity<typeof SaleSumEntity>>('sale_sums', {
  merchantId: 'text',
  livemode: 'boolean',
  productId: 'text',
  quarter: 'timestamptz(3)',
  currency: 'text',
  priceId: 'text',
  unitsSold: 'bigint',
  gross: 'bigint',
  discount: 'bigint',
  refunded: 'bigint',
  orders: 'bigint',
  lastSoldAt: 'timestamptz(3)',
});
