import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PaymentMethodType } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';

/**
 * A payment method that a customer saved: what its provider knows it by and what a charge shows of it. Never a card
 * number or security code. The row goes with its customer.
 */
export const PaymentMethodEntity = defineEntity({
  name: 'PaymentMethod',
  tableName: 'payment_methods',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the method. */
    version: p.integer(),
    customerId: id(),
    type: p.text().$type<PaymentMethodType>(),
    method: p.json().$type<ProviderMethod>(),
    /** Keyed hash of the card's number: a customer who saves a card again keeps one row. */
    fingerprint: p.text(),
    /** True when two customers who had both saved this card were merged. */
    isDuplicate: p.boolean().default(false),
    createdAt: moment(),
    updatedAt: moment(),
  },
  indexes: [
    uniqueIndex(
      'payment_methods_card',
      'payment_methods (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate',
    ),
    ...indexesOf('payment_methods', {
      customer: '(merchant_id, livemode, customer_id)',
    }),
  ],
});

/** A row of `payment_methods`, as raw SQL reads and writes it. */
export type PaymentMethodRow = InferEntity<typeof PaymentMethodEntity>;
