import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Address, Currency, CustomerType, ListCustomer, Metadata, Shipping } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

/** The most recently created payment method of a customer, and when it was created. */
export type LatestPaymentMethod = NonNullable<ListCustomer['latestPaymentMethod']> & {
  readonly createdAt: string;
  /** Version of a saved method; 0 for a method that was only paid with. */
  readonly version: number;
};

/** A buyer, with what was spent so far in minor units of `currency`. */
export const CustomerEntity = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    type: p.text().$type<CustomerType>(),
    name: p.text().strictNullable(),
    /** As typed; unique regardless of case. */
    email: p.text().strictNullable(),
    /** E.164 when it could be parsed, else as typed. */
    phone: p.text().strictNullable(),
    address: p.json<Address>().strictNullable(),
    shipping: p.json<Shipping>().strictNullable(),
    metadata: p.json<Metadata>(),
    /** Currency of the first payment; before it, the one the customer was created with. */
    currency: p.text().$type<Currency>(),
    /** Marks by which a guest is recognized: lower-case e-mails, phones, card fingerprints; newest last, at most 20 each. */
    guestEmails: p.array(),
    guestPhones: p.array(),
    guestCards: p.array(),
    grossSpend: p.bigint('number'),
    amountRefunded: p.bigint('number'),
    amountDisputeLosses: p.bigint('number').default(0),
    numPayments: p.integer(),
    firstPurchaseAt: p.datetime(3).strictNullable(),
    lastPurchaseAt: p.datetime(3).strictNullable(),
    latestPaymentMethod: p.json<LatestPaymentMethod>().strictNullable(),
    /** The customer that this one was merged into. Such a tombstone stands for that customer. */
    mergedInto: p.text().collation('C').strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: indexesOf('customers', {
    list: '(merchant_id, livemode, created_at desc, id desc) where merged_into is null',
    search: `using gin ((coalesce(name, '') || e'\\n' || coalesce(email, '') || e'\\n' || coalesce(phone, '')) public.gin_trgm_ops) where merged_into is null`,
    tombstones: '(merchant_id, livemode, merged_into) where merged_into is not null',
  }),
  uniques: [
    {
      name: 'customers_email',
      expression: `create unique index customers_email on customers (merchant_id, livemode, lower(email)) where email is not null and merged_into is null`,
    },
  ],
  checks: checksOf('customers', {
    type: `type in ('registered', 'guest')`,
    spend: `gross_spend >= 0 and gross_spend <= ${Number.MAX_SAFE_INTEGER} and amount_refunded >= 0 and amount_dispute_losses >= 0 and num_payments >= 0`,
    purchases: '(num_payments = 0) = (first_purchase_at is null) and first_purchase_at <= last_purchase_at',
  }),
});
export type CustomerRow = InferEntity<typeof CustomerEntity>;
