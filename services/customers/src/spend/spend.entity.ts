import { defineEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import type { Converted } from './converted-share.ts';

/**
 * One payment intent and its refunds: the permanent record behind a customer's spending, so that no repeated event
 * counts twice. When the event of a refund arrives first, the row waits for the payment.
 */
export const SpendPaymentEntity = defineEntity({
  name: 'SpendPayment',
  tableName: 'spend_payments',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    paymentIntentId: p.text().collation('C').primary(),
    customerId: p.text().collation('C').strictNullable(),
    currency: p.text().$type<Currency>().strictNullable(),
    /** Received, minor units of `currency`; 0 until the event of the payment arrives. */
    amount: p.bigint('number'),
    /** `amount` in other currencies, for a customer who spends in one of them; null when unknown. */
    converted: p.json<Converted>().strictNullable(),
    /** Refunds that were not reversed, minor units of `currency`. */
    refunded: p.bigint('number'),
    /** Disputes that were lost, minor units of `currency`. */
    lost: p.bigint('number').default(0),
    succeededAt: p.datetime(3).strictNullable(),
  },
  indexes: [
    {
      name: 'spend_payments_by_time',
      properties: ['merchantId', 'livemode', 'customerId', 'succeededAt', 'paymentIntentId'],
    },
  ],
});

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

/** One refund whose event arrived; it counts unless `reversed`: failed or canceled. */
export const SpendRefundEntity = defineEntity({
  name: 'SpendRefund',
  tableName: 'spend_refunds',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    refundId: p.text().collation('C').primary(),
    reversed: p.boolean(),
  },
});

/** One dispute that was lost; it counts once. */
export const SpendDisputeEntity = defineEntity({
  name: 'SpendDispute',
  tableName: 'spend_disputes',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    disputeId: p.text().collation('C').primary(),
  },
});
